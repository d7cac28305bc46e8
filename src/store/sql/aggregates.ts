import type { aggregates } from '../plan/aggregates.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { identifier, plain, type Sql, sql } from './sql.ts'

/** The totals of a cell: the number of its values, their sum, `extra` of the aggregate, and the percentile of the plan. */
interface Totals {
  /** With `rowCount`, the number of issues in the group. */
  readonly count: Sql
  readonly total: Sql
  readonly extra: Sql
  readonly percentile: Sql
}

/** What an aggregate takes of each value, and the function that merges it, in any order. */
interface PartSql {
  readonly of: (value: Sql, dialect: Dialect) => Sql
  readonly merge: 'sum' | 'min' | 'max'
}

/** The SQL of an aggregate. */
interface AggregateSql {
  /** What it needs of the values of a cell besides their number and sum; `null` if nothing. */
  readonly extra: 'median' | PartSql | null
  /** Returns the result in thousandths: an exact integer, with halves rounded away from zero. */
  readonly raw: (totals: Totals, dialect: Dialect) => Sql
}

const aggregateSql: Readonly<Record<keyof typeof aggregates, AggregateSql>> = {
  average: {
    extra: null,
    raw: ({ count, total }, dialect) => dialect.wholeQuotient(sql`2000 * ${total} + ${count}`, sql`2 * ${count}`),
  },
  sum: { extra: null, raw: ({ total }) => sql`1000 * ${total}` },
  median: {
    extra: 'median',
    // The mean of two integers is a multiple of one half, which a double represents exactly.
    raw: ({ extra }, dialect) => sql`500 * ${dialect.wide(sql`round(2 * ${extra})`)}`,
  },
  standardDeviation: {
    extra: { of: (value, dialect) => dialect.square(value), merge: 'sum' },
    raw: deviation,
  },
  percentile: { extra: null, raw: ({ percentile }) => sql`1000 * ${percentile}` },
}

/** Returns the percentiles that a report computes of the values of a cell, ascending. */
export function percentsOf({ percent, percentiles }: ReportPlan): readonly number[] {
  return [...new Set([...percentiles, ...(percent === null ? [] : [percent])])].sort((a, b) => a - b)
}

/** Returns the column of a percentile. */
export function percentileColumn(percent: number): Sql {
  return identifier(`p${percent}`)
}

/** Returns what the aggregate of a report needs of the values of a cell besides their number and sum. */
export function aggregateExtra(plan: ReportPlan, dialect: Dialect): Sql | null {
  if (isMedian(plan)) return dialect.quantile(sql`value`, 0.5)
  const parts = extraParts(plan, dialect)
  return parts?.merge(parts.part) ?? null
}

/** Returns whether the aggregate of a report ranks the values of a cell, without being a percentile. */
export function isMedian(plan: ReportPlan): boolean {
  return sqlOf(plan).extra === 'median'
}

/** What `extra` consists of. */
export interface ExtraParts {
  /** What it takes of a `value`. */
  readonly part: Sql
  /** What it takes of a `value` that as many issues as `weight` have. */
  readonly weighted: Sql
  /** Returns the aggregate that merges such parts. */
  readonly merge: (parts: Sql) => Sql
}

/** Returns what `extra` of the aggregate of a report consists of; `null` without `extra`, and for the median. */
export function extraParts(plan: ReportPlan, dialect: Dialect): ExtraParts | null {
  const { extra } = sqlOf(plan)
  if (extra === null || extra === 'median') return null
  const part = extra.of(sql`value`, dialect)
  const weighted = extra.merge === 'sum' ? sql`${part} * weight` : part
  return { part, weighted, merge: parts => sql`${plain(extra.merge)}(${parts})` }
}

/**
 * Returns the aggregate of a cell `c` of a group `r`, in thousandths of its unit: an exact integer, with halves rounded
 * away from zero.
 *
 * `c` has `count` and `total` of the values, `extra` if the aggregate needs it, and the percentiles; `r` has `issue_count`. With
 * `rowCount`, every issue of the group counts; issues without a value count as 0 (contract §2.1, averageDenominator).
 */
export function aggregateRaw(plan: ReportPlan, dialect: Dialect): Sql {
  const count = dialect.wide(plan.denominator === 'rowCount' ? sql`r.issue_count` : sql`c.count`)
  const percentile = plan.percent === null ? sql`null` : percentileOf(plan.percent, dialect)
  return sqlOf(plan).raw({ count, total: dialect.wide(sql`c.total`), extra: sql`c.extra`, percentile }, dialect)
}

/** Returns the additional percentiles of a cell `c`, in thousandths, as columns. */
export function percentilesRaw({ percentiles }: ReportPlan, dialect: Dialect): readonly Sql[] {
  return percentiles.map(percent => sql`1000 * ${percentileOf(percent, dialect)} as ${percentileColumn(percent)}`)
}

function percentileOf(percent: number, dialect: Dialect): Sql {
  return dialect.wide(sql`c.${percentileColumn(percent)}`)
}

function sqlOf({ aggregate }: ReportPlan): AggregateSql {
  if (aggregate === null) throw new Error('a list has no aggregate')
  return aggregateSql[aggregate]
}

/**
 * Returns the population standard deviation in thousandths: sqrt(count * extra - total²) / count.
 *
 * A double is accurate to one thousandth. The result is the largest r with ((2r - 1) * count)² <= 4,000,000 * spread,
 * which is the exact value, rounded. Dividing (2r - 1) * count by 2000 first keeps all products below 38 digits.
 */
function deviation({ count, total, extra }: Totals, dialect: Dialect): Sql {
  const spread = sql`(${count} * ${dialect.wide(extra)} - ${total} * ${total})`
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
