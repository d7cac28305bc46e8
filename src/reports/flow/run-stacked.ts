import type { Row } from '../../core/base/row.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Sql } from '../../store/sql/sql.ts'
import { stacked } from '../../store/sql/stacked.ts'

/**
 * Runs queries with the same columns as one statement, because each statement takes more than a millisecond. Returns the rows of
 * each query, in an order if one is given.
 */
export async function runStacked(queries: readonly Sql[], run: Run, order: Sql | null = null): Promise<Row[][]> {
  const rows: Row[][] = queries.map(() => [])
  if (queries.length === 0) return rows
  for (const row of await run(stacked(queries, order))) rows[Number(row.query_number)]!.push(row)
  return rows
}
