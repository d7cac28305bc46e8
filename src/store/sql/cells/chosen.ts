import type { ReportPlan } from '../../plan/report-plan.ts'
import { sourceColumns } from '../../plan/source-columns.ts'
import { isAmongStatuses, MAX_COMPARED } from '../among-statuses.ts'
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

/** Returns the condition that the status `id` is selected, if there is a selection, and not hidden. */
export function statusCounts(plan: ReportPlan, id: Sql, dialect: Dialect): Sql {
  const selected = selectedStatuses(plan)
  return allOf([
    ...(selected === null ? [] : [isAmongStatuses(id, selected, dialect)]),
    ...(plan.hiddenStatuses.length === 0 ? [] : [sql`not ${isAmongStatuses(id, plan.hiddenStatuses, dialect)}`]),
  ])
}

/** Returns whether a plan selects statuses, and so few that their list is searched for each row. */
export function selectsFewStatuses(plan: ReportPlan): boolean {
  return (selectedStatuses(plan)?.length ?? Number.POSITIVE_INFINITY) <= MAX_COMPARED
}

function selectedStatuses(plan: ReportPlan): readonly string[] | null {
  const selected = sourceColumns(plan)
  return selected && [...new Set(selected.sources.flatMap(({ members }) => members))]
}
