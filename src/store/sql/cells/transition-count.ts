import type { ReportPlan } from '../../plan/report-plan.ts'
import { isInWindow } from '../clipped.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { counted } from '../periods.ts'
import { groupsOf, groupsOfIssue, hasPeriods, periodsOfRow, type ReportIssues } from '../report-issues.ts'
import { type Cte, identifier, sql } from '../sql.ts'
import type { CellTables } from './cell-tables.ts'
import { statusCounts } from './chosen.ts'

/** Counts the transitions of each issue: `outer_id` is the status left, `inner_id` the status entered. */
export const transitionCount: CellTables = (plan, issues, dialect) => {
  const rows = identifier(hasPeriods(issues) ? 'counted' : 'transition')
  return [
    ...transitions(plan, issues, dialect),
    ...counted('transition', plan, issues, dialect),
    [
      'cell',
      sql`  select issue_id, outer_id, inner_id, count(*) as value${groupsOfIssue(issues)}${periodsOfRow(issues)}
  from ${rows} group by issue_id, outer_id, inner_id${periodsOfRow(issues)}`,
    ],
  ]
}

/** Returns `transition`: `issue_id, outer_id, inner_id, from_ms` of each transition, and its groups. The first stay is the creation. */
export function transitions(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  return [
    [
      'transition',
      sql`  select s.issue_id, s.from_id as outer_id, s.value_id as inner_id, s.entered_ms as from_ms${groupsOf(issues)}
  from ${issues.rowsOf('stay')}
  where s.field_id = 'status' and (${issues.condition}) and s.seq > 1 and ${isInWindow(sql`s.entered_ms`, plan)}
    and ${statusCounts(plan, sql`s.from_id`, dialect)} and ${statusCounts(plan, sql`s.value_id`, dialect)}`,
      'inlined',
    ],
  ]
}
