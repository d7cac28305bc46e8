import { isUserError, UserError } from '../base/errors.ts'
import type { IssueHistory, Sighting } from '../history/model.ts'
import { toStays } from '../history/to-stays.ts'
import type { ImportBatch, UnreadDates } from '../store/import-batch.ts'
import type { Store } from '../store/store.ts'

/** An issue as a source hands it over, or what is wrong with it. */
export type SourceIssue =
  | {
      readonly place: string
      readonly history: IssueHistory
      readonly sightings: readonly Sighting[]
      /** The fields that hold several values at once. */
      readonly multi: ReadonlySet<string>
    }
  | { readonly place: string; readonly problem: string }

/** A file, or anything else with issues in it. */
export interface HistorySource {
  readonly name: string
  /** The issues in the order of the file. */
  readonly issues: AsyncIterable<SourceIssue> | Iterable<SourceIssue>
}

/** What an import did, in numbers. */
export interface ImportSummary {
  readonly issues: number
  readonly changes: number
  readonly stays: number
  /** Issues whose history had to be mended. */
  readonly repaired: number
  readonly unreadDates: UnreadDates
  readonly skipped: readonly { readonly place: string; readonly reason: string }[]
}

/** How to import. */
export interface ImportOptions {
  /** Leave out what cannot be read instead of refusing the file. */
  readonly skipInvalid: boolean
  /** Told the numbers so far, after every few issues. */
  readonly progress?: (issues: number) => void
  readonly signal?: AbortSignal
  /** Fills the batch with what the tracker's own lists say, before its issues. */
  readonly lists?: (batch: ImportBatch) => void
}

const PAUSE_EVERY = 200

/**
 * Brings the histories of a source into the store as one batch: whole or, on a problem, not at all.
 *
 * Throws IMPORT_INVALID for what cannot be read, unless `skipInvalid`; IMPORT_STOPPED when `signal` is aborted.
 */
export function importHistories(store: Store, source: HistorySource, options: ImportOptions): Promise<ImportSummary> {
  return store.write(source.name, async batch => {
    options.lists?.(batch)
    const tally = new Tally()
    for await (const issue of source.issues) {
      if ('problem' in issue) refuseOrSkip(source, issue, options, tally)
      else addIssue(batch, issue, tally)
      if (tally.issues % PAUSE_EVERY === 0) await pause(options, tally)
    }
    await pause(options, tally)
    return tally.summary(batch.unreadDates)
  })
}

function refuseOrSkip(
  source: HistorySource,
  { place, problem }: { readonly place: string; readonly problem: string },
  { skipInvalid }: ImportOptions,
  tally: Tally,
): void {
  if (!skipInvalid) throw new UserError('IMPORT_INVALID', { file: source.name, place, reason: problem })
  tally.skipped.push({ place, reason: problem })
}

function addIssue(batch: ImportBatch, issue: Extract<SourceIssue, { history: unknown }>, tally: Tally): void {
  batch.see(issue.sightings)
  const made = toStays(issue.history, field => issue.multi.has(field))
  batch.add(issue.history, made)
  tally.issues++
  tally.changes += issue.history.changes.length
  tally.stays += made.stays.length
  if (made.repairs.length > 0) tally.repaired++
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
  repaired = 0
  readonly skipped: { place: string; reason: string }[] = []

  summary(unreadDates: UnreadDates): ImportSummary {
    const { issues, changes, stays, repaired, skipped } = this
    return { issues, changes, stays, repaired, unreadDates, skipped }
  }
}
