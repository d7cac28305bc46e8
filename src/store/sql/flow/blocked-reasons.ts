import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { type Sql, sql } from '../sql.ts'
import { isFinished } from './item-queries.ts'

/**
 * Sums up the blocked time of the issues that finished in the window, and of those blocked now (core/measure/flow/blocked-reasons.ts):
 * `reason, is_now, issues, episodes, time, longest`. The reason of the union is null. It reads the spooled tables `item_blocked` and
 * `flow_item`.
 */
export function reasonTotals(plan: FlowPlan, dialect: Dialect): Sql {
  return sql`select b.source as reason, f.is_wip as is_now, count(*) as issues, cast(sum(b.pieces) as bigint) as episodes,
       ${dialect.total(sql`b.ms`)} as time, max(b.longest) as longest
from item_blocked b join flow_item f on f.issue_id = b.issue_id
where b.piece in ('all', 'reason') and (${isFinished(plan)} or f.blocked_since is not null)
group by b.source, f.is_wip`
}

/**
 * Selects the reasons of the spooled table `blocked_interval`, with the last text of the value and the number of issues in progress that
 * each blocks at asOf: `reason, text, blocking`.
 */
export function reasonNames(dialect: Dialect): Sql {
  return sql`select b.reason, ${dialect.lastBy(sql`b.value`, sql`b.entered_ms`)} as text,
       count(distinct case when b.is_open and f.is_wip then b.issue_id end) as blocking
from blocked_interval b join flow_item f on f.issue_id = b.issue_id group by b.reason`
}

/** Counts the issues of `flow_item` with a start that finished in the window, and those blocked at asOf: `finished, blocked`. */
export function blockableTotals(plan: FlowPlan): Sql {
  return sql`select count(*) filter (where ${isFinished(plan)} and f.start_ms is not null) as finished,
       count(*) filter (where f.blocked_since is not null) as blocked
from flow_item f`
}
