import type { WaitStatus } from '../api/flow.ts'
import { shownName } from '../texts/shown-name.ts'

/** A status with its times. Milliseconds. */
export interface RankedStatus extends WaitStatus {
  /** The median and the 85th percentile; `null` for few issues, whose values are shown. */
  readonly times: { readonly median: number; readonly late: number } | null
}

/**
 * Returns the statuses before done, the longest median first. Those with few issues come last: their middle value says
 * little.
 */
export function rankedStatuses(statuses: readonly WaitStatus[]): RankedStatus[] {
  return statuses
    .filter(({ kind }) => kind !== 'done')
    .map(one => ({ ...one, status: shownName(one.status), times: timesOf(one) }))
    .sort((a, b) => Number(a.times === null) - Number(b.times === null) || middleOf(b) - middleOf(a))
}

function timesOf({ percentiles, values }: WaitStatus): RankedStatus['times'] {
  const [median, late] = [percentiles[50]?.value, percentiles[85]?.value]
  return values !== null || median === undefined || late === undefined ? null : { median, late }
}

/** Returns the median by nearest rank. */
function middleOf({ times, values }: RankedStatus): number {
  return times?.median ?? values?.[Math.ceil(values.length / 2) - 1] ?? 0
}

/** Returns the longest shown time, for the common scale. Milliseconds. */
export function longestOf(statuses: readonly RankedStatus[]): number {
  return Math.max(0, ...statuses.map(({ times, values }) => times?.late ?? values?.at(-1) ?? 0))
}
