import type { ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { type Sql, sql } from './sql.ts'

/**
 * Returns the aggregate of a cell `c` of a group `r`, in thousandths of its unit: an exact integer, with halves rounded
 * away from zero.
 *
 * `c` has `count` and `total` of the values, and `squares` or `median` if the aggregate needs it; `r` has
 * `issue_count`. With `rowCount`, every issue of the group counts; issues without a value count as 0 (contract §2.1,
 * averageDenominator).
 */
export function aggregateRaw({ aggregate, denominator }: ReportPlan, dialect: Dialect): Sql {
  const count = dialect.wide(denominator === 'rowCount' ? sql`r.issue_count` : sql`c.count`)
  const total = dialect.wide(sql`c.total`)
  switch (aggregate) {
    case 'average':
      return dialect.wholeQuotient(sql`2000 * ${total} + ${count}`, sql`2 * ${count}`)
    case 'standardDeviation':
      return deviation(count, total, dialect)
    case 'median':
      // The mean of two integers is a multiple of one half, which a double represents exactly.
      return sql`500 * ${dialect.wide(sql`round(2 * c.median)`)}`
    case 'sum':
      return sql`1000 * ${total}`
    case null:
      throw new Error('lists have no aggregate')
  }
}

/**
 * Returns the population standard deviation in thousandths: sqrt(count * squares - total²) / count.
 *
 * A double is accurate to one thousandth. The result is the largest r with ((2r - 1) * count)² <= 4,000,000 * spread,
 * which is the exact value, rounded. Dividing (2r - 1) * count by 2000 first keeps all products below 38 digits.
 */
function deviation(count: Sql, total: Sql, dialect: Dialect): Sql {
  const spread = sql`(${count} * ${dialect.wide(sql`c.squares`)} - ${total} * ${total})`
  const near = dialect.wide(sql`floor(1000 * sqrt(${dialect.double(spread)}) / ${dialect.double(count)})`)
  const isReached = (r: Sql) => {
    const odd = sql`((2 * (${r}) - 1) * ${count})`
    const q = dialect.wholeQuotient(odd, sql`2000`)
    const rest = sql`(${odd} - 2000 * (${q}))`
    return sql`4000000 * (${spread} - (${q}) * (${q})) >= ${rest} * (4000 * (${q}) + ${rest})`
  }
  return sql`case when ${spread} = 0 then ${dialect.wide(sql`0`)}
      when ${isReached(sql`${near} + 2`)} then ${near} + 2
      when ${isReached(sql`${near} + 1`)} then ${near} + 1
      when ${near} = 0 or ${isReached(near)} then ${near}
      else ${near} - 1 end`
}
