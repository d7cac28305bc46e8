import type { ReportPlan } from '../plan/report-plan.ts'
import { groupsOf, narrowedIssues, type ReportIssues } from './report-issues.ts'
import { allOf, bigint, type Cte, type Sql, sql } from './sql.ts'

/** The SQL for the clipped start and end of a period in table `s`, and the condition that it overlaps the window. */
interface ClippedColumns {
  readonly columns: Sql
  readonly condition: Sql
}

/**
 * Returns the columns of a period in table `s`: `from_ms, to_ms`, clipped to the window, `is_open`, whether it
 * lasts beyond the window, and its `left_ms`.
 *
 * The window contains the instants from `start` to `last`, inclusive (core/measure/window.ts).
 */
export function clippedColumns({ window: { start, last, end } }: ReportPlan): ClippedColumns {
  const open = sql`(s.left_ms is null or s.left_ms > ${bigint(last)})`
  const conditions = [sql`s.entered_ms <= ${bigint(last)}`]
  if (start !== null) {
    conditions.push(sql`${bigint(start)} <= ${bigint(last)}`)
    conditions.push(sql`s.left_ms is null or s.left_ms > ${bigint(start)} or s.entered_ms >= ${bigint(start)}`)
  }
  const from = start === null ? sql`s.entered_ms` : sql`greatest(s.entered_ms, ${bigint(start)})`
  return {
    columns: sql`s.left_ms, ${from} as from_ms, case when ${open} then ${bigint(end)} else s.left_ms end as to_ms, ${open} as is_open`,
    condition: allOf(conditions),
  }
}

/**
 * Returns the condition that the report leaves out a stay in table `s`; `null` if it keeps all stays. A count by period counts
 * a visit in the period in which it begins. So a visit that was carried into the window is in no period.
 */
export function isLeftOut({ type, groupBy, window: { start } }: ReportPlan): Sql | null {
  if (type.kind !== 'count' || start === null || groupBy.every(({ field }) => field !== null)) return null
  return sql`s.entered_ms < ${bigint(start)}`
}

/**
 * Returns `clipped`: one row for each status stay within the window: `issue_id, seq, status_id, visit_number,
 * visit_count, from_ms, to_ms, is_open`, and its groups. `previous_id` is the status that the issue left for it after the start of
 * the window. `previous_last_ms` is the last instant of the previous visit to the status, if that is in the window, too.
 */
export function clippedStatusStays(plan: ReportPlan, issues: ReportIssues): Cte {
  const { columns, condition } = clippedColumns(plan)
  const { start } = plan.window
  const left = start === null ? sql`s.from_id` : sql`case when s.entered_ms > ${bigint(start)} then s.from_id end`
  return [
    'clipped',
    sql`  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, ${columns},
         ${left} as previous_id, ${previousInWindow(plan)} as previous_last_ms${groupsOf(issues)}
  from ${issues.rowsOf('stay')}
  where s.field_id = 'status' and (${issues.condition}) and ${condition}`,
    'inlined',
  ]
}

/** Returns the last instant of the previous stay with the value of row `s`, if that is in the window, too. */
export function previousInWindow({ window: { start } }: ReportPlan): Sql {
  const previous = sql`s.previous_last_ms`
  return start === null ? previous : sql`case when ${previous} >= ${bigint(start)} then ${previous} end`
}

/**
 * Returns `clipped` as clippedStatusStays, with only the visits that count in a report by period: all, or the first or the last one of
 * each issue to a status. Counts leave out visits that isLeftOut selects.
 */
export function clippedVisits(plan: ReportPlan, issues: ReportIssues): Cte[] {
  const leftOut = isLeftOut(plan)
  const every = clippedStatusStays(plan, leftOut === null ? issues : narrowedIssues(issues, sql`not (${leftOut})`))
  switch (plan.multiVisit) {
    case 'total':
      return [every]
    case 'first':
      return [
        ['every_visit', every[1], 'inlined'],
        ['clipped', sql`  select * from every_visit where previous_last_ms is null`, 'inlined'],
      ]
    case 'last':
      return [
        ['every_visit', every[1], 'inlined'],
        laterIssues(plan, issues),
        [
          'clipped',
          sql`  select * from every_visit where visit_number = visit_count
  union all
  select * from every_visit where visit_number < visit_count and (issue_id, seq) in (
    select issue_id, max(seq) from every_visit where issue_id in (select issue_id from later_issue) group by issue_id, status_id)`,
          'inlined',
        ],
      ]
    case 'average':
      throw new Error('an average of visits has no periods')
  }
}

