import type { EChartsCoreOption } from 'echarts/core'
import { nameWidth, truncateName } from '../texts/fitted-name.ts'
import { chartOption } from './chart-option.ts'
import type { ChartTheme } from './chart-theme.ts'
import type { Drawing } from './drawing.ts'
import { endLabels } from './end-labels.ts'

/** A chart as an image: the title that names its file, its ECharts option and its size in pixels. */
export interface SavedChart {
  readonly name: string
  readonly option: EChartsCoreOption
  readonly width: number
  readonly height: number
}

/** The texts over the chart, and the title with all limits, which names the file. */
export interface ImageTexts {
  readonly title: string
  /** The issues, the hours and the date of the report, and what else limits it. */
  readonly facts: string
  readonly name: string
}

/** The least size of an image, and the space around its parts. Pixels. */
export const [WIDTH, HEIGHT, MARGIN] = [1200, 720, 24]

/** The largest side of an image: a browser draws 16,384 pixels, two for each of ours. */
const MAX_SIDE = 8_000

/** The width of each category of a chart with vertical bars or lines. */
const CATEGORY_WIDTH = 24

/** The average width of a character in the title and the facts, the height of a line, and the most space for a name. */
const TITLE = { character: 11, line: 26 }
const FACTS = { character: 7, line: 20 }
const ENTRY = { line: 24, swatch: 50, most: 400 }

/**
 * Returns a chart as an image with its title, its facts and its legend. Unlike on the page, all categories are visible:
 * the image is larger when there are many. `naturalHeight` is the height on the page; `null` for a chart of any height.
 */
export function savedChart(
  drawing: Omit<Drawing, 'frame' | 'width'>,
  { title, facts, name }: ImageTexts,
  naturalHeight: number | null,
): SavedChart {
  const { theme, shown, view, model } = drawing
  const isOfColumns = ['columns', 'stackedColumns', 'line'].includes(view.kind)
  const wanted = isOfColumns ? model.categories.length * CATEGORY_WIDTH : 0
  const width = Math.min(MAX_SIDE, Math.max(WIDTH, wanted))
  const space = width - 2 * MARGIN
  const head = imageHead({ title, facts }, theme, width)
  const top = head.height
  // A box plot has the names on its axis, a heat map has its scale, and lines can have their names at their ends.
  const hasLegend =
    view.kind !== 'box' && view.kind !== 'heat' && endLabels({ ...drawing, frame: NO_FRAME, width }) === null
  const names = [...new Set(shown.map(({ series }) => series.name))]
  const bottom = hasLegend ? legendLines(names, space) * ENTRY.line + MARGIN : 0
  const rows = view.kind === 'bars' || view.kind === 'stackedBars' || view.kind === 'heat' ? model.categories.length : 0
  const chartHeight = Math.max(HEIGHT, naturalHeight ?? 0, rows * CATEGORY_WIDTH)
  return {
    name,
    width,
    height: Math.min(MAX_SIDE, top + chartHeight + bottom),
    option: {
      ...chartOption({ ...drawing, frame: { top, bottom }, width }),
      backgroundColor: theme.surface,
      title: head.title,
      ...(hasLegend
        ? {
            legend: {
              type: 'plain',
              selectedMode: false,
              data: names,
              left: MARGIN,
              right: MARGIN,
              bottom: MARGIN / 2,
              textStyle: { color: theme.text },
              formatter: legendName(space),
            },
          }
        : {}),
    },
  }
}

/** Returns the title of an image and the facts below it, for ECharts, and the height of both. Pixels. */
export function imageHead(
  { title, facts }: Pick<ImageTexts, 'title' | 'facts'>,
  theme: ChartTheme,
  width: number,
): { readonly title: object; readonly height: number } {
  const space = width - 2 * MARGIN
  const lines = (text: string, { character }: typeof TITLE) => Math.ceil((text.length * character) / space)
  const style = (fontSize: number, color: string) => ({ fontSize, color, width: space, overflow: 'break' })
  return {
    height: MARGIN + lines(title, TITLE) * TITLE.line + lines(facts, FACTS) * FACTS.line,
    title: {
      text: title,
      subtext: facts,
      left: MARGIN,
      top: MARGIN,
      itemGap: 6,
      padding: 0,
      textStyle: { ...style(20, theme.text), lineHeight: TITLE.line },
      subtextStyle: { ...style(13, theme.soft), lineHeight: FACTS.line },
    },
  }
}

const NO_FRAME = { top: 0, bottom: 0 }

/** Returns how a legend of a width in pixels shows names. */
export function legendName(space: number): (name: string) => string {
  return name => truncateName(name, Math.min(ENTRY.most, space - ENTRY.swatch))
}

/** Returns how many lines the entries of a legend need in a width in pixels. */
export function legendLines(names: readonly string[], space: number): number {
  const nameIn = legendName(space)
  let [lines, used] = [1, 0]
  for (const name of names) {
    const entry = ENTRY.swatch + nameWidth(nameIn(name))
    if (used > 0 && used + entry > space) [lines, used] = [lines + 1, 0]
    used += entry
  }
  return lines
}
