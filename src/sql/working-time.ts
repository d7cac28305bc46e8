import type { CalendarBuckets, ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { bigint, type Cte, identifier, type Sql, sql } from './sql.ts'

/**
 * `timed`: the rows of `seen` with `ms`, how long each lasted from `from_ms` to `to_ms` in the report's calendar.
 *
 * 24/7 needs no calendar: a period lasts as long as the clocks of physics say. Otherwise it is the difference of the
 * calendar's cumulative working time W at its two ends: W(t) = cumulative + clamp(t - start, 0, length) of t's bucket
 * (time/calendar/cumulative-time.ts).
 */
export function timed({ calendar: { buckets } }: ReportPlan, dialect: Dialect): Cte[] {
  if (buckets === null) return [['timed', sql`  select s.*, s.to_ms - s.from_ms as ms from seen s`]]
  return [
    [
      'bucket',
      sql`  select k, start_ms, length_ms, cumulative_ms from calendar_bucket where version = ${bigint(buckets.version)}`,
    ],
    [
      'timed',
      sql`  select s.*, ${workingTime('t', sql`s.to_ms`)} - ${workingTime('f', sql`s.from_ms`)} as ms
  from seen s join bucket f on f.k = ${bucketOf(sql`s.from_ms`, buckets, dialect)}
       join bucket t on t.k = ${bucketOf(sql`s.to_ms`, buckets, dialect)}`,
    ],
  ]
}

function workingTime(bucket: string, moment: Sql): Sql {
  const b = identifier(bucket)
  return sql`(${b}.cumulative_ms + least(greatest(${moment} - ${b}.start_ms, 0), ${b}.length_ms))`
}

function bucketOf(moment: Sql, { width, shift }: CalendarBuckets, dialect: Dialect): Sql {
  return dialect.wholeQuotient(sql`${moment} + ${bigint(shift)}`, sql`${bigint(width)}`)
}
