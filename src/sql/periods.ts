import type { PeriodGroup, ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { hasPeriods, type ReportIssues } from './report-issues.ts'
import { bigint, bigints, type Cte, identifier, joinSql, plain, type Sql, sql } from './sql.ts'

// How time is cut at the borders of periods, so that the number of rows does not grow with the number of periods: a stay
// has a row for its first period, one for its last, and one for all periods between, which it fills completely.

/** The period of a report, and its index in groupByFields. */
export interface IndexedPeriod extends PeriodGroup {
  readonly index: number
}

/** Returns the period of a report. Throws if it has none. */
export function periodIn({ groupBy }: ReportPlan): IndexedPeriod {
  const index = groupBy.findIndex(({ field }) => field === null)
  return { ...(groupBy[index] as PeriodGroup), index }
}

/** Returns `period`: `number` from 1, `from_ms, to_ms` of each period of the report. */
function periodTable({ borders }: PeriodGroup, dialect: Dialect): Cte {
  const list = dialect.listTable([
    ['number', sql`${bigints(borders.slice(1).map((_, i) => i + 1))}`],
    ['from_ms', sql`${bigints(borders.slice(0, -1))}`],
    ['to_ms', sql`${bigints(borders.slice(1))}`],
  ])
  return ['period', sql`  select * from ${list}`]
}

/**
 * Returns `period` and `period_bucket(k, number, from_ms, to_ms)`: each period in all buckets of fixed width that it
 * touches. An equality finds the bucket of an instant, and few of its periods are left to compare.
 */
export function periodBuckets(plan: ReportPlan, dialect: Dialect): Cte[] {
  const period = periodIn(plan)
  const { origin, width } = bucketsOf(period)
  const bucket = (instant: Sql) => dialect.wholeQuotient(sql`${instant} - ${bigint(origin)}`, sql`${bigint(width)}`)
  const { borders } = period
  const most = borders.slice(1).reduce((most, end, i) => Math.max(most, Math.ceil((end - borders[i]!) / width)), 0)
  const offsets = Array.from({ length: most + 1 }, (_, offset) => plain(`(${offset})`))
  return [
    periodTable(period, dialect),
    [
      'period_bucket',
      sql`  select ${bucket(sql`p.from_ms`)} + o.n as k, p.number, p.from_ms, p.to_ms
  from period p cross join (values ${joinSql(offsets, ', ')}) as o(n)
  where ${bucket(sql`p.from_ms`)} + o.n <= ${bucket(sql`p.to_ms - 1`)}`,
    ],
  ]
}

function bucketsOf({ borders }: PeriodGroup): { readonly origin: number; readonly width: number } {
  const [first, last] = [borders[0]!, borders.at(-1)!]
  return { origin: first, width: Math.ceil((last - first) / (borders.length - 1)) }
}

/** Joins the period of an instant of row `s` as `alias`. Left joins keep DuckDB from hashing the histories. */
function periodJoin(alias: string, instant: Sql, plan: ReportPlan, dialect: Dialect): Sql {
  const { origin, width } = bucketsOf(periodIn(plan))
  const p = identifier(alias)
  const k = dialect.wholeQuotient(sql`${instant} - ${bigint(origin)}`, sql`${bigint(width)}`)
  return sql` left join period_bucket ${p} on ${p}.k = ${k} and ${instant} >= ${p}.from_ms and ${instant} < ${p}.to_ms`
}

/** Returns the number of the joined period. An instant without a period fails the query. */
function periodNumber(alias: string, dialect: Dialect): Sql {
  const number = sql`${identifier(alias)}.number`
  return sql`case when ${number} is null then ${dialect.fail('there is no period for an instant')} else ${number} end`
}

/**
 * Returns `cut`: the rows of `clipped`, cut at the borders of the periods: the columns of `clipped`, `period`, `until`,
 * and the cut `part_from_ms, part_to_ms`. A row of whole periods has them from `period` to `until`; in others `until` is
 * null. A stay of no length is in the period of its instant. No table without periods.
 */
export function cutRows(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  if (!hasPeriods(issues)) return []
  return [
    ...periodBuckets(plan, dialect),
    [
      'placed',
      sql`  select s.*, ${periodNumber('f', dialect)} as first_period, f.to_ms as first_to_ms,
         ${periodNumber('t', dialect)} as last_period, t.from_ms as last_from_ms
  from clipped s${periodJoin('f', sql`s.from_ms`, plan, dialect)}
      ${periodJoin('t', sql`greatest(s.from_ms, s.to_ms - 1)`, plan, dialect)}`,
      'inlined',
    ],
    [
      'cut',
      sql`  select s.*, case part when 0 then first_period when 1 then last_period else first_period + 1 end as period,
         case when part = 2 then last_period - 1 end as until,
         case when part = 1 then last_from_ms else from_ms end as part_from_ms,
         case when part = 0 then least(to_ms, first_to_ms) else to_ms end as part_to_ms
  from placed s cross join (values (0), (1), (2)) as c(part)
  where part = 0 or first_period + part <= last_period`,
      'inlined',
    ],
  ]
}

/**
 * Returns the period of an instant of rows `s`: its `number`, the `key` for GROUP BY, its `start`, and their join. It needs
 * periodBuckets.
 */
export function periodAt(
  instant: Sql,
  plan: ReportPlan,
  dialect: Dialect,
): Record<'number' | 'key' | 'start' | 'join', Sql> {
  return {
    number: periodNumber('e', dialect),
    key: sql`e.number`,
    start: sql`e.from_ms`,
    join: periodJoin('e', instant, plan, dialect),
  }
}

/** The period of an instant of rows `s`; all parts are empty without periods. */
export interface InstantPeriod {
  readonly tables: readonly Cte[]
  readonly join: Sql
  /** `, ... as period, ... as until`, as in `cut`. */
  readonly columns: Sql
  /** The part of GROUP BY. */
  readonly keys: Sql
}

/** Returns the period of an instant of rows `s`. */
export function periodOfInstant(instant: Sql, plan: ReportPlan, issues: ReportIssues, dialect: Dialect): InstantPeriod {
  if (!hasPeriods(issues)) return { tables: [], join: sql``, columns: sql``, keys: sql`` }
  const { number, key, join } = periodAt(instant, plan, dialect)
  return {
    tables: periodBuckets(plan, dialect),
    join,
    columns: sql`, ${number} as period, cast(null as bigint) as until`,
    keys: sql`, ${key}`,
  }
}

/** Returns `counted`: the rows of `clipped` with the period of their start, as in `cut`. No table without periods. */
export function counted(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  if (!hasPeriods(issues)) return []
  const { tables, join, columns } = periodOfInstant(sql`s.from_ms`, plan, issues, dialect)
  return [...tables, ['counted', sql`  select s.*${columns} from clipped s${join}`, 'inlined']]
}

/**
 * Selects the runs of periods between changes: the columns of `table`, `running`, the sum of the changes so far, and
 * `next_period`, the period after the run.
 */
export function runs(table: 'whole_change' | 'group_change' | 'total_change', keys: Sql | null): Sql {
  const inOrder = sql`${keys === null ? sql`` : sql`partition by ${keys} `}order by period`
  return sql`  select c.*, cast(sum(change) over (${inOrder} rows unbounded preceding) as bigint) as running,
         lead(period) over (${inOrder}) as next_period
  from ${identifier(table)} c`
}
