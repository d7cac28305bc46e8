import type { Row } from '../../core/base/row.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Sql } from '../../store/sql/sql.ts'

/** The rows of each query, by its name. A query that is not given has no member. */
export type RowsOf<Queries> = { readonly [Name in keyof Queries]: Row[] }

/** Runs named queries one after another. Returns their rows. */
export async function runAll<Queries extends { readonly [Name in keyof Queries]: Sql }>(
  queries: Queries,
  run: Run,
): Promise<RowsOf<Queries>> {
  const rows: Record<string, Row[]> = {}
  // A snapshot is one connection, which runs one query at a time.
  for (const [name, query] of Object.entries(queries)) rows[name] = await run(query as Sql)
  return rows as RowsOf<Queries>
}
