import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Store } from '../../store/engine/store.ts'
import { systemReason } from '../../store/engine/system-reason.ts'
import {
  deleteLakeRevision,
  insertLakeRevision,
  type LakeContent,
  type LakeRevision,
  markLakeRegistered,
  readLakeContent,
  readLakeRevisions,
  switchLakeRevision,
} from '../../store/rows/lake-rows.ts'
import { isCurrent, issueIdsIn, removeLocalFiles } from './current-state.ts'
import { LakeRefusal } from './lake-refusal.ts'
import type { LakeTarget } from './lake-target.ts'
import { keysOf, type Manifest, TABLES_FOLDER } from './manifest.ts'
import type { Registrar } from './register.ts'
import { writeRevision } from './write-revision.ts'

/** The dependencies of publishing. */
export interface PublishDeps {
  readonly store: Store
  readonly now: () => Instant
  /** The beginning of the names of schemas. */
  readonly prefix: string
  /** Makes revisions known to Trino; `null` without a cluster. */
  readonly registrar: Registrar | null
  /** Returns whether a report is reading a revision. */
  readonly isRead: (revision: number) => boolean
  /** The maximum number of changed issues in delta files. */
  readonly maxChanged?: number
}

/** The default of `maxChanged`. Each view of a revision contains the numbers of these issues. */
const MAX_CHANGED = 3000

/** Options of publishing. */
export interface PublishOptions {
  /** Whether to write to a lake that another store wrote. */
  readonly takeOver: boolean
  readonly signal?: AbortSignal
}

/** The result of publishing. */
export interface Published {
  readonly location: string
  readonly revision: number
  /** The name of its schema in Trino. */
  readonly schema: string
  /** Whether there is a new revision. Otherwise nothing has changed since the current one. */
  readonly isNew: boolean
  readonly issues: number
  /** The number of its files, and the number of those that were written now. */
  readonly files: number
  readonly filesWritten: number
  /** The size of its files, and of those that were written now. */
  readonly bytes: number
  readonly bytesWritten: number
}

/** How long a replaced revision is kept: reports may still read it. */
export const KEPT_MS = 3_600_000

/** The key of the file that names the store to which a lake belongs. */
const OWNER = 'sojourn-lake.json'

/**
 * Publishes one state of the store to a lake, and makes it the current revision. Imports may run meanwhile.
 *
 * A part whose content the lake already has keeps its file. The earlier revision stays complete and current until the
 * new one is, so an interrupted publish only leaves files, which the next one uses or removes. No other publish of the
 * store may run. Throws LAKE_FAILED and LAKE_FOREIGN.
 */
export async function publish(
  target: LakeTarget,
  deps: PublishDeps,
  { takeOver, signal }: PublishOptions,
): Promise<Published> {
  const { store, now, prefix, registrar, maxChanged = MAX_CHANGED } = deps
  try {
    const owner = { store: await claim(target, store.lakeFolder, takeOver), takeOver }
    const taken = now()
    const { made, written } = await store.exportFiles(
      // Without Trino, others read the files: they do not know which rows of base files are superseded.
      run =>
        writeRevision(run, target, { folder: store.lakeFolder, prefix, maxChanged: registrar && maxChanged, signal }),
      signal,
    )
    const [current] = (await store.snapshot(readLakeRevisions)).filter(isCurrent)
    const isNew = !(current && (await isSame(store, current, made)))
    const { revision, schema, isRegistered } = isNew ? made : current!
    if (isNew) await store.transactKeepingCache(run => insertLakeRevision(run, made))
    const manifest: Manifest = JSON.parse(made.manifest)
    if (registrar && !(isRegistered && (await registrar.isKnown(schema, manifest)))) {
      await registrar.register(schema, manifest, owner)
      await store.transactKeepingCache(run => markLakeRegistered(run, revision))
    }
    await store.transactKeepingCache(run => switchLakeRevision(run, revision, { taken, at: now() }))
    await cleanUp(target, deps)
    const { location, issues, bytes } = made
    const files = keysOf(manifest).length
    return { location, revision, schema, isNew, issues, files, bytes, ...written }
  } catch (error) {
    throw lakeFailure(error, target.location)
  }
}

/**
 * Marks the lake as one of this store, and returns the id of the store. The other half of the mark is no part of
 * backups, so that a copy of the store does not remove files of the original.
 */
async function claim(target: LakeTarget, folder: string, takeOver: boolean): Promise<string> {
  const path = join(folder, 'id')
  mkdirSync(folder, { recursive: true })
  if (!statSync(path, { throwIfNoEntry: false })?.size) writeFileSync(path, randomUUID(), { flush: true })
  const id = readFileSync(path, 'utf8')
  const found = await target.read(OWNER)
  if (found === JSON.stringify({ store: id })) return id
  const refuse = (reason: string) => new UserError('LAKE_FOREIGN', { location: target.location, reason })
  if (found !== null && !takeOver) throw refuse('another store published to it')
  // An interrupted write of the mark may have left a part of it.
  const others = found === null ? [...(await target.list()).keys()].filter(key => !key.includes(OWNER)) : []
  if (others.length > 0) throw refuse('it has other files')
  await target.write(OWNER, JSON.stringify({ store: id }))
  return id
}

async function isSame(store: Store, { revision, location }: LakeRevision, made: LakeRevision & LakeContent) {
  // A restored store knows revisions without their local files.
  if (!existsSync(issueIdsIn(store.lakeFolder, revision))) return false
  const { manifest, catalogue } = await store.snapshot(run => readLakeContent(run, revision))
  return location === made.location && manifest === made.manifest && catalogue === made.catalogue
}

/** Removes the revisions that were replaced long ago, and all files that no other revision has. */
async function cleanUp(target: LakeTarget, { store, now, registrar, isRead }: PublishDeps): Promise<void> {
  const revisions = await store.snapshot(readLakeRevisions)
  const expired = new Set<number>()
  for (const { revision, schema, published, replaced } of revisions) {
    const isOver = published === null || (replaced !== null && now() - replaced >= KEPT_MS && !isRead(revision))
    if (!isOver) continue
    // If the cluster cannot be reached, the next publish removes it.
    if (registrar && !(await isDone(registrar.drop(schema)))) continue
    expired.add(revision)
    await store.transactKeepingCache(run => deleteLakeRevision(run, revision))
  }
  await removeLocalFiles(
    store.lakeFolder,
    revisions.map(({ revision }) => revision).filter(revision => !expired.has(revision)),
  )
  const kept = new Set<string>()
  for (const { revision, location } of revisions) {
    if (location !== target.location || expired.has(revision)) continue
    const { manifest } = await store.snapshot(run => readLakeContent(run, revision))
    for (const key of keysOf(JSON.parse(manifest))) kept.add(key)
  }
  const files = [...(await target.list()).keys()]
  await target.remove(files.filter(key => key.startsWith(`${TABLES_FOLDER}/`) && !kept.has(key)))
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

/** Returns LAKE_FAILED for an error of a place; other errors unchanged. */
export function lakeFailure(error: unknown, location: string): unknown {
  const reason = error instanceof LakeRefusal ? error.message : systemReason(error)
  if (reason === null) return error
  const failed = new UserError('LAKE_FAILED', { location, reason })
  failed.cause = error
  return failed
}
