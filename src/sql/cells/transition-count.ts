import { isInWindow } from '../clipped.ts'
import { counted } from '../periods.ts'
import { groupsOf, groupsOfIssue, hasPeriods, periodsOfRow } from '../report-issues.ts'
import { identifier, sql } from '../sql.ts'
import type { CellTables } from './cells.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/** Counts the transitions of each issue: `outer_id` is the status left, `inner_id` the status entered. */
export const transitionCount: CellTables = (plan, issues, dialect) => {
  const rows = identifier(hasPeriods(issues) ? 'counted' : 'transition')
  return [
    ...chosenStatuses(plan, dialect),
    [
      'transition',
      sql`  select s.issue_id, s.from_id as outer_id, s.value_id as inner_id, s.entered_ms as from_ms${groupsOf(issues)}
  from ${issues.rowsOf('stay')}
  where s.field_id = 'status' and (${issues.condition}) and s.seq > 1 and ${isInWindow(sql`s.entered_ms`, plan)}
    and ${statusCounts(plan, sql`s.from_id`)} and ${statusCounts(plan, sql`s.value_id`)}`,
      'inlined',
    ],
    ...counted('transition', plan, issues, dialect),
    [
      'cell',
      sql`  select issue_id, outer_id, inner_id, count(*) as value${groupsOfIssue(issues)}${periodsOfRow(issues)}
  from ${rows} group by issue_id, outer_id, inner_id${periodsOfRow(issues)}`,
    ],
  ]
}
