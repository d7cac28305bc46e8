import type { Dashboard } from '../api/flow.ts'
import { dayAt, endAfter, hasTime, lastDayOf } from '../builder/date-range.ts'
import type { ChoiceChange, Choices } from '../state/choices.ts'
import { periodIn, type ScreenPeriod, startOf } from './team-parameters.ts'

/** What the screen is compared with: the window before, last quarter, the same one of last year, or other dates. */
export type Compared = 'previous' | 'lastQuarter' | 'lastYear' | 'other'

/** The window of last quarter, whole. */
const LAST_QUARTER = 'startOfQuarter(-1)..startOfQuarter()'

/** A year of whole weeks, so that weekdays align. */
const WEEKS = 52

const DAY = 24 * 3_600_000

/** Returns the window of last year for a period that ends now. It moves with it. */
function yearBefore(period: ScreenPeriod): string {
  return period === 'quarter' ? 'startOfQuarter(-4)..-365d' : `startOfWeek(-${period + WEEKS})..-${7 * WEEKS}d`
}

/** Returns what the choices compare with. A window of last year for fixed dates is two other dates. */
export function comparedIn(choices: Choices): Compared {
  const { compare = 'previous' } = choices
  if (compare === 'previous') return compare
  const period = periodIn(choices)
  if (period === 'quarter' && compare === LAST_QUARTER) return 'lastQuarter'
  return period !== null && compare === yearBefore(period) ? 'lastYear' : 'other'
}

/**
 * Returns the change to another period. A comparison with last year is then with that period of last year. Last quarter can overlap
 * with another period than this quarter, so the comparison is then with the window before.
 */
export function withPeriod(choices: Choices, period: ScreenPeriod): ChoiceChange {
  const change: ChoiceChange = { from: startOf(period), to: null }
  const compared = comparedIn(choices)
  if (compared === 'lastYear') return { ...change, compare: yearBefore(period) }
  return compared === 'lastQuarter' ? { ...change, compare: null } : change
}

/**
 * Returns the change of what the screen is compared with. Last quarter is compared with this one. Other dates begin with those of last
 * year.
 */
export function compareWith(compared: Compared, choices: Choices, data: Dashboard | undefined): ChoiceChange {
  if (compared === 'previous') return { compare: null }
  if (compared === 'lastQuarter') return { from: startOf('quarter'), to: null, compare: LAST_QUARTER }
  const period = periodIn(choices)
  if (compared === 'lastYear' && period !== null) return { compare: yearBefore(period) }
  if (!data) return {}
  const { from, to, asOf, timeZone } = data
  const earlier = (time: string) => dayAt(Date.parse(time) - 7 * WEEKS * DAY, timeZone)
  return { compare: compareBetween(earlier(from), to === null ? earlier(asOf) : lastDayOf(earlier(to))) }
}

/** Returns the first and the last day of the other dates. */
export function comparedDays({ compare = '' }: Choices, data: Dashboard | undefined): readonly [string, string] {
  const [first = '', end = ''] = compare.split('..').map(text => text.trim())
  if (!hasTime(first) && !hasTime(end)) return [first, lastDayOf(end)]
  if (!data) return ['', '']
  const { from, last } = data.trend.previous.window
  return [dayAt(Date.parse(from), data.timeZone), dayAt(Date.parse(last), data.timeZone)]
}

/** Returns the parameter `compare` for a first and a last day. */
export function compareBetween(first: string, last: string): string {
  return `${first}..${endAfter(last)}`
}
