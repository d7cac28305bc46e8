import { nearestRank } from '../measure/percentile.ts'
import type { Row } from '../store/run-query.ts'
import type { Millis } from '../time/instant.ts'
import { FEWEST_FOR_PERCENTILES } from './ranked-values.ts'

/** The times of a group: percentiles by nearest rank, or the times if there are fewer than ten. */
export interface GroupValues {
  readonly count: number
  /** By percentage. */
  readonly percentiles: Readonly<Record<string, Millis>>
  /** In ascending order; `null` if there are ten or more. */
  readonly values: readonly Millis[] | null
}

/** A group without times. */
export const NO_VALUES: GroupValues = { count: 0, percentiles: {}, values: [] }

/** Returns the times of each group by id, from rows of `sql/flow/group-ranks.ts`. */
export function groupValues(rows: readonly Row[], percents: readonly number[]): ReadonlyMap<string, GroupValues> {
  const groups = new Map<string, { readonly count: number; readonly times: Map<number, Millis> }>()
  for (const { id, times, rank, time } of rows) {
    const group = groups.get(String(id)) ?? { count: Number(times), times: new Map() }
    group.times.set(Number(rank), Number(time))
    groups.set(String(id), group)
  }
  return new Map([...groups].map(([id, { count, times }]) => [id, valuesAt(times, count, percents)]))
}

/** Returns the times of a group of `count` from those at some ranks, from 1: all ranks if there are fewer than ten. */
export function valuesAt(times: ReadonlyMap<number, Millis>, count: number, percents: readonly number[]): GroupValues {
  if (count < FEWEST_FOR_PERCENTILES) {
    return { count, percentiles: {}, values: Array.from({ length: count }, (_, i) => times.get(i + 1)!) }
  }
  const percentiles = percents.map(percent => [String(percent), times.get(nearestRank(percent, count))!])
  return { count, percentiles: Object.fromEntries(percentiles), values: null }
}
