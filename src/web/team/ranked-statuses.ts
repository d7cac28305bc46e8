import type { WaitStatus } from '../api/flow.ts'
import { shownName } from '../texts/shown-name.ts'

/** The median and the 85th percentile of times; `null` of few issues, whose values are shown. Milliseconds. */
export type MiddleTimes = { readonly median: number; readonly late: number } | null

/** A status with its times, and with those before. */
export interface RankedStatus extends WaitStatus {
  readonly times: MiddleTimes
  readonly before: MiddleTimes
}

/**
 * Returns the statuses before done, the longest median first. Those with few issues come last: their middle value says
 * little.
 */
export function rankedStatuses(statuses: readonly WaitStatus[]): RankedStatus[] {
  return statuses
    .filter(({ kind }) => kind !== 'done')
    .map(one => ({ ...one, status: shownName(one.status), times: timesOf(one), before: timesOf(one.previous) }))
    .sort((a, b) => Number(a.times === null) - Number(b.times === null) || middleOf(b) - middleOf(a))
}

function timesOf({ percentiles, values }: Pick<WaitStatus, 'percentiles' | 'values'>): MiddleTimes {
  const [median, late] = [percentiles[50]?.value, percentiles[85]?.value]
  return values !== null || median === undefined || late === undefined ? null : { median, late }
}

/** Returns the median by nearest rank. */
function middleOf({ times, values }: RankedStatus): number {
  return times?.median ?? values?.[Math.ceil(values.length / 2) - 1] ?? 0
}

/** Returns the longest shown time, for the common scale. Milliseconds. */
export function longestOf(statuses: readonly RankedStatus[]): number {
  const times = statuses.flatMap(({ times, values, before }) => [times?.late ?? values?.at(-1) ?? 0, before?.late ?? 0])
  return Math.max(0, ...times)
}
