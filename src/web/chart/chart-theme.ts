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
  return themeOf(document.documentElement, document.documentElement.dataset.theme === 'dark')
}

/** Reads the colors and fonts of the light theme, also while the page is dark. */
export function readLightTheme(): ChartTheme {
  const element = document.createElement('div')
  element.className = 'theme-light'
  element.hidden = true
  document.body.append(element)
  try {
    return themeOf(element, false)
  } finally {
    element.remove()
  }
}

function themeOf(element: HTMLElement, isDark: boolean): ChartTheme {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    isDark,
    font: token('--sans'),
    text: token('--ink'),
    soft: token('--ink-soft'),
    line: token('--line'),
    surface: token('--surface'),
    raised: token('--raised'),
    // The least value differs from a missing one.
    heat: [token(isDark ? '--line' : '--sunken'), `rgb(${token('--heat')})`],
  }
}
