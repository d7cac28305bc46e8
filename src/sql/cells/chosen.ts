import type { ReportPlan } from '../../plan/report-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { allOf, type Cte, type Sql, sql, varchars } from '../sql.ts'

/** `chosen_status(status_id, column_id)`: the statuses of each selected column; no table when none was selected. */
export function chosenStatuses({ statusColumns }: ReportPlan, dialect: Dialect): Cte[] {
  if (statusColumns === null) return []
  const pairs = statusColumns.flatMap(({ id, members }) => members.map(member => [member, id] as const))
  return [
    [
      'chosen_status',
      sql`  select * from ${dialect.listTable([
        ['status_id', sql`${varchars(pairs.map(([status]) => status))}`],
        ['column_id', sql`${varchars(pairs.map(([, column]) => column))}`],
      ])}`,
    ],
  ]
}

/** The condition that the status `id` counts at all: selected, when some are, and not hidden. */
export function statusCounts(plan: ReportPlan, id: Sql): Sql {
  const conditions: Sql[] = []
  if (plan.statusColumns) conditions.push(sql`${id} in (select status_id from chosen_status)`)
  if (plan.hiddenStatuses.length > 0) {
    conditions.push(sql`${id} not in (select unnest(${varchars(plan.hiddenStatuses)}))`)
  }
  return allOf(conditions)
}
