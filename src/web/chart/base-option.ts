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
