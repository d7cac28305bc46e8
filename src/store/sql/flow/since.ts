import type { Millis } from '../../../core/time/instant.ts'
import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { bigint, type Sql, sql } from '../sql.ts'
import { type FinishWindow, isFinished, isMoveIn, isStarted } from './item-queries.ts'
import { IN_PROGRESS } from './staged-stays.ts'

/**
 * Counts the issues that `finished`, `started` or `moved_back` in a window, and selects the last finish of all issues as `finish_ms`
 * and the last instant at which a stay began as `change_ms`; null without one. It reads the spooled tables `flow_item`, `item_move` and
 * `flow_stay`.
 */
export function sinceTotals(window: FinishWindow): Sql {
  const movedBack = sql`select m.issue_id from item_move m where m.is_backward and ${isMoveIn(window)}`
  return sql`select count(*) filter (where ${isFinished(window)}) as finished, count(*) filter (where ${isStarted(window)}) as started,
       count(*) filter (where f.issue_id in (${movedBack})) as moved_back, max(f.finish_ms) as finish_ms,
       (select max(entered_ms) from flow_stay) as change_ms
from flow_item f`
}

/**
 * Selects the issues in progress that came over an SLE in the last `elapsed` time of the calendar's clock (isNewlyOver in
 * core/measure/flow/ageing.ts), at most `limit`, the oldest first: `issue_id`, and the number of all of them as `issues`. It reads the
 * spooled tables `flow_item` and `flow_stay`.
 */
export function oldestNewlyOver(plan: FlowPlan, sle: Millis, elapsed: Millis, limit: number): Sql {
  return sql`select n.issue_id, count(*) over () as issues from (${newlyOver(plan, sle, elapsed)}) n
order by n.counted desc, n.issue_id limit ${bigint(limit)}`
}

/** Selects all issues of oldestNewlyOver with their ages: `issue_id, counted`. Without an SLE there are none. */
export function newlyOver({ returns }: FlowPlan, sle: Millis | null, elapsed: Millis): Sql {
  // Only with pause can less time count than passed.
  const counted =
    returns === 'pause'
      ? { join: sql` join (${countedSince(elapsed)}) c on c.issue_id = f.issue_id`, ms: sql`c.ms` }
      : { join: sql``, ms: bigint(elapsed) }
  return sql`select f.issue_id, f.counted from flow_item f${counted.join}
where f.is_wip and f.counted > ${bigint(sle)} and f.counted - ${counted.ms} <= ${bigint(sle)}`
}

/** Selects the time in progress of issues in the last `elapsed` time until asOf: `issue_id, ms`. The last reading of the clock is at asOf. */
function countedSince(elapsed: Millis): Sql {
  return sql`select s.issue_id, cast(sum(s.left_w - greatest(s.entered_w, r.w)) as bigint) as ms
  from flow_stay s cross join (select max(left_w) - ${bigint(elapsed)} as w from flow_stay) r
  where s.kind in ${IN_PROGRESS} and s.left_w > r.w group by s.issue_id`
}
