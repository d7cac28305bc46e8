/** The colors and fonts of the page, for ECharts. */
export interface ChartTheme {
  readonly isDark: boolean
  readonly font: string
  readonly text: string
  readonly soft: string
  readonly line: string
  readonly surface: string
  readonly raised: string
  /** From zero to the greatest value. */
  readonly heat: readonly string[]
}

/** Reads the current colors and fonts of the page. */
export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    isDark: document.documentElement.dataset.theme === 'dark',
    font: token('--sans'),
    text: token('--ink'),
    soft: token('--ink-soft'),
    line: token('--line'),
    surface: token('--surface'),
    raised: token('--raised'),
    heat: [token('--sunken'), `rgb(${token('--heat')})`],
  }
}
