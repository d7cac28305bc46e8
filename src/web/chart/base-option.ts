import { wrapName } from '../texts/fitted-name.ts'
import type { ChartTheme } from './chart-theme.ts'

/** Returns the parts of an ECharts option that all charts of the page share. */
export function baseOption(theme: ChartTheme): object {
  return {
    textStyle: { fontFamily: theme.font, color: theme.text },
    aria: { enabled: false },
    tooltip: tooltipStyle(theme),
  }
}

/** Returns the look of a tooltip. Rich text is drawn on the canvas and never parsed as HTML. */
export function tooltipStyle({ raised, line, text }: ChartTheme): object {
  return {
    renderMode: 'richText',
    confine: true,
    backgroundColor: raised,
    borderColor: line,
    textStyle: { color: text },
  }
}

/** The most space for a name in a tooltip, and the space around it. Pixels. */
const TOOLTIP = { most: 360, around: 60 }

/** Returns a name in a tooltip, in at most `lines` lines that fit into a chart of a width in pixels; `null` if it is unknown. */
export function tooltipName(name: string, width: number | null, lines: number): string {
  return wrapName(name, Math.min(TOOLTIP.most, (width ?? TOOLTIP.most) - TOOLTIP.around), lines)
}
