import { percentileInterval } from '../../../src/core/measure/order-statistics.ts'
import { nearestRank } from '../../../src/core/measure/percentile.ts'

/** Returns the distribution of values: percentiles with their intervals, or the values if there are fewer than ten. */
export function rankedValues(percents: readonly number[], values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const count = sorted.length
  if (count < 10) return { count, percentiles: {}, values: sorted }
  const at = (rank: number | null) => (rank === null ? null : sorted[rank - 1]!)
  const percentiles = percents.map(percent => {
    const { lower, upper } = percentileInterval(percent, count)
    const rank = nearestRank(percent, count)
    return [percent, { value: at(rank), lower: at(lower), upper: at(upper), isMaximum: rank === count }] as const
  })
  return { count, percentiles: Object.fromEntries(percentiles), values: null }
}
