import { partition } from '../base/partition.ts'
import { partsOf } from '../base/parts-of.ts'
import { type IssueStays, toStays } from '../history/to-stays.ts'
import type { FetchedIssue } from '../source/tracker.ts'
import type { LedgerEntry, ReadEntry } from '../store/ledger-rows.ts'
import type { Instant, Millis } from '../time/instant.ts'
import { isLocalFailure, type Round } from './round.ts'

/** The number of issues that are requested at a time: so few that the main thread is never busy for long. */
const ISSUES_AT_ONCE = 500

/** The number of failed issues that are requested at a time, because one invalid issue fails its whole request. */
const RETRIED_AT_ONCE = 10

/** A batch is stored when it has this number of issues, or of changes, or when its first issue was read this long ago. */
const BATCH = { issues: 500, changes: 50_000, ms: 15_000 }

/** A log entry that is later than `updated` by more than this is counted; most issues have one a few ms later. */
const LATE_MS = 60_000

/** An issue that was read so soon after its `updated` is read once more, for changes at the same instant. */
const FRESH_MS = 2_000

/** An issue whose answer is older than its list or its stored state is read this often before it counts as failed. */
const STALE_TRIES = 3

/** At most this number of issues that moved out are removed without looking for each. */
const MOVED_AT_ONCE = 20

const HOUR_MS = 3_600_000

type Whole = Exclude<FetchedIssue, { problem: unknown }>

/** An issue to be stored. */
interface Made {
  readonly whole: Whole
  readonly stays: IssueStays
}

/** Issues that were read, to be stored in one transaction. */
class Collected {
  readonly made: Made[] = []
  readonly entries: ReadEntry[] = []
  readonly movedOut: LedgerEntry[] = []
  #changes = 0
  #first: Instant | null = null

  add(entry: ReadEntry, now: Instant, made: Made | null): void {
    this.entries.push(entry)
    this.#first ??= now
    if (!made) return
    this.made.push(made)
    this.#changes += made.whole.issue.history.changes.length
  }

  isFull(now: Instant): boolean {
    const { issues, changes, ms } = BATCH
    return (
      this.entries.length >= issues || this.#changes >= changes || (this.#first !== null && now - this.#first >= ms)
    )
  }
}

/**
 * Reads all issues that are due, in batches that are each stored in one transaction with their ledger. What was read
 * before an error is stored.
 *
 * If many issues are due, it stops after `everyMs`, so that the next round can look for changes.
 */
export async function fetchDue(round: Round): Promise<void> {
  const { store, number, settings } = round
  const total = await store.countDue({ round: number, now: round.now })
  const writer = new Writer(round, total)
  try {
    for (let parts = 0; ; parts++) {
      round.options.signal?.throwIfAborted()
      const due = await store.due({ round: number, now: round.now, limit: ISSUES_AT_ONCE })
      if (due.length === 0) return
      if (parts > 0 && round.now - round.started >= settings.everyMs) {
        round.hasMore = true
        return
      }
      const [unread, others] = partition(due, ({ state }) => state === 'failed')
      const again = round.options.retryFailed ? unread.map(withoutLastTry) : unread
      for (const part of [others, ...partsOf(again, RETRIED_AT_ONCE)])
        if (part.length > 0) await fetchIssues(round, part, writer)
      // The next query for due issues must see what was stored.
      await writer.flush()
    }
  } finally {
    await writer.flush()
  }
}

/** Takes back one try: a retry by a person must not lengthen the delay before later tries. */
function withoutLastTry(entry: LedgerEntry): LedgerEntry {
  return { ...entry, tries: Math.max(0, entry.tries - 1) }
}

async function fetchIssues(round: Round, due: readonly LedgerEntry[], writer: Writer): Promise<void> {
  const requested = new Map(due.map(entry => [entry.id, entry]))
  const startedAt = { ours: round.now, tracker: round.trackerNow }
  let foreign = 0
  try {
    for await (const issue of round.tracker.issues([...requested.keys()])) {
      round.options.signal?.throwIfAborted()
      const entry = requested.get(issue.id)
      if (!entry) {
        foreign++
        continue
      }
      requested.delete(issue.id)
      await writer.add(entry, issue, startedAt)
    }
  } catch (error) {
    if (!isLocalFailure(error)) throw error
    // Otherwise the same issues would stop every round.
    for (const entry of requested.values()) await writer.add(entry, { id: entry.id, problem: error.message }, startedAt)
    requested.clear()
  }
  if (foreign > 0) round.warnings.push(`The tracker sent ${foreign} issues that were not requested.`)
  await writer.flush()
  if (requested.size > 0)
    await round.store.updateEntries([...requested.keys()], {
      state: 'suspect',
      suspectSince: round.trackerNow,
      reason: 'The tracker lists it, but does not send it.',
    })
}

/** Stores issues in batches. */
class Writer {
  readonly #round: Round
  readonly #total: number
  #collected = new Collected()
  #done = 0

  constructor(round: Round, total: number) {
    this.#round = round
    this.#total = total
  }

