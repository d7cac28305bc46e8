/** The percentiles that can be asked for: whole numbers from 1 to this. */
export const MAX_PERCENT = 100

/**
 * Returns the rank of a percentile among `count` values in ascending order, from 1: the smallest rank such that at least
 * `percent` % of the values are at or before it (nearest rank).
 */
export function nearestRank(percent: number, count: number): number {
  return Math.max(1, Math.ceil((percent * count) / 100))
}

/**
 * Returns a percentile of at least one value in ascending order, by nearest rank. It is one of the values, and at least
 * `percent` % of them do not exceed it. So the 50th percentile of an even number of values can be below their median.
 */
export function percentileOf<T>(sorted: readonly T[], percent: number): T {
  return sorted[nearestRank(percent, sorted.length) - 1]!
}
