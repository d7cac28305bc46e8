import { createHash } from 'node:crypto'
import { literal } from '../batches/staging-folder.ts'
import type { Run } from '../engine/run-query.ts'
import { plain, type Sql } from '../sql/sql.ts'
import { BUCKET_BITS, type LakeChanges, within } from './lake-changes.ts'

/** How a table of the store is divided into files. */
interface LakeTable {
  readonly name: string
  /** The column with the number of the issue; `null` for a table in one file. */
  readonly issue: 'issue_id' | 'id' | null
  /** Whether each field has files of its own. */
  readonly byField: boolean
  /** The columns that a row is sorted by. */
  readonly order: string
  /** The published columns; all, if it is missing. */
  readonly only?: readonly string[]
  /** The columns that are not published. */
  readonly omit?: readonly string[]
}

const whole = (name: string, order: string, only?: readonly string[]): LakeTable => ({
  name,
  order,
  issue: null,
  byField: false,
  ...(only ? { only } : {}),
})

/** The tables that reports read. Accounts, tokens, permissions, connections and saved queries are never published. */
const LAKE_TABLES: readonly LakeTable[] = [
  { name: 'stay', issue: 'issue_id', byField: true, order: 'project_id, issue_id, seq' },
  { name: 'change', issue: 'issue_id', byField: true, order: 'issue_id, seq' },
  { name: 'issue_value', issue: 'issue_id', byField: true, order: 'issue_id, value_id, text' },
  { name: 'status_assignment', issue: 'issue_id', byField: false, order: 'project_id, issue_id, seq' },
  { name: 'issue', issue: 'id', byField: false, order: 'project_id, id', omit: ['digest'] },
  { name: 'repair', issue: 'issue_id', byField: false, order: 'issue_id, at_ms, kind' },
  { name: 'posting', issue: 'issue_id', byField: false, order: 'term_id, field_id, issue_id, pos' },
  whole('term', 'word'),
  whole('project', 'id'),
  whole('project_status', 'project_id, status_id'),
  whole('status', 'id'),
  whole('issue_type', 'id'),
  whole('priority', 'id'),
  whole('resolution', 'id'),
  { name: 'field', issue: null, byField: false, order: 'id', omit: ['untranslated_name'] },
  whole('person', 'id', ['id', 'display_name']),
  whole('person_group', 'name'),
  whole('group_member', 'group_name, person_id'),
  whole('version', 'id'),
  whole('component', 'id'),
  whole('sprint', 'id'),
  whole('held_name', 'field_id, name'),
  whole('calendar', 'id'),
  whole('calendar_version', 'version'),
  whole('calendar_bucket', 'version, k'),
  whole('tracker_info', 'address'),
]

/** A column of a published table. */
export interface LakeColumn {
  readonly name: string
  readonly type: 'integer' | 'bigint' | 'double' | 'boolean' | 'varchar'
}

/** The types of DuckDB with the published ones. */
const TYPES: Readonly<Record<string, LakeColumn['type']>> = {
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
  VARCHAR: 'varchar',
}

/** A part of a table that is published as one file. */
export interface LakePart {
  /** Differs when the content, or how it is written, differs. Begins with the number of the bucket, or with DELTA. */
  readonly id: string
  /** The field of all rows; `null` when the table is not divided by field. */
  readonly field: string | null
  readonly rows: number
  /** Returns the statement that writes the part to a file. */
  readonly copyTo: (file: string) => Sql
}

/** The beginning of the ids of parts with changed issues of all buckets. */
export const DELTA = 'd'

/** A table of the store with its parts. */
export interface PublishedTable {
  readonly name: string
  /** Differs when the columns or their types differ. */
  readonly signature: string
  /** The columns in the files; without the field, if the table is divided by field. */
  readonly columns: readonly LakeColumn[]
  /** The column with the number of the issue, by which the table is divided into parts; `null` for a table in one part. */
  readonly issue: 'issue_id' | 'id' | null
  readonly byField: boolean
  readonly rows: number
  /** The parts of rewritten buckets and of changed issues. */
  readonly parts: readonly LakePart[]
}

/** A table of the store with its published columns. */
export type DescribedTable = LakeTable & Pick<PublishedTable, 'columns' | 'signature'>

/** Returns the published tables without their parts. */
export async function describeLakeTables(run: Run): Promise<readonly DescribedTable[]> {
  const described: DescribedTable[] = []
  for (const table of LAKE_TABLES) {
    const columns = await columnsOf(run, table)
    described.push({ ...table, columns, signature: digestOf([table.name, columns]).slice(0, 8) })
  }
  return described
}

