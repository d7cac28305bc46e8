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
export function statusCounts(plan: ReportPlan, id: Sql, dialect: Dialect): Sql {
  const selected = selectedStatuses(plan)
  return allOf([
    ...(selected === null ? [] : [isAmongStatuses(id, selected, dialect)]),
    ...(plan.hiddenStatuses.length === 0 ? [] : [sql`not ${isAmongStatuses(id, plan.hiddenStatuses, dialect)}`]),
  ])
}

/** The maximum number of statuses in a list that rows are compared with. */
const MAX_COMPARED = 50

/**
 * Returns the condition that the status `id` is one of some statuses.
 *
 * On dictionary-compressed rows, DuckDB searches a list once for each status of a row group. IN hashes the status of each
 * row. On other rows, DuckDB searches the list for each row, so a long list uses IN.
 */
function isAmongStatuses(id: Sql, statuses: readonly string[], dialect: Dialect): Sql {
  const list = varchars(statuses)
  return statuses.length <= MAX_COMPARED ? dialect.contains(sql`${list}`, id) : sql`(${id} in (${unnested(list)}))`
}

/** Returns whether a plan selects statuses, and so few that their list is searched for each row. */
export function selectsFewStatuses(plan: ReportPlan): boolean {
  return (selectedStatuses(plan)?.length ?? Number.POSITIVE_INFINITY) <= MAX_COMPARED
}

function selectedStatuses(plan: ReportPlan): readonly string[] | null {
  const selected = sourceColumns(plan)
  return selected && [...new Set(selected.sources.flatMap(({ members }) => members))]
}
