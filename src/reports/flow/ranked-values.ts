import type { Row } from '../../core/base/row.ts'
import { percentileInterval } from '../../core/measure/order-statistics.ts'
import { nearestRank } from '../../core/measure/percentile.ts'
import type { SpoolQueries } from '../../store/engine/report-engine.ts'
import type { Run } from '../../store/engine/run-query.ts'
import { FEWEST_FOR_PERCENTILES, isMaximum } from '../../store/plan/aggregates.ts'
import {
  type GroupTimes,
  groupRanks,
  groupSizes,
  RANKS_ORDER,
  type WantedTimesRank,
} from '../../store/sql/flow/group-ranks.ts'
import { type FinishWindow, type RankedMeasure, rankedItems } from '../../store/sql/flow/item-queries.ts'
import { runStacked } from './run-stacked.ts'

/** A percentile by nearest rank, with its 90 % interval; `null` for an open end. */
export interface RankedPercentile {
  readonly value: number
  readonly lower: number | null
  readonly upper: number | null
  /** Whether its rank is the last one. */
  readonly isMaximum: boolean
}

/** The distribution of a measure: percentiles, or the values if there are fewer than ten. */
export interface RankedValues {
  readonly count: number
  /** By percentage. */
  readonly percentiles: Readonly<Record<string, RankedPercentile>>
  /** In ascending order; `null` if there are ten or more. */
  readonly values: readonly number[] | null
}

/** A distribution to read. */
export interface WantedDistribution {
  readonly measure: RankedMeasure
  readonly window: FinishWindow
  /** The number of issues with a value that finished in the window. */
  readonly count: number
  readonly percents: readonly number[]
}

/** Reads distributions of measures over the issues of `flow_item` that finished in windows. */
export async function readRanked(wanted: readonly WantedDistribution[], run: Run): Promise<RankedValues[]> {
  const queries = wanted.map(({ measure, window, count, percents }) =>
    rankedItems(measure, window, ranksFor(count, percents)),
  )
  const found = await runStacked(queries, run)
  return wanted.map(({ count, percents }, i) => {
    const rows = found[i]!.map(({ rank, value }) => [Number(rank), Number(value)] as const)
    return valuesAt(new Map(rows), count, percents)
  })
}

/** Returns the ranks, from 1, that the distribution of `count` values needs: the ranks of its percentiles and their intervals, or all. */
export function ranksFor(count: number, percents: readonly number[]): number[] {
  if (count < FEWEST_FOR_PERCENTILES) return Array.from({ length: count }, (_, i) => i + 1)
  const ranks = percents.map(percent => ranksOf(percent, count))
  return [...new Set(ranks.flatMap(({ rank, lower, upper }) => [rank, lower ?? rank, upper ?? rank]))]
}

/** Returns the rank of a percentile, and those of its interval; `null` for an open end. */
function ranksOf(percent: number, count: number) {
  const { lower, upper } = percentileInterval(percent, count)
  return { rank: nearestRank(percent, count), lower, upper }
}

/** Returns the distribution of `count` values from those at the ranks of `ranksFor`. */
export function valuesAt(times: ReadonlyMap<number, number>, count: number, percents: readonly number[]): RankedValues {
  if (count < FEWEST_FOR_PERCENTILES) {
    return { count, percentiles: {}, values: Array.from({ length: count }, (_, i) => times.get(i + 1)!) }
  }
  const at = (rank: number | null) => (rank === null ? null : times.get(rank)!)
  const percentiles = percents.map((percent): [string, RankedPercentile] => {
    const { rank, lower, upper } = ranksOf(percent, count)
    const ends = { lower: at(lower), upper: at(upper) }
    return [String(percent), { value: times.get(rank)!, ...ends, isMaximum: isMaximum(percent, count) }]
  })
  return { count, percentiles: Object.fromEntries(percentiles), values: null }
}

/** The distribution of a group without times. */
export const NO_VALUES: RankedValues = { count: 0, percentiles: {}, values: [] }

/** Reads the distribution of the times of each group, by the id of the group. Groups without times are absent. */
export async function readGroupValues(
  times: GroupTimes,
  percents: readonly number[],
  spooled: SpoolQueries,
): Promise<ReadonlyMap<string, RankedValues>> {
  const [values] = await readStackedValues([times], percents, spooled)
  return values!
}

/** Reads what readGroupValues reads of several times, in the same two statements. */
export async function readStackedValues(
  all: readonly GroupTimes[],
  percents: readonly number[],
  { run, dialect }: SpoolQueries,
): Promise<ReadonlyMap<string, RankedValues>[]> {
  const sizes = await runStacked(
    all.map(times => groupSizes(times, dialect)),
    run,
  )
  if (sizes.flat().length === 0) return all.map(() => new Map())
  const ranks = all.map((times, i) => groupRanks(times, wantedRanks(sizes[i]!, percents), dialect))
  return (await runStacked(ranks, run, RANKS_ORDER)).map(rows => groupValues(rows, percents))
}

function wantedRanks(sizes: readonly Row[], percents: readonly number[]): WantedTimesRank[] {
  return sizes.flatMap(row => {
    const times = Number(row.times)
    return ranksFor(times, percents).map(rank => ({ times, rank }))
  })
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
