import type { Stay } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { type ClippedStay, lengthOf } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/** One end of a metric: the first or the last entry into a status. */
export interface StatusEntry {
  readonly status: string
  readonly order: 'first' | 'last'
}

/** A metric: the time between two entries into statuses. */
export interface BetweenStatuses {
  /** `null` for the creation of the issue. */
  readonly from: StatusEntry | null
  readonly to: StatusEntry
  /** Statuses whose time does not count. */
  readonly excluded: readonly string[]
}

/** The state of a metric for an issue, and its length: `null` if it has not started. */
export type TimeBetween =
  | { readonly state: 'notStarted'; readonly length: null }
  | { readonly state: 'running' | 'paused' | 'completed'; readonly length: Millis }

/** The path of a metric through the clipped status stays of an issue. */
export interface MetricPath {
  /** The stays of the path, in order, including those in excluded statuses. */
  readonly stays: readonly ClippedStay<Stay>[]
  /** The stay whose entry ends the path; `null` if To is not reached. */
  readonly end: ClippedStay<Stay> | null
}

/** Returns the path of a metric; `null` if it has not started. */
export function pathBetween(stays: readonly ClippedStay<Stay>[], { from, to }: BetweenStatuses): MetricPath | null {
  const begin = from === null ? (stays.length > 0 ? 0 : -1) : entryOf(from, stays, 0)
  if (begin === -1) return null
  const finish = entryOf(to, stays, from === null ? 0 : begin + 1)
  return { stays: stays.slice(begin, finish === -1 ? stays.length : finish), end: stays[finish] ?? null }
}

/** Returns whether a metric excludes the time of a stay. */
export function isExcluded({ of }: ClippedStay<Stay>, { excluded }: BetweenStatuses): boolean {
  return of.value !== null && excluded.includes(of.value.id)
}

/**
 * Returns the time from one entry into a status to a later entry, over the clipped status stays of one issue.
 *
 * Unit: milliseconds on `clock`. Every clipped stay is an entry at its start, creation and the start of the window
 * included. To comes after From in the order of the history, even at the same instant; without From, the first stay can
 * be To. If To is not reached, the time runs until the end of the window, and is paused while the current status is
 * excluded. Laws: never negative; never more than the time of the issue in the window.
 */
export function durationBetweenStatuses(
  stays: readonly ClippedStay<Stay>[],
  metric: BetweenStatuses,
  clock: Clock,
): TimeBetween {
  const path = pathBetween(stays, metric)
  if (path === null) return { state: 'notStarted', length: null }
  const length = path.stays
    .filter(stay => !isExcluded(stay, metric))
    .reduce((sum, stay) => sum + lengthOf(stay, clock), 0)
  if (path.end !== null) return { state: 'completed', length }
  return { state: isExcluded(stays.at(-1)!, metric) ? 'paused' : 'running', length }
}

/** Returns the index of the first or last entry at or after the index `earliest`; -1 if there is none. */
function entryOf({ status, order }: StatusEntry, stays: readonly ClippedStay<Stay>[], earliest: number): number {
  const indexes = stays.flatMap(({ of }, index) => (index >= earliest && of.value?.id === status ? index : []))
  return (order === 'first' ? indexes[0] : indexes.at(-1)) ?? -1
}