/** Finds the parts of all published tables in one state of the store. Reads each table once. */
export async function lakeTables(run: Run, changes: LakeChanges): Promise<readonly PublishedTable[]> {
  const [row] = await run(plain('select version() as version'))
  const tables: PublishedTable[] = []
  for (const table of await describeLakeTables(run))
    tables.push(await publishedTable(run, table, String(row!.version), changes))
  return tables
}

async function publishedTable(
  run: Run,
  table: DescribedTable,
  writer: string,
  changes: LakeChanges,
): Promise<PublishedTable> {
  const { name, columns, signature, order, issue, byField } = table
  const selected = columns.map(({ name, type }) => `${name}::${type} as ${name}`).join(', ')
  // The hash of a row is that of its first columns xor that of its last one, so it is hashed again: otherwise two rows
  // could exchange the values of their last column without another sum.
  const hashed = `hash(hash(${columns.map(column => column.name).join(', ')})) as h`
  const sums = 'count(*) as rows, bit_xor(h)::varchar as folded, sum(h::hugeint)::varchar as total'
  const isChanged = (column: string) => within(column, changes.changed)
  const found = await run(
    plain(
      issue === null
        ? `select null as field, 0 as bucket, ${sums} from (select ${hashed} from ${name})`
        : `select field, bucket, ${sums} from (
            select ${byField ? 'field_id' : 'null'} as field, ${hashed},
              case when ${isChanged(issue)} then null else ${issue} >> ${BUCKET_BITS} end as bucket
            from ${name} where ${isChanged(issue)} or ${changes.ofRewritten(issue)}
          ) group by field, bucket order by field, bucket`,
    ),
  )
  const [all] = await run(plain(`select count(*) as rows from ${name}`))
  const parts = found.map((row): LakePart => {
    const field = byField ? String(row.field) : null
    const bucket = row.bucket === null ? DELTA : Number(row.bucket)
    const content = [writer, signature, field, bucket, String(row.rows), row.folded, row.total]
    const conditions = [
      ...(field === null ? [] : [`field_id = ${literal(field)}`]),
      ...(issue === null ? [] : [bucket === DELTA ? isChanged(issue) : inBucket(issue, bucket)]),
    ]
    const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
    return {
      id: `${bucket}-${digestOf(content).slice(0, 24)}`,
      field,
      rows: Number(row.rows),
      copyTo: file =>
        plain(`copy (select ${selected} from ${name} ${where} order by ${order})
          to ${literal(file)} (format parquet, compression zstd)`),
    }
  })
  return { name, signature, columns, issue, byField, rows: Number(all!.rows), parts }
}

async function columnsOf(run: Run, { name, only, omit = [], byField }: LakeTable): Promise<readonly LakeColumn[]> {
  const rows = await run(
    plain(`select column_name as name, data_type as type from duckdb_columns()
      where table_name = ${literal(name)} and not internal order by column_index`),
  )
  const excluded = byField ? [...omit, 'field_id'] : omit
  return rows
    .map(row => ({ name: String(row.name), type: TYPES[String(row.type)]! }))
    .filter(column => !excluded.includes(column.name) && (only?.includes(column.name) ?? true))
}

function inBucket(issue: string, bucket: number): string {
  return `${issue} between ${bucket * 2 ** BUCKET_BITS} and ${(bucket + 1) * 2 ** BUCKET_BITS - 1}`
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Returns the query that reads a file of copyIssueIds. */
export function issueIdsOf(file: string): Sql {
  return plain(`select id, project_id, ref, security_level from read_parquet(${literal(file)})`)
}

/** Returns the statement that writes the numbers, projects, ids and security levels of all issues to a file. */
export function copyIssueIds(file: string): Sql {
  return plain(
    `copy (select id, project_id, ref, security_level from issue order by id) to ${literal(file)} (format parquet)`,
  )
}

/** Returns the statement that writes a hash of all published rows of each issue to a file: `id, hash`. */
export async function copyIssueHashes(run: Run, file: string): Promise<Sql> {
  const rows = (await describeLakeTables(run))
    .filter(({ issue }) => issue !== null)
    .map(({ name, issue, byField, columns }) => {
      const names = [...columns.map(column => column.name), ...(byField ? ['field_id'] : [])]
      return `select ${issue} as id, hash(hash(${names.join(', ')}), ${literal(name)}) as h from ${name}`
    })
  return plain(`copy (select id, (sum(h::hugeint) % 18446744073709551616)::ubigint as hash
    from (${rows.join(' union all ')}) group by id)
    to ${literal(file)} (format parquet, compression zstd)`)
}
