import type { Row } from '../../core/base/row.ts'
import type { SpoolQueries } from '../../store/engine/report-engine.ts'
import { type GroupTimes, groupRanks, groupSizes } from '../../store/sql/flow/group-ranks.ts'
import { type RankedValues, ranksFor, valuesAt } from './ranked-values.ts'

/** The distribution of a group without times. */
export const NO_VALUES: RankedValues = { count: 0, percentiles: {}, values: [] }

/** Reads the distribution of the times of each group, by the id of the group. Groups without times are absent. */
export async function readGroupValues(
  times: GroupTimes,
  percents: readonly number[],
  { run, dialect }: SpoolQueries,
): Promise<ReadonlyMap<string, RankedValues>> {
  const sizes = (await run(groupSizes(times, dialect))).map(row => Number(row.times))
  if (sizes.length === 0) return new Map()
  const wanted = sizes.flatMap(times => ranksFor(times, percents).map(rank => ({ times, rank })))
  return groupValues(await run(groupRanks(times, wanted, dialect)), percents)
}

function groupValues(rows: readonly Row[], percents: readonly number[]): ReadonlyMap<string, RankedValues> {
  const groups = new Map<string, { readonly count: number; readonly times: Map<number, number> }>()
  for (const { id, times, rank, time } of rows) {
    const group = groups.get(String(id)) ?? { count: Number(times), times: new Map() }
    group.times.set(Number(rank), Number(time))
    groups.set(String(id), group)
  }
  return new Map([...groups].map(([id, { count, times }]) => [id, valuesAt(times, count, percents)]))
}
