import type { Dialect } from './dialect/dialect.ts'
import { type Sql, sql, unnested, varchars } from './sql.ts'

/** The maximum number of statuses in a list that rows are compared with. */
export const MAX_COMPARED = 50

/**
 * Returns the condition that the status `id` is one of some statuses.
 *
 * On dictionary-compressed rows, DuckDB searches a list once for each status of a row group. IN hashes the status of each
 * row. On other rows, DuckDB searches the list for each row, so a long list uses IN.
 */
export function isAmongStatuses(id: Sql, statuses: readonly string[], dialect: Dialect): Sql {
  const list = varchars(statuses)
  return statuses.length <= MAX_COMPARED ? dialect.contains(sql`${list}`, id) : sql`(${id} in (${unnested(list)}))`
}
