import type { Stay } from '../history/stay.ts'
import { roundHalfAway } from '../time/decimal.ts'
import type { Millis } from '../time/instant.ts'
import { type ClippedStay, lengthOf } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/** How several visits to one status are combined. */
export const multiVisits = ['total', 'first', 'last', 'average'] as const

/** One of them. */
export type MultiVisit = (typeof multiVisits)[number]

/**
 * Returns the time an issue spent in the statuses of one column; `null` if it was never in any of them.
 *
 * Unit: milliseconds on `clock`. The visits to each status are combined by `visits`, an average rounded to whole
 * milliseconds, half away from zero. Then the statuses are summed up. Law: with `total`, the columns of all statuses
 * sum up to the time of the issue in the window.
 */
export function statusDuration(
  stays: readonly ClippedStay<Stay>[],
  statuses: readonly string[],
  visits: MultiVisit,
  clock: Clock,
): Millis | null {
  let sum: Millis | null = null
  for (const status of statuses) {
    const lengths = stays.filter(({ of }) => of.value?.id === status).map(stay => lengthOf(stay, clock))
    if (lengths.length > 0) sum = (sum ?? 0) + combineVisits[visits](lengths)
  }
  return sum
}

const combineVisits: Readonly<Record<MultiVisit, (lengths: readonly Millis[]) => Millis>> = {
  total,
  first: lengths => lengths[0]!,
  last: lengths => lengths.at(-1)!,
  average: lengths => Number(roundHalfAway(BigInt(total(lengths)), BigInt(lengths.length))),
}

function total(lengths: readonly Millis[]): Millis {
  return lengths.reduce((sum, length) => sum + length, 0)
}
