import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { mayBrowse } from '../browsable.ts'
import { condition } from '../conditions/condition.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { groupSource } from '../field-source.ts'
import type { ReportIssues } from '../report-issues.ts'
import { type GroupSource, inGroup } from '../scope.ts'
import { allOf, bigint, identifier, type Sql, sql, unnested, varchars } from '../sql.ts'

/** Returns the condition that issue `i` is of a level that is measured. */
function isMeasured({ otherLevels }: FlowPlan): Sql {
  return otherLevels.length === 0
    ? sql`true`
    : sql`i.type_id is null or i.type_id not in (${unnested(varchars(otherLevels))})`
}

/** Returns the condition that issue `i` is visible, existed at asOf, matches the query, and is in the group; of any level. */
function isChosen(plan: FlowPlan, dialect: Dialect): Sql {
  const { browsable, asOf, where } = plan
  return allOf([
    mayBrowse(browsable),
    sql`i.created_ms <= ${bigint(asOf)}`,
    condition(where, dialect, browsable),
    ...(plan.inGroup ? [inGroup(plan.inGroup, flowGroup(plan, dialect), plan)] : []),
  ])
}

/** Returns the source of the field that groups issues; empty without one. */
export function flowGroup(plan: FlowPlan, dialect: Dialect): GroupSource[] {
  return plan.groupBy === null ? [] : [{ ...groupSource(plan.groupBy, 'g1', plan, dialect), index: 0 }]
}

/**
 * Selects issues that may have finished since `finishedSince`, or may be in progress at asOf: `issue_id`; `null` if all
 * issues are needed. With `done: 'resolution'` the statuses do not decide, so every issue may.
 */
export function neededIssues({ finishedSince, onlyFinished, asOf, workflow, stages }: FlowPlan): Sql | null {
  if (finishedSince === null || workflow.workflow.done === 'resolution') return null
  const inProgress = onlyFinished
    ? sql``
    : sql`
      or (n.left_ms is null or n.left_ms > ${bigint(asOf)}) and n.value_id in (${unnested(varchars(stages.inProgress))})`
  return sql`select n.issue_id from stay n where n.field_id = 'status' and n.entered_ms <= ${bigint(asOf)}
    and (n.entered_ms >= ${bigint(finishedSince)} and n.value_id in (${unnested(varchars(stages.done))})${inProgress})`
}

/**
 * Returns the needed issues of a flow request. With `among`, a query for `issue_id`, issues outside of it may be left out.
 */
export function flowIssues(plan: FlowPlan, dialect: Dialect, among: Sql | null = null): ReportIssues {
  // To read the history of a single issue costs less than to find all issues of `among`.
  const narrowing = plan.endpoint === 'stays' ? [] : [neededIssues(plan), among]
  const conditions = [
    isChosen(plan, dialect),
    isMeasured(plan),
    ...narrowing.flatMap(query => (query === null ? [] : [sql`i.id in (${query})`])),
  ]
  return {
    table: ['report_issue', sql`  select i.id as issue_id, i.project_id from issue i where ${allOf(conditions)}`],
    rowsOf: table =>
      sql`${identifier(table)} s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id`,
    condition: sql`true`,
    areOfProjects: false,
    groups: [],
  }
}

/**
 * Counts the issues of a flow request: `measured`, those `left_out` because of their level, the `repaired` ones, and
 * those without a change log: `unlogged`.
 */
export function flowIssueCounts(plan: FlowPlan, dialect: Dialect): Sql {
  return sql`select count(*) filter (where is_measured) as measured, count(*) filter (where not is_measured) as left_out,
       count(*) filter (where is_measured and repaired > 0) as repaired,
       count(*) filter (where is_measured and not has_log) as unlogged
from (select ${isMeasured(plan)} as is_measured, i.repaired, coalesce(i.has_log, true) as has_log
      from issue i where ${isChosen(plan, dialect)}) i`
}

/** Selects the first creation of an issue of a flow request: `created_ms`; null if there is none. */
export function firstCreation(plan: FlowPlan, dialect: Dialect): Sql {
  return sql`select min(i.created_ms) as created_ms from issue i where ${isChosen(plan, dialect)} and (${isMeasured(plan)})`
}