/** Returns `returned_issue`: the issues that were in a status more than once within the window. */
export function returnedIssues(plan: ReportPlan, issues: ReportIssues): Cte {
  const { condition } = clippedColumns(plan)
  return [
    'returned_issue',
    sql`  select distinct s.issue_id from ${issues.rowsOf('stay')}
  where s.field_id = 'status' and (${issues.condition}) and ${condition} and (${previousInWindow(plan)}) is not null`,
  ]
}

/** Returns `later_issue`: the issues with a status stay after the window, whose last visits in it may not be the last of all. */
function laterIssues(plan: ReportPlan, issues: ReportIssues): Cte {
  return [
    'later_issue',
    sql`  select distinct s.issue_id from ${issues.rowsOf('stay')}
  where s.field_id = 'status' and (${issues.condition}) and s.entered_ms > ${bigint(plan.window.last)}`,
  ]
}

/**
 * Returns `found`: the statuses with time in the window. Reports of transitions also include a status that was left
 * exactly at the start of the window, although it has no time in it.
 */
export function foundStatuses(plan: ReportPlan, issues: ReportIssues): Cte {
  const { condition } = clippedColumns(plan)
  if (issues.areOfProjects && plan.window.start === null) {
    const isEntered = sql`s.first_ms <= ${bigint(plan.window.last)}`
    return [
      'found',
      sql`  select distinct s.status_id from ${issues.rowsOf('project_status')} where (${issues.condition}) and ${isEntered}`,
    ]
  }
  const { includesExits } = plan.type
  return [
    'found',
    sql`  select distinct s.value_id as status_id
  from ${issues.rowsOf('stay')}
  where s.field_id = 'status' and (${issues.condition}) and ((${condition})${includesExits ? sql` or (${isInWindow(sql`s.left_ms`, plan)})` : sql``})`,
  ]
}

/**
 * Returns `clipped`: one row for each status stay within the window, split by assignee: `issue_id, seq, status_id,
 * assignee_id, from_ms, to_ms, is_open`, and its groups.
 */
export function clippedAssignments(plan: ReportPlan, issues: ReportIssues): Cte {
  const { columns, condition } = clippedColumns(plan)
  return [
    'clipped',
    sql`  select s.issue_id, s.seq, s.status_id, s.assignee_id, ${columns}${groupsOf(issues)}
  from ${issues.rowsOf('status_assignment')}
  where (${issues.condition}) and ${condition}`,
    'inlined',
  ]
}

/**
 * Returns `first_stay`: `issue_id, from_ms`, when the issue entered the window, and its groups; and `end_stay`: `issue_id` and the groups
 * of the stay that begins at the end of the report, or later, and goes on. They are from assignments or from status stays, which tile the
 * lives of issues.
 */
export function outerStays(plan: ReportPlan, issues: ReportIssues, isOfAssignments: boolean): Cte[] {
  const { start, last, end } = plan.window
  const from = start === null ? sql`s.entered_ms` : sql`greatest(s.entered_ms, ${bigint(start)})`
  const rows = isOfAssignments
    ? sql`${issues.rowsOf('status_assignment')} where (${issues.condition})`
    : sql`${issues.rowsOf('stay')} where s.field_id = 'status' and (${issues.condition})`
  const within = sql`${rows} and ${from} <= ${bigint(last)}`
  const goesOn = sql`(s.left_ms is null or s.left_ms > ${bigint(last)})`
  return [
    [
      'first_stay',
      sql`  select s.issue_id, ${from} as from_ms${groupsOf(issues)} from ${within} and s.seq = 1`,
      'inlined',
    ],
    [
      'end_stay',
      sql`  select s.issue_id${groupsOf(issues)} from ${within} and ${from} >= ${bigint(end)} and ${goesOn}`,
      'inlined',
    ],
  ]
}

/** Returns the condition that an instant is within the window. */
export function isInWindow(instant: Sql, { window: { start, last } }: ReportPlan): Sql {
  const notAfter = sql`${instant} <= ${bigint(last)}`
  return start === null ? notAfter : sql`${instant} >= ${bigint(start)} and ${notAfter}`
}
