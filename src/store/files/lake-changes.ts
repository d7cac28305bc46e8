import { literal } from '../batches/staging-folder.ts'
import type { Run } from '../engine/run-query.ts'
import { plain, type Sql } from '../sql/sql.ts'

/** Issues with the same number after this many low bits are in one bucket: 65,536 issues. */
export const BUCKET_BITS = 16

/**
 * How the issues differ from those in the base files of a revision. A bucket with few changed issues keeps its base
 * files; the rows of its changed issues are in delta files.
 */
export interface LakeChanges {
  /** Whether the base files of a bucket are written again. */
  readonly isRewritten: (bucket: number) => boolean
  /** The condition that the base files of an issue are written again. */
  readonly ofRewritten: (issue: string) => string
  /** The changed issues in the other buckets, which are those of the delta files. */
  readonly changed: readonly number[]
}

/** The files that `lakeChanges` reads: `id, hash`. */
export interface IssueHashes {
  /** The present issues; see copyIssueHashes. */
  readonly present: string
  /** The issues in the base files of the current revision. */
  readonly base: string
}

/** All base files are written again, and there are no delta files. */
export const ALL_REWRITTEN: LakeChanges = { isRewritten: () => true, ofRewritten: () => 'true', changed: [] }

/**
 * Decides which buckets keep their base files: as many as possible without removed issues, so that at most `maxChanged`
 * of their issues have changed. `canKeep` returns whether the base files of a bucket still exist.
 */
export async function lakeChanges(
  run: Run,
  { present, base }: IssueHashes,
  { maxChanged, canKeep }: { readonly maxChanged: number; readonly canKeep: (bucket: number) => boolean },
): Promise<LakeChanges> {
  const buckets = await run(
    plain(`select id >> ${BUCKET_BITS} as bucket, count(*) filter (where is_changed) as changed, bool_or(is_removed) as removed
      from (${compared(present, base)}) group by bucket order by changed, bucket`),
  )
  const rewritten = new Set<number>()
  let total = 0
  for (const row of buckets) {
    const bucket = Number(row.bucket)
    // Base files keep the old rows of changed issues, but removed issues must leave the lake.
    if (row.removed === true || !canKeep(bucket) || total + Number(row.changed) > maxChanged) rewritten.add(bucket)
    else total += Number(row.changed)
  }
  const ofRewritten = (issue: string) => within(`${issue} >> ${BUCKET_BITS}`, [...rewritten])
  const rows = await run(
    plain(`select id from (${compared(present, base)}) where is_changed and not (${ofRewritten('id')}) order by id`),
  )
  return { isRewritten: bucket => rewritten.has(bucket), ofRewritten, changed: rows.map(({ id }) => Number(id)) }
}

/** Returns the statement that writes the hashes of the issues in the base files of a new revision. */
export function copyBaseHashes(file: string, { present, base }: IssueHashes, { ofRewritten }: LakeChanges): Sql {
  return plain(`copy (select * from read_parquet(${literal(present)}) where ${ofRewritten('id')}
    union all select * from read_parquet(${literal(base)}) where not (${ofRewritten('id')}))
    to ${literal(file)} (format parquet, compression zstd)`)
}

/** Returns the condition that a number is in a list, which may be empty. */
export function within(value: string, numbers: readonly number[]): string {
  return numbers.length === 0 ? 'false' : `${value} in (${numbers.join(', ')})`
}

function compared(present: string, base: string): string {
  return `select id, p.hash is distinct from b.hash as is_changed, p.hash is null as is_removed
    from read_parquet(${literal(present)}) p full join read_parquet(${literal(base)}) b using (id)`
}
