import { isInWindow } from '../clipped.ts'
import { periodOfInstant } from '../periods.ts'
import { groupsOfRows } from '../report-issues.ts'
import { sql } from '../sql.ts'
import type { CellTables } from './cells.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/** Counts the transitions of each issue: `outer_id` is the status left, `inner_id` the status entered. */
export const transitionCount: CellTables = (plan, issues, dialect) => {
  const { tables, join, columns, keys } = periodOfInstant(sql`s.entered_ms`, plan, issues, dialect)
  return [
    ...chosenStatuses(plan, dialect),
    ...tables,
    [
      'cell',
      sql`  select s.issue_id, s.from_id as outer_id, s.value_id as inner_id, count(*) as value${groupsOfRows(issues)}${columns}
  from ${issues.rowsOf('stay')}${join}
  where s.field_id = 'status' and (${issues.condition}) and s.seq > 1 and ${isInWindow(sql`s.entered_ms`, plan)}
    and ${statusCounts(plan, sql`s.from_id`)} and ${statusCounts(plan, sql`s.value_id`)}
  group by s.issue_id, s.from_id, s.value_id${keys}`,
    ],
  ]
}
