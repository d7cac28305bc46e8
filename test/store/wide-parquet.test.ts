import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportMegabytes } from '../../src/app/exports/export-limits.ts'
import { createFileColumns, type ParquetTable } from '../../src/store/files/parquet-layout.ts'
import { copyWide } from '../../src/store/files/wide-parquet.ts'
import { copyToWorkFile, openWorkDatabase, type WorkDatabase } from '../../src/store/files/work-files.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { sample } from '../support/sampling.ts'

let folder: string
let database: WorkDatabase

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wide-'))
  mkdirSync(join(folder, 'work'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Writes a list with a value in every `every`-th cell as a wide file with the memory of exports; returns its facts, with the
 * number of rows of its largest group.
 */
async function written(rows: number, columns: number, every: number) {
  const work = join(folder, 'work')
  const memoryMegabytes = exportMegabytes('wide', columns)
  database = await openWorkDatabase(folder, { memoryMegabytes, temporaryMegabytes: 1024 })
  const write = await database.tablesIn(work, [])
  const issues = plain(
    `select i as position, i as issue_id, 'WEB-' || i as key, 'A title' as summary from range(1, ${rows + 1}) t(i)`,
  )
  const cells =
    plain(`select r.i as position, cast(c.i as varchar) as outer_id, cast(null as varchar) as inner_id, r.i * 1000 + c.i as value
    from range(1, ${rows + 1}) r(i), range(0, ${columns}) c(i) where (r.i + c.i) % ${every} = 0 order by 1`)
  await write(copyToWorkFile(work, 'list_row', issues))
  await write(copyToWorkFile(work, 'list_cell', cells))
  const run = await database.tablesIn(work, ['list_row', 'list_cell'])
  const table: ParquetTable = {
    endpoint: 'list',
    isDate: false,
    rowColumns: [{ name: 'Key', content: 'text', source: 'key' }],
    values: Array.from({ length: columns }, (_, i) => {
      const id = String(i)
      return { id, name: `Column ${i}`, outer: id, inner: null, cell: null, percentile: null }
    }),
  }
  await run(createFileColumns(table.values))
  const file = join(folder, 'file')
  const progress: number[] = []
  const count = await copyWide(table, { file, folder: work }, run, ({ issues }) => progress.push(issues))
  const last = `"Column ${columns - 1}"`
  const [facts] = await run(
    plain(`select count(*)::integer as rows, sum(${last})::bigint as sum, count(${last})::integer as filled,
    bool_and(Key = 'WEB-' || n) as is_in_order from (select *, row_number() over () as n from read_parquet('${file}'))`),
  )
  const [largest] = await run(plain(`select max(row_group_num_rows) as rows from parquet_metadata('${file}')`))
  return { count, progress, groupRows: Number(largest!.rows), ...facts }
}

describe('a wide Parquet file', () => {
  const sizes = [
    [10_814, 415, 1],
    [600, 2_000, 7],
  ] as const
  it.each(sample('wide files', sizes, 1))(
    'of %i issues and %i columns fits into the memory of exports',
    async (rows, columns, every) => {
      const values = Array.from({ length: rows }, (_, i) => i + 1).filter(i => (i + columns - 1) % every === 0)
      const sum = values.reduce((sum, i) => sum + i * 1000 + columns - 1, 0)
      const { progress, groupRows, ...facts } = await written(rows, columns, every)
      expect(facts).toEqual({ count: rows, rows, sum: BigInt(sum), filled: values.length, is_in_order: true })
      // They are in memory at once.
      expect(groupRows).toBeLessThan(2 * 2_048)
      expect(progress.length).toBeGreaterThan(1)
      expect(progress.at(-1)).toBe(rows)
    },
  )

  it('of no issues has its columns', async () => {
    expect(await written(0, 3, 1)).toEqual({
      count: 0,
      rows: 0,
      sum: null,
      filled: 0,
      is_in_order: null,
      groupRows: 0,
      progress: [0],
    })
  })
})
