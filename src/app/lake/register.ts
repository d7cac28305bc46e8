import { createHash } from 'node:crypto'
import { isUserError } from '../../core/base/errors.ts'
import { LakeRefusal } from './lake-refusal.ts'
import { fileTableOf, folderOf, isDelta, keyOf, type Manifest, type ManifestTable } from './manifest.ts'

/** Runs a statement on the cluster, and returns the rows of its answer. */
export type RunStatement = (statement: string) => Promise<readonly (readonly unknown[])[]>

/** How revisions are registered in Trino. */
export interface RegisterDeps {
  readonly run: RunStatement
  /** The catalog that may create schemas and tables. */
  readonly writing: string
  /** The catalog that reports read. It has the same metastore, and should be read-only. */
  readonly reading: string
  /** The address of the lake for the cluster, without a trailing slash: `s3://bucket/lake` or `local:///lake`. */
  readonly uri: string
  /** The schema of the tables with the files of all revisions. */
  readonly files: string
}

/** The store that registers its revisions. */
export interface SchemaOwner {
  readonly store: string
  /** Whether the schemas of another store may be replaced. */
  readonly takeOver: boolean
}

/** Makes revisions known to Trino. */
export interface Registrar {
  /**
   * Creates the schema of a revision, whose files are complete. Replaces what an interrupted call left.
   *
   * Throws LakeRefusal when another store uses the names of the schemas, when the catalog of reports is another one, and
   * when the cluster does not find all rows.
   */
  readonly register: (schema: string, manifest: Manifest, owner: SchemaOwner) => Promise<void>
  /** Returns whether a registered schema still exists. Another cluster does not have it. */
  readonly isKnown: (schema: string, manifest: Manifest) => Promise<boolean>
  /** Removes the schema of a revision, if it exists. No files are removed. */
  readonly drop: (schema: string) => Promise<void>
}

/** The beginning of the name of the view that names the store to which the schemas belong. */
const MARK = 'store_'

/**
 * Returns a registrar.
 *
 * Tables in one file are external tables of the schema of their revision. A table with several files is a view of the
 * schema: it selects the files of the revision from a table with those of all revisions, in which each file is a
 * partition. So a new revision adds only the partitions of its new files.
 */
