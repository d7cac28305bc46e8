import { groupsOfIssue } from '../report-issues.ts'
import { seenStatusStays } from '../seen.ts'
import { sql } from '../sql.ts'
import type { CellTables } from './cells.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'
import { cellsOfVisited } from './status-duration.ts'

/** How often each issue was in each status. */
export const statusCount: CellTables = (plan, issues, dialect) => [
  ...chosenStatuses(plan, dialect),
  seenStatusStays(plan, issues),
  [
    'visited',
    sql`  select issue_id, status_id, count(*) as value${groupsOfIssue(issues)}
  from seen where ${statusCounts(plan, sql`status_id`)}
  group by issue_id, status_id`,
  ],
  cellsOfVisited(plan, issues),
]
