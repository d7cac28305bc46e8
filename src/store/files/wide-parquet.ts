import { join } from 'node:path'
import { literal } from '../batches/staging-folder.ts'
import type { Run } from '../engine/run-query.ts'
import { plain, type Sql, sql } from '../sql/sql.ts'
import { type ParquetTable, rowCountOf, wideLayout } from './parquet-layout.ts'
import { copyToParquet, FILE_GROUP_ROWS } from './work-files.ts'

/** The number of cells that are computed at once, or written as one row group. Memory holds several copies of them. */
const PART_CELLS = 250_000

/** The number of rows in one of DuckDB's vectors. */
const VECTOR_ROWS = 2_048

/**
 * Writes the wide layout of a report to the Parquet file `file`, and returns the number of its rows. `folder` has the
 * work files of the report, whose rows have the positions 1, 2, ... It also receives temporary parts of the file.
 *
 * Memory is bounded: the rows are computed in parts, and a row group has fewer rows the more columns there are.
 */
export async function copyWide(
  table: ParquetTable,
  { file, folder }: { readonly file: string; readonly folder: string },
  run: Run,
  onProgress: (progress: { readonly issues: number }) => void,
): Promise<number> {
  const [counted] = await run(rowCountOf(table))
  const rows = Number(counted!.rows)
  const columns = Math.max(1, table.values.length + table.rowColumns.length)
  const step = Math.max(1, Math.floor(PART_CELLS / columns))
  const parts: string[] = []
  // A file without rows has columns, too.
  for (let from = 0; from === 0 || from < rows; from += step) {
    const part = join(folder, `wide-${parts.length + 1}.parquet`)
    await run(copyToParquet(part, wideLayout(table, from, from + step)))
    parts.push(part)
    onProgress({ issues: Math.min(rows, from + step) })
  }
  const groupRows = Math.min(FILE_GROUP_ROWS, Math.max(VECTOR_ROWS, step))
  await run(copyToParquet(file, allRows(parts), groupRows))
  return rows
}

function allRows(parts: readonly string[]): Sql {
  return sql`select * from read_parquet([${plain(parts.map(literal).join(', '))}])`
}
