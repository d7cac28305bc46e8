import { percentileInterval } from '../measure/order-statistics.ts'
import { nearestRank } from '../measure/percentile.ts'
import { type FinishWindow, type RankedMeasure, rankedItems } from '../sql/flow/item-queries.ts'
import type { Run } from '../store/run-query.ts'

/** Below this number of values, the values themselves are shown, and no percentiles. */
export const FEWEST_FOR_PERCENTILES = 10

/** A percentile by nearest rank, with its 90 % interval; `null` for an open end. */
export interface RankedPercentile {
  readonly value: number
  readonly lower: number | null
  readonly upper: number | null
  /** Whether it is the greatest value only because there are few. */
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

/** Reads the distribution of a measure over the `count` issues with a value that finished in a window. */
export async function readRanked(
  measure: RankedMeasure,
  window: FinishWindow,
  { count, percents, run }: { readonly count: number; readonly percents: readonly number[]; readonly run: Run },
): Promise<RankedValues> {
  if (count < FEWEST_FOR_PERCENTILES) {
    const rows = await run(rankedItems(measure, window, ranksTo(count)))
    const values = rows.map(({ value }) => Number(value)).sort((a, b) => a - b)
    return { count, percentiles: {}, values }
  }
  const wanted = percents.map(percent => {
    const { lower, upper } = percentileInterval(percent, count)
    return { percent, rank: nearestRank(percent, count), lower, upper }
  })
  const ranks = wanted.flatMap(({ rank, lower, upper }) => [rank, lower ?? rank, upper ?? rank])
  const rows = await run(rankedItems(measure, window, [...new Set(ranks)]))
  const valueAt = new Map(rows.map(({ rank, value }) => [Number(rank), Number(value)]))
  const percentiles = wanted.map(({ percent, rank, lower, upper }): [string, RankedPercentile] => [
    String(percent),
    {
      value: valueAt.get(rank)!,
      lower: lower === null ? null : valueAt.get(lower)!,
      upper: upper === null ? null : valueAt.get(upper)!,
      isMaximum: rank === count,
    },
  ])
  return { count, percentiles: Object.fromEntries(percentiles), values: null }
}

function ranksTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1)
}
