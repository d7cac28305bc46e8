import { deviationRaw, printRaw, type Ratio } from '../time/decimal.ts'
import { percentileOf } from './percentile.ts'

/** The divisor of averages and deviations: the number of non-empty cells, or of all issues of the row. */
export const denominators = ['nonNull', 'rowCount'] as const

/** One of the denominators. */
export type Denominator = (typeof denominators)[number]

/**
 * Computes an aggregate of at least one value, in `raw` form. `count` is the denominator of averages, and `percent` the
 * percentile.
 */
type Definition = (values: readonly bigint[], count: bigint, percent: number | null) => string

/**
 * The definition of each aggregate over the issues of a row.
 *
 * To add an aggregate, add its definition here, its entry in store/plan/aggregates.ts, and its SQL in store/sql/aggregates.ts.
 */
const definitions = {
  average: (values, count) => printRaw({ numerator: total(values), denominator: count }),
  sum: values => printRaw({ numerator: total(values), denominator: 1n }),
  median: values => printRaw(median(values)),
  standardDeviation: (values, count) => deviationRaw(count, total(values), total(values.map(value => value * value))),
  percentile: (values, _count, percent) => String(percentileOf(sorted(values), percent!)),
} as const satisfies Record<string, Definition>

/** The name of an aggregate. */
export type Aggregate = keyof typeof definitions

/**
 * Returns the aggregate of one column over the issues of a row, in `raw` form; `null` if all cells are empty.
 *
 * `cells` has one entry for each issue of the row, `null` for an empty cell. Exact for whole numbers of any size; only
 * the result is rounded. The deviation is the population deviation. `percent` is the percentile; `null` for other
 * aggregates. Laws: the order of the cells does not matter; the
 * average by nonNull lies between the least and the greatest cell; with `rowCount`, an empty cell counts as 0.
 */
export function aggregate(
  cells: readonly (bigint | null)[],
  kind: Aggregate,
  denominator: Denominator,
  percent: number | null = null,
): string | null {
  const values = cells.filter(cell => cell !== null)
  if (values.length === 0) return null
  return definitions[kind](values, BigInt(denominator === 'rowCount' ? cells.length : values.length), percent)
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n)
}

/** Returns the middle value, or the mean of the middle two. */
function median(values: readonly bigint[]): Ratio {
  const inOrder = sorted(values)
  const lower = inOrder[(inOrder.length - 1) >> 1]!
  const upper = inOrder[inOrder.length >> 1]!
  return { numerator: lower + upper, denominator: 2n }
}

function sorted(values: readonly bigint[]): bigint[] {
  return values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