export function createRegistrar({ run, writing, reading, uri, files }: RegisterDeps): Registrar {
  const drop = async (schema: string) => void (await run(`drop schema if exists ${named(writing, schema)} cascade`))
  return {
    drop,
    isKnown: async (schema, { tables }) => {
      // Views name the catalog of reports, which the settings may have changed since.
      if ((await tablesIn(schema, reading)).length !== tables.length) return false
      return isReadable(schema, tables)
    },
    register: async (schema, { tables, superseded }, owner) => {
      await run(`create schema if not exists ${named(writing, files)}`)
      await claim(owner)
      await drop(schema)
      await run(`create schema ${named(writing, schema)}`)
      for (const table of tables) {
        if (table.issue !== null) {
          if (table.files.length > 0) for (const statement of fileTable(table)) await run(statement)
          await run(
            `create view ${named(writing, schema, table.name)} security invoker as ${filesOf(table, superseded)}`,
          )
        } else {
          const [file] = table.files
          const folder = keyOf(table, file!).replace(/\/[^/]*$/, '')
          await run(externalTable(named(writing, schema, table.name), columnsOf(table), folder))
        }
      }
      await verify(schema, tables)
    },
  }

  async function tablesIn(schema: string, catalog: string): Promise<readonly string[]> {
    const rows = await run(
      `select table_name from ${named(catalog, 'information_schema', 'tables')} where table_schema = ${text(schema)}`,
    )
    return rows.map(([name]) => String(name))
  }

  /** Marks the names of the schemas as those of one store: two stores would replace each other's revisions. */
  async function claim({ store, takeOver }: SchemaOwner): Promise<void> {
    const mark = `${MARK}${store.replaceAll('-', '')}`
    const marks = (await tablesIn(files, writing)).filter(name => name.startsWith(MARK))
    const others = marks.filter(name => name !== mark)
    if (others.length > 0 && !takeOver) {
      throw new LakeRefusal(
        `another store uses the schema ${files} of the cluster. Choose another lakeSchema, or replace that store with --take-over`,
      )
    }
    for (const other of others) await run(`drop view ${named(writing, files, other)}`)
    if (!marks.includes(mark)) await run(`create view ${named(writing, files, mark)} as select 1 as marked`)
    if (!(await tablesIn(files, reading)).includes(mark)) {
      throw new LakeRefusal(
        `the catalog ${reading} does not have the tables of the catalog ${writing}. Check the settings trinoCatalog and trinoWriterCatalog`,
      )
    }
  }

  /** Returns whether reports can read the tables of a schema, as Trino plans it. */
  async function isReadable(schema: string, tables: readonly ManifestTable[]): Promise<boolean> {
    try {
      const names = tables.map(({ name }) => named(reading, schema, name))
      await run(`select 1 from ${names.join(', ')} limit 0`)
      return true
    } catch (error) {
      if (isUserError(error, 'TRINO_FAILED') || isUserError(error, 'TRINO_UNABLE')) return false
      throw error
    }
  }

  /** Compares the rows that reports find with those that were published: a wrong address has none, without an error. */
  async function verify(schema: string, tables: readonly ManifestTable[]): Promise<void> {
    const withFiles = tables.filter(({ files }) => files.length > 0)
    if (withFiles.length === 0) return
    const counts = withFiles.map(
      ({ name }) => `select ${text(name)} as name, count(*) as found from ${named(reading, schema, name)}`,
    )
    const found = new Map((await run(counts.join('\nunion all\n'))).map(([name, count]) => [name, Number(count)]))
    for (const { name, rows } of withFiles) {
      if (found.get(name) === rows) continue
      throw new LakeRefusal(
        `Trino finds ${found.get(name)} of ${rows} rows of ${name} at ${uri}. Check the settings trinoLake and trinoCatalog`,
      )
    }
  }

  /** Returns the name of the table of all files at this address: a table keeps the address that it was created with. */
  function fileTableAt(table: ManifestTable): string {
    return `${fileTableOf(table)}_${createHash('sha256').update(uri).digest('hex').slice(0, 8)}`
  }

  function fileTable(table: ManifestTable): readonly string[] {
    const partitions = [...(table.byField ? ['field_id'] : []), 'file']
    const columns = [...columnsOf(table), ...partitions.map(name => `${quoted(name)} varchar`)]
    const name = fileTableAt(table)
    return [
      externalTable(named(writing, files, name), columns, folderOf(table), partitions),
      // Also removes the partitions of deleted files.
      `call ${quoted(writing)}.system.sync_partition_metadata(${text(files)}, ${text(name)}, 'FULL')`,
    ]
  }

  function externalTable(name: string, columns: readonly string[], folder: string, partitions: readonly string[] = []) {
    const by = partitions.length === 0 ? '' : `, partitioned_by = array[${partitions.map(text).join(', ')}]`
    return `create table if not exists ${name} (${columns.join(', ')})
with (format = 'PARQUET', external_location = ${text(`${uri}/${folder}`)}${by})`
  }

  function filesOf(table: ManifestTable, superseded: readonly number[]): string {
    const { columns, byField } = table
    const all = [...columns, ...(byField ? [{ name: 'field_id', type: 'varchar' }] : [])]
    if (table.files.length === 0) {
      return `select ${all.map(({ name, type }) => `cast(null as ${type}) as ${quoted(name)}`).join(', ')} where false`
    }
    return `select ${all.map(({ name }) => quoted(name)).join(', ')} from ${named(reading, files, fileTableAt(table))}
where file in (${idsOf(table.files)})${withoutSuperseded(table, superseded)}`
  }
}

/** Returns the condition that leaves out the rows of base files whose issues have changed since. */
function withoutSuperseded({ issue, files }: ManifestTable, superseded: readonly number[]): string {
  if (superseded.length === 0) return ''
  const deltas = files.filter(isDelta)
  const isPresent = `${quoted(issue!)} not in (${superseded.join(', ')})`
  return ` and ${deltas.length === 0 ? isPresent : `(${isPresent} or file in (${idsOf(deltas)}))`}`
}

function idsOf(files: ManifestTable['files']): string {
  return files.map(({ id }) => text(id)).join(', ')
}

function columnsOf({ columns }: ManifestTable): readonly string[] {
  return columns.map(({ name, type }) => `${quoted(name)} ${type}`)
}

function named(...names: readonly string[]): string {
  return names.map(quoted).join('.')
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
