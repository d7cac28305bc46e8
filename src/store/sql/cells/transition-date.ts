import { isInWindow } from '../clipped.ts'
import { groupsOfRows } from '../report-issues.ts'
import { identifier, type Sql, sql } from '../sql.ts'
import type { CellTables } from './cell-tables.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/** When each issue first entered each status. */
export const firstEntry: CellTables = transitionDate('entered_ms', 'min')
/** When each issue first left each status. */
export const firstExit: CellTables = transitionDate('left_ms', 'min')
/** When each issue last entered each status. */
export const lastEntry: CellTables = transitionDate('entered_ms', 'max')
/** When each issue last left each status. */
export const lastExit: CellTables = transitionDate('left_ms', 'max')

/** Only actual transitions count, not the edges of the window. */
function transitionDate(column: 'entered_ms' | 'left_ms', aggregate: 'min' | 'max'): CellTables {
  return (plan, issues, dialect) => {
    const instant = sql`s.${identifier(column)}`
    const value: Sql = sql`${identifier(aggregate)}(${instant}) as value`
    const source = issues.rowsOf('stay')
    const condition = sql`s.field_id = 'status' and (${issues.condition}) and ${isInWindow(instant, plan)}`
    if (plan.statusColumns === null) {
      return [
        [
          'cell',
          sql`  select s.issue_id, s.value_id as outer_id, cast(null as varchar) as inner_id, ${value}${groupsOfRows(issues)}
  from ${source} where ${condition} and ${statusCounts(plan, sql`s.value_id`, dialect)}
  group by s.issue_id, s.value_id`,
        ],
      ]
    }
    return [
      ...chosenStatuses(plan, dialect),
      [
        'cell',
        sql`  select s.issue_id, c.column_id as outer_id, cast(null as varchar) as inner_id, ${value}${groupsOfRows(issues)}
  from ${source} join chosen_status c on c.status_id = s.value_id where ${condition}
  group by s.issue_id, c.column_id`,
      ],
    ]
  }
}
