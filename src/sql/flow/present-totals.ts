import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { ReportIssues } from '../report-issues.ts'
import { bigint, type Cte, type Sql, sql, unnested, varchars, withTables } from '../sql.ts'
import { blockedIntervals, canBeBlocked } from './blocked.ts'
import { flowIssues } from './flow-issues.ts'
import { flowStays, IN_PROGRESS, NOT_STARTED, stagesOfStatuses, UNMAPPED } from './staged-stays.ts'

/**
 * Counts all issues of a plan at asOf that are in a stage: those `in_progress`, those of them that are blocked as
 * `blocked_now`, and those `not_started`.
 */
export function presentTotals(plan: FlowPlan, dialect: Dialect): Sql {
  const all: FlowPlan = { ...plan, finishedSince: null }
  const issues = flowIssues(all, dialect)
  const hasBlocked = canBeBlocked(plan)
  const isBlocked = hasBlocked ? sql`issue_id in (select issue_id from blocked_interval where is_open)` : sql`false`
  const isWip = sql`kind in ${IN_PROGRESS}`
  return withTables(
    [issues.table, ...presentStays(all, issues, dialect), ...(hasBlocked ? blockedIntervals(all, issues) : [])],
    sql`select count(*) filter (where ${isWip}) as in_progress, count(*) filter (where ${isWip} and is_blocked) as blocked_now,
       count(*) filter (where kind = ${NOT_STARTED}) as not_started
from (select p.kind, ${isBlocked} as is_blocked from present_stay p) p`,
    dialect,
  )
}

/** Returns `present_stay`: `issue_id, kind` of the issues that are in a stage at asOf. */
function presentStays(plan: FlowPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  const asOf = bigint(plan.asOf)
  if (plan.workflow.workflow.done === 'resolution') {
    const present = sql`  select issue_id, kind from flow_stay where is_open and kind <> ${UNMAPPED}`
    return [...flowStays(plan, issues, dialect), ['present_stay', present]]
  }
  // The rules about done stays only change the present stage of an issue that is in none.
  return [
    [
      'present_stay',
      sql`  select s.issue_id, m.kind from ${issues.rowsOf('stay')} join ${stagesOfStatuses(plan, dialect)} m on m.status_id = s.value_id
  where (${issues.condition}) and s.field_id = 'status' and s.entered_ms <= ${asOf} and (s.left_ms is null or s.left_ms > ${asOf})`,
    ],
  ]
}

/**
 * Counts all issues of a plan with unmapped time: `issues`, sums up that `time`, and counts those in no stage at asOf that are
 * not done as `not_started`.
 */
export function unmappedTotals(plan: FlowPlan, dialect: Dialect): Sql {
  const mapped = unnested(varchars(plan.stages.statuses.map(({ status }) => status)))
  const among = sql`select s.issue_id from stay s where s.field_id = 'status' and s.entered_ms <= ${bigint(plan.asOf)}
    and (s.value_id is null or s.value_id not in (${mapped}))`
  const all: FlowPlan = { ...plan, finishedSince: null }
  const issues = flowIssues(all, dialect, among)
  return withTables(
    [issues.table, ...flowStays(all, issues, dialect)],
    sql`select count(distinct case when left_w > entered_w then issue_id end) as issues, ${dialect.total(sql`left_w - entered_w`)} as time,
       count(*) filter (where is_open) as not_started
from flow_stay where kind = ${UNMAPPED}`,
    dialect,
  )
}
