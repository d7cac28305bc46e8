/**
 * Colors for people with red-green color blindness, the strongest first: Paul Tol's schemes without green and grey, which
 * mean something else (https://personal.sron.nl/~pault/, "Colour schemes").
 */
const HUES = ['#332288', '#88ccee', '#882255', '#ee7733', '#ddcc77', '#aa4499', '#997700', '#cc6677']

/** These are too dark for dark mode. The others have a contrast of at least 3 there, and differ from these. */
const LIGHTER: Readonly<Record<string, string>> = {
  '#332288': '#7f77d1',
  '#882255': '#ffaabb',
}

/** The rank of the series that adds up others. It is grey. */
export const OTHER_RANK = -1

const OTHER_COLOR = '#c6c6cc'

/** Finished statuses are green everywhere. The styles of the page have the same colors, as `--done`. */
const DONE_COLORS = { light: '#1b6e43', dark: '#7fd3a5' }

/** Returns the rank of the n-th finished status, from 0. */
export function doneRank(n: number): number {
  return OTHER_RANK - 1 - n
}

/** Returns whether a rank is that of a finished status. */
export function isDoneRank(rank: number): boolean {
  return rank < OTHER_RANK
}

/** Returns the color of a rank. Colors repeat, with patterns. */
export function colorOf(rank: number, isDark: boolean): string {
  if (rank === OTHER_RANK) return OTHER_COLOR
  if (isDoneRank(rank)) return isDark ? DONE_COLORS.dark : DONE_COLORS.light
  const hue = HUES[rank % HUES.length]!
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

/** Returns the number of the pattern of a rank; 0 for none. */
export function patternNumberOf(rank: number): number {
  if (rank === OTHER_RANK) return 0
  return (isDoneRank(rank) ? OTHER_RANK - 1 - rank : Math.floor(rank / HUES.length)) % PATTERNS.length
}

/** Returns the pattern of a rank; `null` for none. */
export function patternOf(rank: number, isDark: boolean): object | null {
  const pattern = PATTERNS[patternNumberOf(rank)]
  return pattern ? { ...pattern, color: isDark ? 'rgba(0,0,0,0.45)' : 'rgba(255,255,255,0.7)' } : null
}
