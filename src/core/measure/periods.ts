import type { Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
import { type ClippedStay, clipToWindow, lengthOf, type Period } from './clip-to-window.ts'
import type { Clock } from './clock.ts'
import { isExcluded, pathBetween } from './duration-between-statuses.ts'
import type { Metric } from './metric.ts'

// Time by when it passed. Stays, the visits that count, and both ends of a metric are decided over the whole window. Then
// the time is cut at the borders of the periods.

/** An interval of time: half-open `[start, end)`. */
export interface TimePeriod {
  readonly start: Instant
  readonly end: Instant
}

/** How several visits to one status are combined in reports by period: an average of visits has no periods. */
export type PeriodVisit = 'total' | 'first' | 'last'

/**
 * Returns the value of clipped stays in each period, in the order of the periods; `null` for a period that none of them
 * touches.
 *
 * A stay touches the periods that it overlaps; a stay of length 0 touches the one with its instant. Unit: milliseconds on
 * `clock`. Law: the periods that contain all stays sum up to their total length.
 */
export function timeByPeriod(
  stays: readonly ClippedStay<Period>[],
  periods: readonly TimePeriod[],
  clock: Clock,
): (number | null)[] {
  return periods.map(({ start, end }) => {
    const parts = clipToWindow(stays, { start, last: end - 1, end })
    return parts.length === 0 ? null : parts.reduce((sum, part) => sum + lengthOf(part, clock), 0)
  })
}

/** Returns how many of some instants are in each period, in the order of the periods; `null` for none. */
export function countByPeriod(instants: readonly Instant[], periods: readonly TimePeriod[]): (number | null)[] {
  return periods.map(({ start, end }) => instants.filter(at => at >= start && at < end).length || null)
}

/** Returns the beginnings of the stays that were not carried into the window. A count by period counts these instants. */
export function entriesOf(stays: readonly ClippedStay<Period>[]): Instant[] {
  return stays.filter(({ of, entered }) => of.entered === entered).map(({ entered }) => entered)
}

/** Returns the visits to the statuses of a column that count: all, or the first or the last visit to each status. */
export function visitsThatCount(
  stays: readonly ClippedStay<Stay>[],
  statuses: readonly string[],
  visits: PeriodVisit,
): ClippedStay<Stay>[] {
  return statuses.flatMap(status => {
    const own = stays.filter(({ of }) => of.value?.id === status)
    return visits === 'total' ? own : own.slice(...(visits === 'first' ? [0, 1] : [-1]))
  })
}

/**
 * Returns the value of a metric in each period, in the order of the periods; `null` for a period that its path does not
 * touch. Excluded stays of the path count 0 in the periods that they touch.
 *
 * A metric that ends with the first stay of an issue has its 0 in the period of that moment.
 */
export function metricByPeriod(
  stays: readonly ClippedStay<Stay>[],
  metric: Metric,
  periods: readonly TimePeriod[],
  clock: Clock,
): (number | null)[] {
  const path = pathBetween(stays, metric)
  if (path === null) return periods.map(() => null)
  const touched = path.stays.length > 0 ? path.stays : [{ ...path.end!, left: path.end!.entered }]
  const counted = timeByPeriod(
    path.stays.filter(stay => !isExcluded(stay, metric)),
    periods,
    clock,
  )
  return timeByPeriod(touched, periods, clock).map((value, i) => (value === null ? null : (counted[i] ?? 0)))
}
