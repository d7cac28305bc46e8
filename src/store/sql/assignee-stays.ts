import type { Instant } from '../../core/time/instant.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { statusCounts } from './cells/chosen.ts'
import { clippedAssignments, clippedColumns, previousInWindow } from './clipped.ts'
import type { Dialect } from './dialect/dialect.ts'
import { lastInstant, periodIn } from './periods.ts'
import { groupIds, groupsOf, type ReportIssues } from './report-issues.ts'
import { bigint, type Cte, joinSql, type Sql, sql } from './sql.ts'

/** Returns whether a report has the time with each assignee, in all statuses that are not hidden. */
export function countsAllAssignees({ type, assignees, statusColumns, window }: ReportPlan): boolean {
  const isOfPeople = type.kind === 'duration' && type.outer === 'user' && type.inner === null
  const hasTime = window.start === null || window.start < window.end
  return isOfPeople && assignees === null && statusColumns === null && hasTime
}

/**
 * Returns `clipped` of a report by period with countsAllAssignees: one row for each stay with an assignee or with none within the window:
 * `issue_id, seq, assignee_id, left_ms, from_ms, to_ms, is_open, previous_last_ms` as in clippedStatusStays, and its groups.
 *
 * These stays have the same instants as the assignments, of which there are more: each issue always has stays in statuses and with
 * assignees. Issues that were in a hidden status have their assignments in the other ones instead.
 */
export function clippedAssigneeStays(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  const { last, end } = plan.window
  const hidden = sql`select issue_id from hidden_issue`
  const [tables, isWhole] =
    plan.hiddenStatuses.length === 0
      ? [[], sql``]
      : [[hiddenIssues(plan, issues, dialect), assignments(plan, issues)], sql` and s.issue_id not in (${hidden})`]
  // Who has the issue when a stay in a status begins at the very end, has it there, too: in another period, if one begins there.
  const hasEnd = last === end && periodIn(plan).borders.includes(end)
  const before = hasEnd ? { ...plan, window: { ...plan.window, last: end - 1 } } : plan
  const { columns, condition } = clippedColumns(before)
  const parts = [
    sql`  select s.issue_id, s.seq, s.value_id as assignee_id, ${columns}, ${previousInWindow(plan)} as previous_last_ms${groupsOf(issues)}
  from ${issues.rowsOf('stay')}
  where s.field_id = 'assignee' and (${issues.condition}) and ${condition}${isWhole}`,
    ...(hasEnd ? [sql`${assignedAt(end, issues)}${isWhole}`] : []),
    ...(tables.length > 0 ? [shownAssignments(plan, issues, hidden, dialect)] : []),
  ]
  return [...tables, ['clipped', joinSql(parts, '\n  union all\n'), 'inlined']]
}

/** Selects who has an issue at the end of the report, if a stay begins there. These values are 0, also of a person who is there twice. */
function assignedAt(end: Instant, issues: ReportIssues): Sql {
  const none = sql`cast(null as bigint)`
  return sql`  select s.issue_id, s.seq, s.assignee_id, ${none} as left_ms, ${bigint(end)} as from_ms, ${bigint(end)} as to_ms,
         true as is_open, ${none} as previous_last_ms${groupsOf(issues)}
  from ${issues.rowsOf('status_assignment')} where s.entered_ms = ${bigint(end)} and (${issues.condition})`
}

/** Returns `hidden_issue`: the issues that were in a hidden status. */
function hiddenIssues(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte {
  return [
    'hidden_issue',
    sql`  select distinct s.issue_id from ${issues.rowsOf('stay')}
  where s.field_id = 'status' and (${issues.condition}) and not (${statusCounts(plan, sql`s.value_id`, dialect)})`,
  ]
}

/** Returns `assignment`, as clippedAssignments. */
function assignments(plan: ReportPlan, issues: ReportIssues): Cte {
  return ['assignment', clippedAssignments(plan, issues)[1], 'inlined']
}

/** Selects the rows of `assignment` in statuses that are not hidden, of the issues in a query. */
function shownAssignments(plan: ReportPlan, issues: ReportIssues, hidden: Sql, dialect: Dialect): Sql {
  const own = sql`partition by issue_id, assignee_id order by seq`
  return sql`  select issue_id, seq, assignee_id, left_ms, from_ms, to_ms, is_open,
         lag(${lastInstant}) over (${own}) as previous_last_ms${groupIds(issues)}
  from assignment s where ${dialect.isAmongFew(sql`issue_id`, hidden)} and (${statusCounts(plan, sql`status_id`, dialect)})`
}
