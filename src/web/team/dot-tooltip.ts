import { type ChartTexts, tooltipNames } from './option-parts.ts'

/** The space between a dot and its tooltip. Pixels. */
const DOT_GAP = 12

/** Returns the tooltip of dots in a chart of a width, above the dot or below it, so that it does not cover the dot. */
export function dotTooltip(textOf: ChartTexts['textOf'], width: number) {
  return {
    formatter: ({ dataIndex }: { readonly dataIndex: number }) => textOf(dataIndex, tooltipNames(width)),
    position: (
      [x, y]: readonly [number, number],
      _dot: unknown,
      _element: unknown,
      _box: unknown,
      { contentSize, viewSize }: Readonly<Record<'contentSize' | 'viewSize', readonly [number, number]>>,
    ) => {
      const above = y - contentSize[1] - DOT_GAP
      const left = Math.min(Math.max(0, x - contentSize[0] / 2), Math.max(0, viewSize[0] - contentSize[0]))
      return [left, above < 0 ? y + DOT_GAP : above]
    },
  }
}
