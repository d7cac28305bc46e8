import { describeConflict, isUserError, UserError } from '../../core/base/errors.ts'
import { toStays } from '../../core/history/to-stays.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { BatchOutcome, ImportBatch, UnreadDates } from '../../store/batches/import-batch.ts'
import type { BatchWriter } from '../../store/batches/remote-batch.ts'
import type { StatusClash } from '../../store/rows/status-clashes.ts'
import type { Source, SourceIssue } from '../source/source.ts'
import type { SearchPage } from '../source/source-document.ts'
import { fillLists } from './fill-lists.ts'

/** The result of an import in numbers: what was read, and what changed in the store. */
export type ImportSummary = Omit<BatchOutcome, 'refused'> & Readonly<Omit<Tally, 'logged'>>

/** The options of an import. */
export interface ImportOptions {
  /** Leave out invalid parts of issues, and issues that cannot be read, instead of rejecting the file. */
  readonly skipInvalid: boolean
  /** Accept a source in which no issue has a change log. */
  readonly withoutHistories?: boolean
  /** Accept a tracker whose base address differs from the store's. */
  readonly newAddress?: boolean
  /** Called with the number of issues so far, after every few issues. */
  readonly progress?: (issues: number) => void
  readonly signal?: AbortSignal
  /** The time at which the lists were read. */
  readonly at: Instant
  /** The projects that connections keep in sync: the name of the connection by the tracker's id. */
  readonly connected?: ReadonlyMap<string, string>
  /** Prepares the batch before anything is written to it. */
  readonly begin?: (batch: ImportBatch) => void
}

const PAUSE_EVERY = 200

/**
 * Imports the histories of a source as one batch, completely or not at all.
 *
 * Throws IMPORT_INVALID and IMPORT_CONFLICT for an invalid issue, unless `skipInvalid`; IMPORT_EMPTY if there is no issue,
 * unless the source has only lists; IMPORT_OTHER_TRACKER for a tracker with another base address, unless
 * `newAddress`; IMPORT_CONNECTED for an issue of a connected project; IMPORT_WITHOUT_HISTORIES if no issue has a change
 * log, unless `withoutHistories`; IMPORT_STOPPED if `signal` is aborted.
 */
export async function importHistories(
  store: BatchWriter,
  source: Source,
  options: ImportOptions,
): Promise<ImportSummary> {
  const tally = new Tally()
  const fill = async (batch: ImportBatch) => {
    options.begin?.(batch)
    fillLists(batch, source.lists, options.at)
    for await (const issue of source.issues?.() ?? []) {
      if ('page' in issue) tally.pages.push(issue.page)
      else if ('problem' in issue) refuseOrSkip(source, issue, options, tally)
      else {
        refuseOrNote(source, issue, options, tally)
        addIssue(batch, source, issue, options, tally)
      }
      if (tally.issues % PAUSE_EVERY === 0) await pause(options, tally)
    }
    await pause(options, tally)
    if (source.issues !== null) refuseEmpty(source, tally)
    refuseWithoutLogs(source, options, tally)
    tally.unreadDates = batch.unreadDates
    tally.statusClashes = batch.statusClashes
  }
  const { refused, ...outcome } = await store.importBatch(source.name, fill, options)
  for (const conflict of refused)
    tally.skipped.push({ location: conflict.issue.key, reason: describeConflict(conflict) })
  const { issues, ...counts } = tally
  return { ...counts, ...outcome, issues: issues - refused.length }
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

/** Notes the invalid parts that were left out of an issue; without `skipInvalid`, they are an error. */
function refuseOrNote(
  source: Source,
  { location, history, leftOut = [] }: Extract<SourceIssue, { history: unknown }>,
  { skipInvalid }: ImportOptions,
  tally: Tally,
): void {
  const [reason] = leftOut
  if (reason === undefined) return
  if (!skipInvalid) throw new UserError('IMPORT_INVALID', { file: source.name, location, reason })
  for (const one of leftOut) tally.leftOut.push({ location, reason: `${history.key}: ${one}` })
}

function addIssue(
  batch: ImportBatch,
  source: Source,
  issue: Extract<SourceIssue, { history: unknown }>,
  { newAddress = false, connected }: ImportOptions,
  tally: Tally,
): void {
  const { key, project } = issue.history
  const connection = connected?.get(project.id)
  if (connection !== undefined) throw new UserError('IMPORT_CONNECTED', { file: source.name, key, connection })
  if (issue.tracker) batch.checkTracker(issue.tracker, { file: source.name, key, mayMove: newAddress })
  batch.record(issue.observations)
  const made = toStays(issue.history, field => issue.multi.has(field))
  batch.add(issue.history, made, issue.securityLevel)
  tally.issues++
  tally.changes += issue.history.changes.length
  tally.stays += made.stays.length
  if (issue.history.hasLog) tally.logged++
  if (issue.maybeCut) {
    const { count, first } = tally.maybeCut
    tally.maybeCut = { count: count + 1, first: first ?? issue.history.key }
  }
}

/** Reports progress, and yields to other work, because appending rows is synchronous. */
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
  /** Statuses whose name and category differ from the store, so they may be from another tracker. */
  statusClashes: readonly StatusClash[] = []
  unreadDates: UnreadDates = { count: 0, first: null }
  /** The number of issues whose change log may be cut off, and the key of the first one. */
  maybeCut: { readonly count: number; readonly first: string | null } = { count: 0, first: null }
  /** The search pages that contained the issues. */
  readonly pages: SearchPage[] = []
  readonly skipped: { location: string; reason: string }[] = []
  /** The invalid parts that were left out of issues, each with the key of its issue. */
  readonly leftOut: { location: string; reason: string }[] = []
}
