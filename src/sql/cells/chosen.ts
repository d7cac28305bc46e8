import type { ReportPlan } from '../../plan/report-plan.ts'
import { sourceColumns } from '../../plan/source-columns.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { allOf, type Cte, type Sql, sql, varchars } from '../sql.ts'

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

/**
 * Returns the condition that the status `id` is selected, if there is a selection, and not hidden.
 *
 * DuckDB evaluates a function of a status once for each status of a row group; IN would hash the status of each row.
 */
export function statusCounts(plan: ReportPlan, id: Sql, dialect: Dialect): Sql {
  const conditions: Sql[] = []
  const selected = sourceColumns(plan)
  if (selected !== null) {
    const statuses = new Set(selected.sources.flatMap(({ members }) => members))
    conditions.push(dialect.contains(sql`${varchars([...statuses])}`, id))
  }
  if (plan.hiddenStatuses.length > 0) {
    conditions.push(sql`not ${dialect.contains(sql`${varchars(plan.hiddenStatuses)}`, id)}`)
  }
  return allOf(conditions)
}
