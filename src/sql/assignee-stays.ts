import type { ReportPlan } from '../plan/report-plan.ts'
import type { Instant } from '../time/instant.ts'
import { clippedColumns, previousInWindow } from './clipped.ts'
import { periodIn } from './periods.ts'
import { groupsOf, type ReportIssues } from './report-issues.ts'
import { bigint, type Cte, type Sql, sql } from './sql.ts'

/** Returns whether a report has the time with each assignee, in all statuses. */
export function countsAllAssignees({ type, assignees, statusColumns, hiddenStatuses, window }: ReportPlan): boolean {
  const isOfPeople = type.kind === 'duration' && type.outer === 'user' && type.inner === null
  const isOfAll = assignees === null && statusColumns === null && hiddenStatuses.length === 0
  return isOfPeople && isOfAll && (window.start === null || window.start < window.end)
}

/**
 * Returns `clipped` of a report by period with countsAllAssignees: one row for each stay with an assignee or with none within the window:
 * `issue_id, seq, assignee_id, from_ms, to_ms, left_ms, is_open, previous_last_ms` as in clippedStatusStays, and its groups. They have
 * the same instants as the assignments, of which there are more: each issue always has stays in statuses and with assignees.
 */
export function clippedAssigneeStays(plan: ReportPlan, issues: ReportIssues): Cte {
  const { last, end } = plan.window
  // Who has the issue when a stay in a status begins at the very end, has it there, too: in another period, if one begins there.
  const hasEnd = last === end && periodIn(plan).borders.includes(end)
  const before = hasEnd ? { ...plan, window: { ...plan.window, last: end - 1 } } : plan
  const { columns, condition } = clippedColumns(before)
  const clipped = sql`  select s.issue_id, s.seq, s.value_id as assignee_id, ${columns}, ${previousInWindow(plan)} as previous_last_ms${groupsOf(issues)}
  from ${issues.rowsOf('stay')}
  where s.field_id = 'assignee' and (${issues.condition}) and ${condition}`
  return ['clipped', hasEnd ? sql`${clipped}\n  union all\n${assignedAt(end, issues)}` : clipped, 'inlined']
}

/** Selects who has an issue at the end of the report, if a stay begins there. These values are 0, also of a person who is there twice. */
function assignedAt(end: Instant, issues: ReportIssues): Sql {
  const none = sql`cast(null as bigint)`
  return sql`  select s.issue_id, s.seq, s.assignee_id, ${none} as left_ms, ${bigint(end)} as from_ms, ${bigint(end)} as to_ms,
         true as is_open, ${none} as previous_last_ms${groupsOf(issues)}
  from ${issues.rowsOf('status_assignment')} where s.entered_ms = ${bigint(end)} and (${issues.condition})`
}
