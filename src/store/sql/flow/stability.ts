import type { Dialect } from '../dialect/dialect.ts'
import { bigint, type Sql, sql } from '../sql.ts'
import { type FinishWindow, isFinished } from './item-queries.ts'
import { IN_PROGRESS } from './staged-stays.ts'

/** The readings of the calendar's clock at the ends of a window. */
export interface ClockSpan {
  readonly start: bigint
  readonly end: bigint
}

/**
 * Sums up the time in progress within a window, and counts the issues with a start that finished in it, with the sum of their cycle
 * times (core/measure/flow/stability.ts): `in_progress, finished, cycle_time`. It reads the spooled tables `flow_stay` and
 * `flow_item`.
 */
export function windowTotals(window: FinishWindow, { start, end }: ClockSpan, dialect: Dialect): Sql {
  const [first, last] = [bigint(start), bigint(end)]
  return sql`select s.in_progress, f.finished, f.cycle_time
from (select ${dialect.total(sql`least(left_w, ${last}) - greatest(entered_w, ${first})`)} as in_progress
      from flow_stay where kind in ${IN_PROGRESS} and left_w > ${first} and entered_w < ${last}) s
     cross join (select count(*) as finished, ${dialect.total(sql`f.counted`)} as cycle_time
                 from flow_item f where ${isFinished(window)} and f.start_ms is not null) f`
}
