import { rm } from 'node:fs/promises'
import { deleteLakeRevision, type LakeRevision, readLakeContent, readLakeRevisions } from '../store/lake-rows.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time/instant.ts'
import { issueIdsIn } from './current-state.ts'
import type { LakeTarget } from './lake-target.ts'
import { keysOf, TABLES_FOLDER } from './manifest.ts'
import type { Registrar } from './register.ts'

/** The dependencies of removing revisions. */
export interface ExpireDeps {
  readonly store: Store
  readonly now: () => Instant
  /** Removes revisions from Trino; `null` without a cluster. */
  readonly registrar: Pick<Registrar, 'drop'> | null
  /** Returns whether a report is reading a revision. */
  readonly isRead: (revision: number) => boolean
}

/** How long a replaced revision is kept: reports may still read it. Milliseconds. */
export const KEPT_MS = 3_600_000

/** Returns when a revision may be removed; `null` for the current one. An interrupted one may be removed at once. */
export function expiryOf({ published, replaced }: LakeRevision): Instant | null {
  if (published === null) return 0
  return replaced === null ? null : replaced + KEPT_MS
}

/** Returns whether a revision has expired, and no report reads it. */
export function isExpired(revision: LakeRevision, { now, isRead }: Pick<ExpireDeps, 'now' | 'isRead'>): boolean {
  const expiry = expiryOf(revision)
  return expiry !== null && expiry <= now() && !isRead(revision.revision)
}

/**
 * Removes the revisions that have expired and that no report reads, and all files that no other revision has. Returns
 * the number of removed revisions. No publish of the store may run.
 */
export async function removeExpired(target: LakeTarget, deps: ExpireDeps): Promise<number> {
  const { store, registrar } = deps
  const revisions = await store.snapshot(readLakeRevisions)
  const removed = new Set<number>()
  for (const one of revisions) {
    const { revision, schema } = one
    if (!isExpired(one, deps)) continue
    // If the cluster cannot be reached, the revision is removed later.
    if (registrar && !(await isDone(registrar.drop(schema)))) continue
    removed.add(revision)
    await store.transactKeepingCache(run => deleteLakeRevision(run, revision))
    await rm(issueIdsIn(store.lakeFolder, revision), { force: true })
  }
  const kept = new Set<string>()
  for (const { revision, location } of revisions) {
    if (location !== target.location || removed.has(revision)) continue
    const { manifest } = await store.snapshot(run => readLakeContent(run, revision))
    for (const key of keysOf(JSON.parse(manifest))) kept.add(key)
  }
  const files = [...(await target.list()).keys()]
  await target.remove(files.filter(key => key.startsWith(`${TABLES_FOLDER}/`) && !kept.has(key)))
  return removed.size
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
