import { deviationRaw, printRaw, type Ratio } from '../time/decimal.ts'

/** The aggregates over the issues of a row. */
export const aggregates = ['average', 'sum', 'median', 'standardDeviation'] as const

/** One of the aggregates. */
export type Aggregate = (typeof aggregates)[number]

/** What an average or a deviation divides by: the cells that are not empty, or all issues of the row. */
export const denominators = ['nonNull', 'rowCount'] as const

/** One of the denominators. */
export type Denominator = (typeof denominators)[number]

/**
 * The aggregate of one column over the issues of a row, as raw; `null` when every cell is empty.
 *
 * `cells` has one for each issue of the row, `null` where it is empty. Exact: whole numbers of any size, rounded only
 * when written. A deviation is that of the whole population. Laws: the order of the cells does not matter; the average by
 * nonNull lies between the least and the greatest cell; with `rowCount` an empty cell counts as 0.
 */
export function aggregate(cells: readonly (bigint | null)[], kind: Aggregate, denominator: Denominator): string | null {
  const values = cells.filter(cell => cell !== null)
  if (values.length === 0) return null
  const count = BigInt(denominator === 'rowCount' ? cells.length : values.length)
  const sum = total(values)
  switch (kind) {
    case 'sum':
      return printRaw({ numerator: sum, denominator: 1n })
    case 'average':
      return printRaw({ numerator: sum, denominator: count })
    case 'median':
      return printRaw(median(values))
    case 'standardDeviation':
      return deviationRaw(count, sum, total(values.map(value => value * value)))
  }
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n)
}

/** The middle value; of an even number of values, the mean of the middle two. */
function median(values: readonly bigint[]): Ratio {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const lower = sorted[(sorted.length - 1) >> 1]!
  const upper = sorted[sorted.length >> 1]!
  return { numerator: lower + upper, denominator: 2n }
}
