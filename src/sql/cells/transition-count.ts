import { isInWindow } from '../clipped.ts'
import { groupsOfRows } from '../report-issues.ts'
import { sql } from '../sql.ts'
import type { CellTables } from './cells.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/** Counts the transitions of each issue: `outer_id` is the status left, `inner_id` the status entered. */
export const transitionCount: CellTables = (plan, issues, dialect) => [
  ...chosenStatuses(plan, dialect),
  [
    'cell',
    sql`  select s.issue_id, s.from_id as outer_id, s.value_id as inner_id, count(*) as value${groupsOfRows(issues)}
  from ${issues.rowsOf('stay')}
  where s.field_id = 'status' and (${issues.condition}) and s.seq > 1 and ${isInWindow(sql`s.entered_ms`, plan)}
    and ${statusCounts(plan, sql`s.from_id`)} and ${statusCounts(plan, sql`s.value_id`)}
  group by s.issue_id, s.from_id, s.value_id`,
  ],
]
