import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { ReportIssues } from '../report-issues.ts'
import { bigint, type Cte, type Sql, sql, withTables } from '../sql.ts'
import { intervalTables } from './blocked.ts'
import { flowIssues } from './flow-issues.ts'
import { DONE, IN_PROGRESS, NOT_STARTED, UNMAPPED } from './staged-stays.ts'
import { storedKind } from './stages.ts'
import { BEGUN, unloggedFinishes } from './unlogged-finish.ts'

/**
 * Counts all issues of a plan that are in a stage at asOf: those `in_progress`, and those `not_started`. The statuses decide
 * about the stages.
 */
export function presentTotals(plan: FlowPlan, dialect: Dialect): Sql {
  const issues = allIssues(plan, dialect)
  return withTables(
    [issues.table, ...presentStays(plan, issues, dialect)],
    sql`select ${count(sql`kind in ${IN_PROGRESS}`)} as in_progress, ${count(sql`kind = ${NOT_STARTED}`)} as not_started from present_stay`,
    dialect,
  )
}

/**
 * Counts the issues in the spooled table `flow_stay`, like presentTotals, and those in no stage at asOf that are not done as
 * `unmapped_now`.
 */
export const stagedTotals: Sql = sql`select ${count(sql`is_open and kind in ${IN_PROGRESS}`)} as in_progress,
       ${count(sql`is_open and kind = ${NOT_STARTED}`)} as not_started, ${count(sql`is_open and kind = ${UNMAPPED}`)} as unmapped_now
from flow_stay`

/** Counts the issues in the spooled table `flow_stay` that are not finished, in each part of the spooled `issue_part`: `part, unfinished`. */
export const unfinishedParts: Sql = sql`select p.part, count(*) as unfinished
from flow_stay s join issue_part p on p.issue_id = s.issue_id where s.is_open and s.kind <> ${DONE} group by p.part`

/**
 * Counts the issues with unmapped time in the spooled table `flow_stay`, with its sum: `unmapped, time`; and those that are done at asOf,
 * and whose log lacks the finish: `from_date`, whose finish is the resolution date, and `unknown`.
 */
export function historyGaps(dialect: Dialect): Sql {
  const isUnmapped = sql`kind = ${UNMAPPED} and left_w > entered_w`
  return sql`select count(distinct case when ${isUnmapped} then issue_id end) as unmapped,
       ${dialect.total(sql`case when ${isUnmapped} then left_w - entered_w end`)} as time,
       ${count(sql`begun = ${BEGUN.resolutionDate}`)} as from_date, ${count(sql`begun = ${BEGUN.unknown}`)} as unknown
from flow_stay where kind = ${UNMAPPED} or begun <> ${BEGUN.stays}`
}

/** Counts the parked issues in the spooled table `flow_item`, with the sum of their ages: `parked, total_age`. */
export function parkedTotals(dialect: Dialect): Sql {
  return sql`select count(*) as parked, ${dialect.total(sql`f.counted`)} as total_age from flow_item f where f.is_parked`
}

function count(condition: Sql): Sql {
  return sql`count(*) filter (where ${condition})`
}

/** Counts all issues of a plan that are in progress and blocked at asOf: `blocked`. The statuses decide about the stages. */
export function blockedNow(plan: FlowPlan, dialect: Dialect): Sql {
  const issues = allIssues(plan, dialect)
  return withTables(
    [issues.table, ...presentStays(plan, issues, dialect), ...intervalTables(plan, issues)],
    sql`select count(*) as blocked from present_stay
where kind in ${IN_PROGRESS} and issue_id in (select issue_id from blocked_interval where is_open)`,
    dialect,
  )
}

/** Counts the issues in the spooled table `flow_item`, like blockedNow. */
export const blockedItems: Sql = sql`select count(*) as blocked from flow_item where is_wip and blocked_since is not null`

function allIssues(plan: FlowPlan, dialect: Dialect): ReportIssues {
  return flowIssues({ ...plan, needed: null }, dialect)
}

/**
 * Returns `present_stay`: `issue_id, kind` of each issue at asOf, with no kind for one in no stage. The rules about done stays only
 * change the present stage of such an issue, and of one whose log lacks the finish.
 */
function presentStays(plan: FlowPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  const asOf = bigint(plan.asOf)
  const kind = sql`case when u.date_ms <= ${asOf} then ${DONE} when u.date_ms is null or s.left_ms is not null
              then ${storedKind(sql`s.value_id`, plan, dialect)} end`
  return [
    unloggedFinishes(plan, issues),
    [
      'present_stay',
      sql`  select s.issue_id, ${kind} as kind
  from ${issues.rowsOf('stay')} left join unlogged_finish u on u.issue_id = s.issue_id
  where (${issues.condition}) and s.field_id = 'status' and s.entered_ms <= ${asOf} and (s.left_ms is null or s.left_ms > ${asOf})`,
    ],
  ]
}
