import type { Instant } from '../../core/time/instant.ts'
import { numberOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, boolean, plain, sql, varchar } from '../sql/sql.ts'

/** A revision of the store in the lake, without its manifest and its catalogue. */
export interface LakeRevision {
  /** The revision of the store that was published. */
  readonly revision: number
  /** The name of its schema in Trino. */
  readonly schema: string
  readonly location: string
  /** Whether Trino knows its schema. */
  readonly isRegistered: boolean
  /** When a publish last found this state in the store; `null` until the publish of the revision succeeds. */
  readonly published: Instant | null
  /** When a newer revision was published; `null` for the current one. */
  readonly replaced: Instant | null
  readonly issues: number
  readonly stays: number
  /** The size of all its files, including those that it shares with other revisions. */
  readonly bytes: number
}

/** The manifest of a revision, as JSON. */
export interface LakeContent {
  /** The files of each table. */
  readonly manifest: string
  /** The catalogue that it was published with. */
  readonly catalogue: string
}

/** Reads all revisions that the lake may still have, the newest first. */
export async function readLakeRevisions(run: Run): Promise<readonly LakeRevision[]> {
  const rows = await run(
    plain(`select revision, schema_name, location, registered, published_ms, replaced_ms, issues, stays, bytes
      from lake_revision order by revision desc`),
  )
  return rows.map(row => ({
    revision: Number(row.revision),
    schema: String(row.schema_name),
    location: String(row.location),
    isRegistered: row.registered === true,
    published: numberOrNull(row.published_ms),
    replaced: numberOrNull(row.replaced_ms),
    issues: Number(row.issues),
    stays: Number(row.stays),
    bytes: Number(row.bytes),
  }))
}

/** Reads the content of a revision. Throws if it is unknown. */
export async function readLakeContent(run: Run, revision: number): Promise<LakeContent> {
  const [row] = await run(sql`select manifest, catalogue from lake_revision where revision = ${bigint(revision)}`)
  if (!row) throw new Error(`the store knows no revision ${revision} of the lake`)
  return { manifest: String(row.manifest), catalogue: String(row.catalogue) }
}

/** Inserts a revision. */
export async function insertLakeRevision(run: Run, made: LakeRevision & LakeContent): Promise<void> {
  await run(sql`insert into lake_revision values (${bigint(made.revision)}, ${varchar(made.schema)},
    ${varchar(made.location)}, ${boolean(made.isRegistered)}, ${bigint(made.published)}, ${bigint(made.replaced)},
    ${bigint(made.issues)}, ${bigint(made.stays)}, ${bigint(made.bytes)}, ${varchar(made.manifest)},
    ${varchar(made.catalogue)})`)
}

/** Makes a revision the current one at an instant. It has the state that the store had at `taken`. */
export async function switchLakeRevision(
  run: Run,
  revision: number,
  { taken, at }: { readonly taken: Instant; readonly at: Instant },
): Promise<void> {
  await run(sql`update lake_revision set replaced_ms = ${bigint(at)}
    where published_ms is not null and replaced_ms is null and revision <> ${bigint(revision)}`)
  await run(sql`update lake_revision set published_ms = ${bigint(taken)} where revision = ${bigint(revision)}`)
}

/** Records that Trino knows the schema of a revision. */
export async function markLakeRegistered(run: Run, revision: number): Promise<void> {
  await run(sql`update lake_revision set registered = true where revision = ${bigint(revision)}`)
}

/** Removes a revision. */
export async function deleteLakeRevision(run: Run, revision: number): Promise<void> {
  await run(sql`delete from lake_revision where revision = ${bigint(revision)}`)
}
