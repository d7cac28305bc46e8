import { fileTableOf, folderOf, keyOf, type Manifest, type ManifestTable } from './manifest.ts'

/** Runs a statement on the cluster, to its end. */
export type RunStatement = (statement: string) => Promise<void>

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

/** Makes revisions known to Trino. */
export interface Registrar {
  /** Creates the schema of a revision, whose files are complete. Replaces what an interrupted call left. */
  readonly register: (schema: string, manifest: Manifest) => Promise<void>
  /** Removes the schema of a revision, if it exists. No files are removed. */
  readonly drop: (schema: string) => Promise<void>
}

/**
 * Returns a registrar.
 *
 * Tables in one file are external tables of the schema of their revision. A table with several files is a view of the
 * schema: it selects the files of the revision from a table with those of all revisions, in which each file is a
 * partition. So a new revision adds only the partitions of its new files.
 */
export function createRegistrar({ run, writing, reading, uri, files }: RegisterDeps): Registrar {
  const drop = (schema: string) => run(`drop schema if exists ${named(writing, schema)} cascade`)
  return {
    drop,
    register: async (schema, { tables }) => {
      await run(`create schema if not exists ${named(writing, files)}`)
      await drop(schema)
      await run(`create schema ${named(writing, schema)}`)
      for (const table of tables) {
        if (table.isDivided) {
          if (table.files.length > 0) for (const statement of fileTable(table)) await run(statement)
          await run(`create view ${named(writing, schema, table.name)} security invoker as ${filesOf(table)}`)
        } else {
          const [file] = table.files
          const folder = keyOf(table, file!).replace(/\/[^/]*$/, '')
          await run(externalTable(named(writing, schema, table.name), columnsOf(table), folder))
        }
      }
    },
  }

  function fileTable(table: ManifestTable): readonly string[] {
    const partitions = [...(table.byField ? ['field_id'] : []), 'file']
    const columns = [...columnsOf(table), ...partitions.map(name => `${quoted(name)} varchar`)]
    const name = fileTableOf(table)
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

  function filesOf(table: ManifestTable): string {
    const { columns, byField } = table
    const all = [...columns, ...(byField ? [{ name: 'field_id', type: 'varchar' }] : [])]
    if (table.files.length === 0) {
      return `select ${all.map(({ name, type }) => `cast(null as ${type}) as ${quoted(name)}`).join(', ')} where false`
    }
    return `select ${all.map(({ name }) => quoted(name)).join(', ')} from ${named(reading, files, fileTableOf(table))}
where file in (${table.files.map(({ id }) => text(id)).join(', ')})`
  }
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
