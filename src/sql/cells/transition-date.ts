import { isInWindow } from '../clipped.ts'
import { groupsOfRows } from '../report-issues.ts'
import { identifier, type Sql, sql } from '../sql.ts'
import type { CellTables } from './cells.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

interface TransitionColumn {
  readonly column: 'entered_ms' | 'left_ms'
  readonly aggregate: 'min' | 'max'
}

const TRANSITION_COLUMNS: Readonly<Record<string, TransitionColumn>> = {
  firstTransitionToStatusDate: { column: 'entered_ms', aggregate: 'min' },
  firstTransitionFromStatusDate: { column: 'left_ms', aggregate: 'min' },
  lastTransitionToStatusDate: { column: 'entered_ms', aggregate: 'max' },
  lastTransitionFromDate: { column: 'left_ms', aggregate: 'max' },
}

/**
 * Computes when each issue first or last entered, or left, each status. Only actual transitions count, not the edges of
 * the window.
 */
export const transitionDate: CellTables = (plan, issues, dialect) => {
  const { column, aggregate } = TRANSITION_COLUMNS[plan.type.name]!
  const instant = sql`s.${identifier(column)}`
  const value: Sql = sql`${identifier(aggregate)}(${instant}) as value`
  const source = issues.rowsOf('stay')
  const condition = sql`s.field_id = 'status' and (${issues.condition}) and ${isInWindow(instant, plan)}`
  if (plan.statusColumns === null) {
    return [
      [
        'cell',
        sql`  select s.issue_id, s.value_id as outer_id, null::varchar as inner_id, ${value}${groupsOfRows(issues)}
  from ${source} where ${condition} and ${statusCounts(plan, sql`s.value_id`)}
  group by s.issue_id, s.value_id`,
      ],
    ]
  }
  return [
    ...chosenStatuses(plan, dialect),
    [
      'cell',
      sql`  select s.issue_id, c.column_id as outer_id, null::varchar as inner_id, ${value}${groupsOfRows(issues)}
  from ${source} join chosen_status c on c.status_id = s.value_id where ${condition}
  group by s.issue_id, c.column_id`,
    ],
  ]
}