  async add(
    entry: LedgerEntry,
    issue: FetchedIssue,
    startedAt: { readonly ours: Instant; readonly tracker: Instant },
  ): Promise<void> {
    const { now, scopes } = this.#round
    this.#done++
    this.#round.report(this.#done, Math.max(this.#total, this.#done))
    if ('problem' in issue) this.#collected.add(failed(entry, startedAt.ours, now, issue.problem), now, null)
    else if (!scopes.some(({ project }) => project === issue.project)) this.#collected.movedOut.push(entry)
    else {
      const { read, made } = judge(entry, issue, startedAt, now)
      this.#collected.add(read, now, made)
    }
    if (this.#collected.isFull(now)) await this.flush()
  }

  /** Stores what was collected. */
  async flush(): Promise<void> {
    const { made, entries, movedOut } = this.#collected
    this.#collected = new Collected()
    if (entries.length > 0) await storeBatch(this.#round, made, entries)
    if (movedOut.length > 0) await removeMoved(this.#round, movedOut)
  }
}

/** Returns what becomes of an answer, and the issue to be stored, if it is to be stored. */
function judge(
  entry: LedgerEntry,
  whole: Whole,
  startedAt: { readonly ours: Instant; readonly tracker: Instant },
  now: Instant,
): { readonly read: ReadEntry; readonly made: Made | null } {
  const { id, project, updated, issue } = whole
  const read = startedAt.ours
  if (entry.stored !== null && updated < entry.stored)
    return { read: stale(entry, entry.stored, read, now, 'The answer is older than what is stored.'), made: null }
  let stays: IssueStays
  try {
    stays = toStays(issue.history, field => issue.multi.has(field))
  } catch (error) {
    return { read: failed(entry, read, now, (error as Error).message), made: null }
  }
  const newest = issue.history.changes.reduce((latest, { at }) => Math.max(latest, at), updated)
  const isLate = newest > updated + LATE_MS
  const made = { whole, stays }
  if (entry.listed !== null && updated < entry.listed)
    return { read: { ...stale(entry, updated, read, now, 'The answer is older than the list.'), isLate }, made }
  const isFresh = startedAt.tracker < updated + FRESH_MS && entry.stored !== updated
  const rest = { listed: updated, stored: updated, read, tries: 0, nextTry: null, reason: null, isLate }
  return { read: { id, project, ...rest, state: isFresh ? 'due' : 'stored' }, made }
}

function failed(entry: LedgerEntry, read: Instant, now: Instant, reason: string): ReadEntry {
  const { id, project, listed, stored } = entry
  const tries = entry.tries + 1
  const nextTry = now + retryAfter(tries)
  return { id, project, listed, stored, read, state: 'failed', tries, nextTry, reason, isLate: false }
}

/** An answer from before the newest known state: the next round reads the issue again, and later ones more rarely. */
function stale(entry: LedgerEntry, stored: Instant, read: Instant, now: Instant, reason: string): ReadEntry {
  const made = failed(entry, read, now, reason)
  return made.tries < STALE_TRIES ? { ...made, stored, state: 'due', nextTry: null } : { ...made, stored }
}

/** Returns after how long a failed issue is read again: 1 hour to 24 hours. */
function retryAfter(tries: number): Millis {
  return Math.min(24, 2 ** (tries - 1)) * HOUR_MS
}

async function storeBatch(round: Round, made: readonly Made[], entries: readonly ReadEntry[]): Promise<void> {
  const { connection, hello } = round
  const failures = entries.filter(({ state }) => state === 'failed').length
  const isLive = connection.state === 'live'
  const outcome = await round.store.importBatch(
    connection.name,
    async batch => {
      batch.checkTracker(hello!.address, { file: connection.name, key: null, mayMove: true })
      for (const { whole, stays } of made) {
        batch.record(whole.issue.observations)
        batch.add(whole.issue.history, stays, whole.securityLevel)
      }
      batch.recordRead(entries)
      batch.setSync({
        connection: connection.name,
        round: round.number,
        fetched: made.length,
        failed: failures,
        lists: [],
        ...(isLive && batch.discovered > 0 ? { listsRead: null } : {}),
        queries: null,
      })
    },
    { skipInvalid: true },
  )
  round.fetched += made.length
  round.changed += outcome.added + outcome.replaced
  round.failed += failures + outcome.refused.length
  for (const { issue, other } of outcome.refused)
    round.warnings.push(`Issue ${issue.key} (id ${issue.id}) has the id or the key of ${other.key} (id ${other.id}).`)
}

/** Removes issues that are now in projects that are not followed. Many of them are looked for first. */
async function removeMoved(round: Round, moved: readonly LedgerEntry[]): Promise<void> {
  const reason = 'It moved to a project that is not followed.'
  if (moved.length > MOVED_AT_ONCE) {
    const suspectSince = round.trackerNow
    await round.store.updateEntries(
      moved.map(({ id }) => id),
      { state: 'suspect', suspectSince, reason },
    )
    return
  }
  const entries = moved.map(({ id, project }) => ({ id, project, reason }))
  await round.store.removeGone({ round: round.number, at: round.now, entries })
  round.gone += moved.length
}
