import { DELTA, type LakeColumn, type PublishedTable } from '../../store/files/lake-tables.ts'

/** A file of a revision. */
export interface ManifestFile {
  /** The id of the part of the table that it contains. */
  readonly id: string
  /** The field of all its rows; `null` when the table is not divided by field. */
  readonly field: string | null
  readonly rows: number
  readonly bytes: number
}

/** A table of a revision. */
export interface ManifestTable {
  readonly name: string
  readonly signature: string
  /** The columns in the files; without the field, if the table is divided by field. */
  readonly columns: readonly LakeColumn[]
  /** The column with the number of the issue, if it has several files for buckets of issues; otherwise `null`. */
  readonly issue: string | null
  readonly byField: boolean
  /** The number of its rows. Its base files may have more; see `Manifest.superseded`. */
  readonly rows: number
  readonly files: readonly ManifestFile[]
}

/** The tables of a revision, with their files. */
export interface Manifest {
  readonly tables: readonly ManifestTable[]
  /** The issues whose rows in base files are not part of the revision. Its delta files have their present rows. */
  readonly superseded: readonly number[]
}

/** Returns whether a file has rows of changed issues of all buckets. */
export function isDelta({ id }: Pick<ManifestFile, 'id'>): boolean {
  return id.startsWith(DELTA)
}

/** Returns the bucket of a base file. */
export function bucketOf({ id }: Pick<ManifestFile, 'id'>): number {
  return Number(id.split('-')[0])
}

/** The folder of all tables in a lake. Nothing else is ever deleted. */
export const TABLES_FOLDER = 'tables'

/** Returns the name of a table whose files have these columns. */
export function fileTableOf({ name, signature }: Pick<PublishedTable, 'name' | 'signature'>): string {
  return `${name}_${signature}`
}

/** Returns the key of the folder of a table's files. */
export function folderOf(table: Pick<PublishedTable, 'name' | 'signature'>): string {
  return `${TABLES_FOLDER}/${fileTableOf(table)}`
}

/** Returns the key of a file: in one folder for each partition of Hive. */
export function keyOf(
  table: Pick<PublishedTable, 'name' | 'signature'>,
  { id, field }: Pick<ManifestFile, 'id' | 'field'>,
): string {
  const ofField = field === null ? '' : `field_id=${escaped(field)}/`
  return `${folderOf(table)}/${ofField}file=${id}/data.parquet`
}

/** Returns the keys of all files of a manifest. */
export function keysOf({ tables }: Pick<Manifest, 'tables'>): readonly string[] {
  return tables.flatMap(table => table.files.map(file => keyOf(table, file)))
}

/** Returns the size of all files of a manifest. */
export function bytesOf({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The characters that Hive escapes in the names of partitions. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Hive escapes control characters too
const ESCAPED = /[\u0000-\u001f\u007f"#%'*/:=?\\{[\]^]/g

function escaped(value: string): string {
  return value.replace(ESCAPED, character => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
