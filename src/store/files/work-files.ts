import { join } from 'node:path'
import type { DuckDBInstance } from '@duckdb/node-api'
import type { Row } from '../../core/base/row.ts'
import { literal } from '../batches/staging-folder.ts'
import { driver } from '../engine/driver.ts'
import { type Run, runQuery } from '../engine/run-query.ts'
import { storeFailure } from '../engine/store-failure.ts'
import { identifier, joinSql, plain, type Sql, sql } from '../sql/sql.ts'

/** The rows of a row group. Parts of a table are read by position, and each read decodes whole groups. */
const GROUP_ROWS = 16_384

/**
 * Returns the statement that writes the rows of a query to the work file of table `name` in `folder`. Parquet has no
 * integers of 128 bits, so the columns `wide` are written as decimals; see viewOfWorkFile.
 */
export function copyToWorkFile(folder: string, name: string, query: Sql, wide: readonly string[] = []): Sql {
  const casts = wide.map(column => sql`cast(${identifier(column)} as ${plain(WIDE)}) as ${identifier(column)}`)
  const rows = wide.length === 0 ? query : sql`select * replace (${joinSql(casts, ', ')}) from (${query})`
  const options = `(format parquet, compression snappy, row_group_size ${GROUP_ROWS})`
  return sql`copy (${rows}) to ${plain(`${literal(workFile(folder, name))} ${options}`)}`
}

/** The type of integers of 128 bits in work files. Nothing else has it. */
const WIDE = 'DECIMAL(38,0)'

/** Makes a work file readable as table `name`, with the types of its query. */
export async function viewWorkFile(folder: string, name: string, run: Run): Promise<void> {
  const rows = sql`read_parquet(${plain(literal(workFile(folder, name)))})`
  const columns = await run(sql`describe select * from ${rows}`)
  const wide = columns.filter(row => row.column_type === WIDE).map(row => identifier(String(row.column_name)))
  const casts = wide.map(column => sql`cast(${column} as hugeint) as ${column}`)
  const replaced = casts.length === 0 ? sql`` : sql` replace (${joinSql(casts, ', ')})`
  await run(sql`create or replace temp view ${identifier(name)} as select *${replaced} from ${rows}`)
}

/** Returns the names of the columns of a query that are integers of 128 bits. */
export async function wideColumns(query: Sql, run: Run): Promise<string[]> {
  const columns = await run(sql`describe ${query}`)
  return columns.filter(row => row.column_type === 'HUGEINT').map(row => String(row.column_name))
}

/** The usual number of rows of a row group in a file for users. */
export const FILE_GROUP_ROWS = 122_880

/** Returns the statement that writes the rows of a query to a Parquet file for users. A row group is written from memory. */
export function copyToParquet(file: string, query: Sql, groupRows = FILE_GROUP_ROWS): Sql {
  const options = `(format parquet, compression zstd, row_group_size ${groupRows})`
  return sql`copy (${query}) to ${plain(`${literal(file)} ${options}`)}`
}

/** Returns the path of a work file. */
export function workFile(folder: string, name: string): string {
  return join(folder, `${name}.parquet`)
}

/** The limits of a database over work files. */
export interface WorkLimits {
  readonly memoryMegabytes: number
  readonly temporaryMegabytes: number
}

/** A database in memory over work files. */
export interface WorkDatabase {
  /** Returns a function that runs queries over the work files of a folder, by their names. */
  readonly tablesIn: (
    folder: string,
    names: readonly string[],
  ) => Promise<(query: Sql, signal?: AbortSignal) => Promise<Row[]>>
  readonly close: () => void
}

/**
 * Opens a database in memory that can only access the files in `folder`, on one thread.
 *
 * Its queries throw STORE_FAILED if disk space or memory is insufficient.
 */
export async function openWorkDatabase(folder: string, limits: WorkLimits): Promise<WorkDatabase> {
  const instance: DuckDBInstance = await driver.DuckDBInstance.create(':memory:', {
    memory_limit: `${limits.memoryMegabytes}MB`,
    max_temp_directory_size: `${limits.temporaryMegabytes}MB`,
    threads: '1',
    temp_directory: join(folder, 'temporary'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allocator_flush_threshold: '1MB',
  })
  const connections: { closeSync(): void }[] = []
  const close = () => {
    for (const connection of connections) connection.closeSync()
    instance.closeSync()
  }
  try {
    const first = await instance.connect()
    connections.push(first)
    await first.run(`set timezone = 'UTC'`)
    await first.run(`set allowed_directories = [${literal(folder)}]`)
    await first.run('set enable_external_access = false')
    await first.run('set lock_configuration = true')
  } catch (error) {
    close()
    throw error
  }
  return {
    tablesIn: async (path, names) => {
      const connection = await instance.connect()
      connections.push(connection)
      for (const name of names) await viewWorkFile(path, name, query => runQuery(connection, query))
      return (query, signal) =>
        runQuery(connection, query, signal).catch(error => {
          throw storeFailure(error) ?? error
        })
    },
    close,
  }
}
