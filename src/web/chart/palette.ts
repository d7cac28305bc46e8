/**
 * Colors for people with red-green color blindness: Paul Tol's "muted" scheme, ordered so that neighbours differ in
 * lightness (https://personal.sron.nl/~pault/, "Colour schemes").
 */
const HUES = [
  '#332288',
  '#88ccee',
  '#117733',
  '#ddcc77',
  '#882255',
  '#44aa99',
  '#cc6677',
  '#999933',
  '#aa4499',
  '#7a7a85',
]

/** These are too dark for dark mode. The others have a contrast of at least 3 there, and differ from these. */
const LIGHTER: Readonly<Record<string, string>> = {
  '#332288': '#7f77d1',
  '#117733': '#2f9e4f',
  '#882255': '#ffaabb',
}

/** The rank of the series that adds up others. It has a color of its own. */
export const OTHER_RANK = -1

const OTHER_COLOR = '#c6c6cc'

/** Returns the color of the n-th series, from 0. Colors repeat from the eleventh on, with patterns. */
export function colorOf(n: number, isDark: boolean): string {
  if (n === OTHER_RANK) return OTHER_COLOR
  const hue = HUES[n % HUES.length]!
  return isDark ? (LIGHTER[hue] ?? hue) : hue
}

/** How many series need no patterns. */
export const WITHOUT_PATTERNS = HUES.length

const PATTERNS = [
  null,
  { dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: Math.PI / 4 },
  { dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -Math.PI / 4 },
  {
    symbol: 'circle',
    dashArrayX: [
      [6, 6],
      [0, 6, 6, 0],
    ],
    dashArrayY: [6, 0],
    symbolSize: 0.6,
  },
] as const

/** Returns the number of the pattern of the n-th series; 0 for none. */
export function patternNumberOf(n: number): number {
  return n === OTHER_RANK ? 0 : Math.floor(n / HUES.length) % PATTERNS.length
}

/** Returns the pattern of the n-th series; `null` for none. */
export function patternOf(n: number, isDark: boolean): object | null {
  const pattern = PATTERNS[patternNumberOf(n)]
  return pattern ? { ...pattern, color: isDark ? 'rgba(0,0,0,0.45)' : 'rgba(255,255,255,0.7)' } : null
}
