import type { Stay } from '../history/stay.ts'
import { roundHalfAway } from '../time/decimal.ts'
import type { Millis } from '../time/instant.ts'
import { type ClippedStay, lengthOf } from './clip-to-window.ts'
import type { Clock } from './clock.ts'
import type { ExplainCell } from './explanation.ts'
import type { MultiVisit } from './multi-visit.ts'
import { explainVisits, visitsOf } from './visits.ts'

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

/** Explains a cell of time in a status by the visits to it. */
export const explainStatusDuration: ExplainCell = cell => {
  const { clock, multiVisit, column } = cell
  const { members } = column.statuses
  return {
    raw: statusDuration(visitsOf(cell), members, multiVisit, clock),
    rule: rules[multiVisit](members.length > 1),
    parts: explainVisits(cell, (visit, own) => ({
      raw: lengthOf(visit, clock),
      why: whyNotCounted(multiVisit, visit, own),
    })),
  }
}

function whyNotCounted(visits: MultiVisit, visit: ClippedStay<Stay>, own: readonly ClippedStay<Stay>[]): string | null {
  if (visits === 'first' && visit !== own[0]) return 'Only the first visit to a status counts.'
  if (visits === 'last' && visit !== own.at(-1)) return 'Only the last visit to a status counts.'
  return null
}

const rules: Readonly<Record<MultiVisit, (consolidated: boolean) => string>> = {
  total: () => 'The sum of all visits.',
  first: consolidated =>
    consolidated ? 'The sum of the first visits to each status.' : 'The time of the first visit.',
  last: consolidated => (consolidated ? 'The sum of the last visits to each status.' : 'The time of the last visit.'),
  average: consolidated =>
    consolidated
      ? 'The sum of the averages: for each status the average of its visits, rounded to whole milliseconds.'
      : 'The average of all visits: their total time divided by their number, rounded to whole milliseconds.',
}
