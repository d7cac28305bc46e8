import type { ReportPlan } from '../../plan/report-plan.ts'
import { sourceColumns } from '../../plan/source-columns.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { allOf, type Cte, type Sql, sql, unnested, varchars } from '../sql.ts'

/**
 * Returns `chosen_status(status_id, column_id)`: the statuses of each source column; no table if no columns are
 * selected.
 *
 * A query computes each cell only once, even if many columns have the same statuses.
 */
export function chosenStatuses(plan: ReportPlan, dialect: Dialect): Cte[] {
  const selected = sourceColumns(plan)
  if (selected === null) return []
  const pairs = selected.sources.flatMap(({ id, members }) => members.map(member => [member, id] as const))
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

/** Returns the condition that the status `id` is selected, if there is a selection, and not hidden. */
export function statusCounts(plan: ReportPlan, id: Sql): Sql {
  const conditions: Sql[] = []
  if (plan.statusColumns) conditions.push(sql`${id} in (select status_id from chosen_status)`)
  if (plan.hiddenStatuses.length > 0) {
    conditions.push(sql`${id} not in (${unnested(varchars(plan.hiddenStatuses))})`)
  }
  return allOf(conditions)
}
