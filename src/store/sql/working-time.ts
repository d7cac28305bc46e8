import type { CalendarBuckets, ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { cutRows, periodIn } from './periods.ts'
import { hasPeriods, type ReportIssues } from './report-issues.ts'
import { bigint, type Cte, identifier, type Sql, sql } from './sql.ts'

/**
 * Returns `timed`: the rows of `clipped` with `ms`, the working time from `from_ms` to `to_ms` in the report's
 * calendar. With periods, it has the rows of `cut`, and `ms` is 1 for whole periods.
 */
export function timed(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  if (!hasPeriods(issues)) {
    const { ms, from } = timeBetween('clipped', sql`s.from_ms`, sql`s.to_ms`, plan, dialect)
    return [...calendarBuckets(plan), ['timed', sql`  select s.*, ${ms} as ms${from}`, 'inlined']]
  }
  const { ms, from } = timeBetween('cut', sql`s.part_from_ms`, sql`s.part_to_ms`, plan, dialect)
  return [
    ...cutRows(plan, issues, dialect),
    ...calendarBuckets(plan),
    ['timed', sql`  select s.*, case when s.until is null then ${ms} else 1 end as ms${from}`, 'inlined'],
  ]
}

/**
 * Returns `whole_period`: `number, ms` of the periods that a stay can fill, with their working time. It needs the tables of
 * `timed`.
 */
export function wholePeriods(plan: ReportPlan, dialect: Dialect): Cte {
  const { ms, from } = timeBetween('period', sql`s.from_ms`, sql`s.to_ms`, plan, dialect)
  // Nothing reaches beyond the first and the last period, and the calendar may not have their borders.
  return [
    'whole_period',
    sql`  select s.number, ${ms} as ms${from}
  where s.number > 1 and s.to_ms <= ${bigint(plan.window.end)}`,
  ]
}

/** Returns `bucket` of the report's calendar; no table with 24/7. */
export function calendarBuckets({ calendar: { buckets } }: ReportPlan): Cte[] {
  return buckets === null ? [] : [bucketTable(buckets)]
}

/** Returns `bucket`: the buckets of a calendar. */
export function bucketTable({ version }: CalendarBuckets): Cte {
  return [
    'bucket',
    sql`  select k, start_ms, start_ms + length_ms as end_ms, cumulative_ms - start_ms as before_ms
  from calendar_bucket where version = ${bigint(version)}`,
  ]
}

/**
 * Returns the working time between two instants of rows `s`, and the FROM clause that it needs.
 *
 * With 24/7, it is the elapsed time. Otherwise it is the difference of the calendar's cumulative working time W at both
 * ends: W(t) = cumulative - start + clamp(t, start, start + length), in t's bucket (core/time/calendar/cumulative-time.ts).
 * Every instant must have a bucket; a missing one fails the query, because a sum would ignore the row silently. Left
 * joins keep DuckDB from building its hash table on the histories instead of the buckets.
 */
function timeBetween(
  rows: 'clipped' | 'cut' | 'period',
  from: Sql,
  to: Sql,
  { calendar: { buckets } }: ReportPlan,
  dialect: Dialect,
): { readonly ms: Sql; readonly from: Sql } {
  const source = identifier(rows)
  if (buckets === null) return { ms: sql`${to} - ${from}`, from: sql` from ${source} s` }
  return {
    ms: sql`${workingTime('t', to, dialect)} - ${workingTime('f', from, dialect)}`,
    from: sql`
  from ${source} s left join bucket f on f.k = ${bucketOf(from, buckets, dialect)}
       left join bucket t on t.k = ${bucketOf(to, buckets, dialect)}`,
  }
}

/** Returns the cumulative working time at an instant that lies in the bucket of an alias, or in none: then it fails. */
export function workingTime(bucket: string, instant: Sql, dialect: Dialect): Sql {
  const b = identifier(bucket)
  const found = sql`${b}.before_ms + least(greatest(${instant}, ${b}.start_ms), ${b}.end_ms)`
  return sql`(case when ${b}.k is null then ${dialect.fail('a calendar has no bucket for an instant')} else ${found} end)`
}

/** Returns the working time before an instant of rows `s`, up to a constant, and the join that it needs. */
export function workedAt(
  instant: Sql,
  { calendar: { buckets } }: ReportPlan,
  dialect: Dialect,
): { readonly worked: Sql; readonly join: Sql } {
  if (buckets === null) return { worked: instant, join: sql`` }
  return {
    worked: workingTime('b', instant, dialect),
    join: sql` left join bucket b on b.k = ${bucketOf(instant, buckets, dialect)}`,
  }
}

/**
 * Returns `worked_period`: `number, started, ended` of each period, the working time before its start and its end, or before
 * the end of the report. Before the first bucket of the calendar there are no stays: it is 0.
 */
export function workedPeriods(plan: ReportPlan, dialect: Dialect): Cte {
  const isBefore = plan.calendar.buckets === null ? sql`` : sql` or s.from_ms < (select min(start_ms) from bucket)`
  const { worked, join } = workedAt(sql`s.from_ms`, plan, dialect)
  const after = bigint(periodIn(plan).borders.length)
  return [
    'worked_period',
    sql`  select number, started, ended
  from (select number, started, lead(started) over (order by number) as ended
    from (select s.number, case when s.number = 1${isBefore} then 0 else ${worked} end as started
      from (select number, from_ms from period union all select ${after}, ${bigint(plan.window.end)}) s${join}) s) s
  where number < ${after}`,
  ]
}

/** Returns the number of the bucket of an instant. */
export function bucketOf(instant: Sql, { width, shift }: CalendarBuckets, dialect: Dialect): Sql {
  return dialect.wholeQuotient(sql`${instant} + ${bigint(shift)}`, sql`${bigint(width)}`)
}
