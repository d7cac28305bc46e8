import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, type Sql, sql, unnested, varchars, withTables } from '../sql.ts'
import { blockedIntervals, canBeBlocked } from './blocked.ts'
import { flowIssues } from './flow-issues.ts'
import { DONE, flowStays, IN_PROGRESS, UNMAPPED } from './staged-stays.ts'

/**
 * Counts all issues of a plan at asOf: those `in_progress`, those of them that are blocked as `blocked_now`, and those neither
 * in progress nor done as `not_started`.
 */
export function presentTotals(plan: FlowPlan, dialect: Dialect): Sql {
  // No absence ends at asOf, so the present stages do not depend on the tolerance.
  const present: FlowPlan = { ...plan, finishedSince: null, reopenTolerance: 0 }
  const issues = flowIssues(present, dialect)
  const hasBlocked = canBeBlocked(plan)
  const isBlocked = hasBlocked ? sql`issue_id in (select issue_id from blocked_interval where is_open)` : sql`false`
  return withTables(
    [issues.table, ...flowStays(present, issues, dialect), ...(hasBlocked ? blockedIntervals(present, issues) : [])],
    sql`select count(*) filter (where is_wip) as in_progress, count(*) filter (where is_wip and is_blocked) as blocked_now,
       count(*) filter (where not is_wip and kind <> ${DONE}) as not_started
from (select s.kind, s.kind in ${IN_PROGRESS} as is_wip, ${isBlocked} as is_blocked from flow_stay s where s.is_open) s`,
    dialect,
  )
}

/** Counts all issues of a plan with unmapped time: `issues`, and sums up that `time`. */
export function unmappedTotals(plan: FlowPlan, dialect: Dialect): Sql {
  const mapped = unnested(varchars(plan.stages.statuses.map(({ status }) => status)))
  const among = sql`select s.issue_id from stay s where s.field_id = 'status' and s.entered_ms <= ${bigint(plan.asOf)}
    and (s.value_id is null or s.value_id not in (${mapped}))`
  const all: FlowPlan = { ...plan, finishedSince: null }
  const issues = flowIssues(all, dialect, among)
  return withTables(
    [issues.table, ...flowStays(all, issues, dialect)],
    sql`select count(distinct issue_id) as issues, ${dialect.total(sql`left_w - entered_w`)} as time
from flow_stay where kind = ${UNMAPPED} and left_w > entered_w`,
    dialect,
  )
}
