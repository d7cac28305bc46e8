import { describeConflict, isUserError, UserError } from '../base/errors.ts'
import { toStays } from '../history/to-stays.ts'
import type { Source, SourceIssue } from '../source/source.ts'
import type { SearchPage } from '../source/source-document.ts'
import type { BatchOutcome, ImportBatch, UnreadDates } from '../store/import-batch.ts'
import type { StatusClash } from '../store/status-clashes.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time/instant.ts'
import { fillLists } from './fill-lists.ts'

/** What batches are written to: a store, or the other thread's. */
export type BatchWriter = Pick<Store, 'importBatch'>

/** What an import did, in numbers: what was read, and what came of it in the store. */
export interface ImportSummary extends Omit<BatchOutcome, 'refused'> {
  readonly issues: number
  readonly changes: number
  readonly stays: number
  readonly unreadDates: UnreadDates
  /** Statuses that have another name and category than in the store, so that they may be of another tracker. */
  readonly statusClashes: readonly StatusClash[]
  /** Issues whose change log may have been cut off, with the key of the first. */
  readonly maybeCut: { readonly count: number; readonly first: string | null }
  /** The search pages that the issues came in. */
  readonly pages: readonly SearchPage[]
  readonly skipped: readonly { readonly location: string; readonly reason: string }[]
}

/** How to import. */
export interface ImportOptions {
  /** Leave out what cannot be read instead of refusing the file. */
  readonly skipInvalid: boolean
  /** Take issues of which none has a change log. */
  readonly withoutHistories?: boolean
  /** Take issues of a tracker with another base address than that of the store. */
  readonly newAddress?: boolean
  /** Told the numbers so far, after every few issues. */
  readonly progress?: (issues: number) => void
  readonly signal?: AbortSignal
  /** When the lists were read, unless the tracker has a clock. */
  readonly at: Instant
  /** Reads only issues that changed since then, where the tracker can list them. */
  readonly since?: Instant
  /** Prepares the batch before anything is written to it. */
  readonly begin?: (batch: ImportBatch) => void
}

const PAUSE_EVERY = 200

/**
 * Brings the histories of a source into the store as one batch: whole or, on a problem, not at all.
 *
 * Throws IMPORT_INVALID and IMPORT_CONFLICT for what cannot be kept, unless `skipInvalid`; IMPORT_EMPTY when there is no
 * issue, unless the tracker says that none has changed; IMPORT_OTHER_TRACKER for a tracker with another base address,
 * unless `newAddress`; IMPORT_WITHOUT_HISTORIES when no issue has a change log, unless `withoutHistories`; IMPORT_STOPPED
 * when `signal` is aborted.
 */
export async function importHistories(
  store: BatchWriter,
  source: Source,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { address, now } = await source.hello()
  const lists = await source.lists()
  const permissions = await source.permissions()
  const ids = await source.changedIds(options.since ?? null)
  const tally = new Tally()
  const fill = async (batch: ImportBatch) => {
    options.begin?.(batch)
    if (address !== null)
      batch.checkTracker(address, { file: source.name, key: null, mayMove: options.newAddress ?? false })
    fillLists(batch, lists, now ?? options.at)
    if (permissions) batch.setPermissions(permissions)
    for await (const issue of source.histories(ids)) {
      if ('page' in issue) tally.pages.push(issue.page)
      else if ('problem' in issue) refuseOrSkip(source, issue, options, tally)
      else addIssue(batch, source, issue, options, tally)
      if (tally.issues % PAUSE_EVERY === 0) await pause(options, tally)
    }
    await pause(options, tally)
    if (ids?.length !== 0) refuseEmpty(source, tally)
    refuseWithoutLogs(source, options, tally)
    tally.unreadDates = batch.unreadDates
    tally.statusClashes = batch.statusClashes
  }
  const { refused, ...outcome } = await store.importBatch(source.name, fill, options)
  for (const conflict of refused)
    tally.skipped.push({ location: conflict.issue.key, reason: describeConflict(conflict) })
  const { issues, ...told } = tally
  return { ...told, ...outcome, issues: issues - refused.length }
}

function refuseEmpty({ name }: Source, { issues, skipped }: Tally): void {
  if (issues === 0) throw new UserError('IMPORT_EMPTY', { file: name, skipped })
}

function refuseWithoutLogs({ name }: Source, { withoutHistories = false }: ImportOptions, tally: Tally): void {
  const { issues, logged } = tally
  if (issues > 0 && logged === 0 && !withoutHistories)
    throw new UserError('IMPORT_WITHOUT_HISTORIES', { file: name, issues })
}

function refuseOrSkip(
  source: Source,
  { location, problem }: { readonly location: string; readonly problem: string },
  { skipInvalid }: ImportOptions,
  tally: Tally,
): void {
  if (!skipInvalid) throw new UserError('IMPORT_INVALID', { file: source.name, location, reason: problem })
  tally.skipped.push({ location, reason: problem })
}

function addIssue(
  batch: ImportBatch,
  source: Source,
  issue: Extract<SourceIssue, { history: unknown }>,
  { newAddress = false }: ImportOptions,
  tally: Tally,
): void {
  const { key } = issue.history
  if (issue.tracker) batch.checkTracker(issue.tracker, { file: source.name, key, mayMove: newAddress })
  batch.record(issue.observations)
  const made = toStays(issue.history, field => issue.multi.has(field))
  batch.add(issue.history, made)
  tally.issues++
  tally.changes += issue.history.changes.length
  tally.stays += made.stays.length
  if (issue.history.hasLog) tally.logged++
  if (issue.maybeCut) {
    const { count, first } = tally.maybeCut
    tally.maybeCut = { count: count + 1, first: first ?? issue.history.key }
  }
}

/** Lets other work have its turn: appending rows is all synchronous. */
async function pause({ progress, signal }: ImportOptions, tally: Tally): Promise<void> {
  progress?.(tally.issues)
  await new Promise(resolve => setImmediate(resolve))
  if (signal?.aborted) throw isUserError(signal.reason) ? signal.reason : new UserError('IMPORT_STOPPED')
}

class Tally {
  issues = 0
  changes = 0
  stays = 0
  /** Issues with a change log. */
  logged = 0
  statusClashes: readonly StatusClash[] = []
  unreadDates: UnreadDates = { count: 0, first: null }
  maybeCut: ImportSummary['maybeCut'] = { count: 0, first: null }
  readonly pages: SearchPage[] = []
  readonly skipped: { location: string; reason: string }[] = []
}
