import type { CalendarBuckets, ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { bigint, type Cte, identifier, type Sql, sql } from './sql.ts'

/**
 * Returns `timed`: the rows of `clipped` with `ms`, the working time from `from_ms` to `to_ms` in the report's
 * calendar.
 *
 * With 24/7, it is the elapsed time. Otherwise it is the difference of the calendar's cumulative working time W at both
 * ends: W(t) = cumulative - start + clamp(t, start, start + length), in t's bucket (time/calendar/cumulative-time.ts).
 * Every instant must have a bucket; a missing one fails the query, because a sum would ignore the row silently. Left
 * joins keep DuckDB from building its hash table on the histories instead of the buckets.
 */
export function timed({ calendar: { buckets } }: ReportPlan, dialect: Dialect): Cte[] {
  if (buckets === null) return [['timed', sql`  select s.*, s.to_ms - s.from_ms as ms from clipped s`, 'inlined']]
  return [
    bucketTable(buckets),
    [
      'timed',
      sql`  select s.*, ${workingTime('t', sql`s.to_ms`, dialect)} - ${workingTime('f', sql`s.from_ms`, dialect)} as ms
  from clipped s left join bucket f on f.k = ${bucketOf(sql`s.from_ms`, buckets, dialect)}
       left join bucket t on t.k = ${bucketOf(sql`s.to_ms`, buckets, dialect)}`,
      'inlined',
    ],
  ]
}

/** Returns `bucket`: the buckets of a calendar. */
export function bucketTable({ version }: CalendarBuckets): Cte {
  return [
    'bucket',
    sql`  select k, start_ms, start_ms + length_ms as end_ms, cumulative_ms - start_ms as before_ms
  from calendar_bucket where version = ${bigint(version)}`,
  ]
}

/** Returns the cumulative working time at an instant that lies in the bucket of an alias, or in none: then it fails. */
export function workingTime(bucket: string, instant: Sql, dialect: Dialect): Sql {
  const b = identifier(bucket)
  const found = sql`${b}.before_ms + least(greatest(${instant}, ${b}.start_ms), ${b}.end_ms)`
  return sql`(case when ${b}.k is null then ${dialect.fail('a calendar has no bucket for an instant')} else ${found} end)`
}

/** Returns the number of the bucket of an instant. */
export function bucketOf(instant: Sql, { width, shift }: CalendarBuckets, dialect: Dialect): Sql {
  return dialect.wholeQuotient(sql`${instant} + ${bigint(shift)}`, sql`${bigint(width)}`)
}
