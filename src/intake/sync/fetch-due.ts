import { idsOf } from '../../core/base/ids-of.ts'
import { partition } from '../../core/base/partition.ts'
import { partsOf } from '../../core/base/parts-of.ts'
import { type IssueStays, toStays } from '../../core/history/to-stays.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { LedgerEntry, ReadEntry } from '../../store/rows/ledger-rows.ts'
import type { FetchedIssue } from '../source/tracker.ts'
import { isGreatLoss } from './loss.ts'
import { isLocalFailure, type Round } from './round.ts'
import { removeIssues } from './round-issues.ts'

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
  /** The place of their read among those of the round: each read is stored before the next one begins. */
  order = 0
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

/** When a read began. */
interface ReadStart {
  readonly ours: Instant
  readonly tracker: Instant
  /** Its place among the reads of the round. */
  readonly order: number
}

/**
 * Reads issues that webhooks named, beside the other work of the round. An entry that is `gone` stands for an issue that the
 * ledger does not have: it gets there only if it can be stored.
 */
export async function fetchHinted(round: Round, entries: readonly LedgerEntry[]): Promise<void> {
  const writer = new Writer(round, null)
  try {
    await fetchIssues(round, entries, writer)
  } finally {
    await writer.flush()
  }
}

async function fetchIssues(round: Round, due: readonly LedgerEntry[], writer: Writer): Promise<void> {
  const requested = new Map(due.map(entry => [entry.id, entry]))
  const startedAt: ReadStart = { ours: round.now, tracker: round.trackerNow, order: round.reads.begin() }
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
  const unsent = [...requested.values()].filter(
    ({ id, state }) => state !== 'gone' && round.reads.store(id, startedAt.order),
  )
  if (unsent.length > 0)
    await round.store.updateEntries(idsOf(unsent), {
      state: 'suspect',
      suspectSince: round.trackerNow,
      reason: 'The tracker lists it, but does not send it.',
    })
}

/** Stores issues in batches. */
class Writer {
  readonly #round: Round
  readonly #total: number | null
  #collected = new Collected()
  #done = 0

  /** With `null` for the total, it reports no progress. */
  constructor(round: Round, total: number | null) {
    this.#round = round
    this.#total = total
  }

  async add(entry: LedgerEntry, issue: FetchedIssue, startedAt: ReadStart): Promise<void> {
    const { now, scopes, connection } = this.#round
    const isKnown = entry.state !== 'gone'
    if (!isKnown && 'updated' in issue && issue.updated < (connection.since ?? issue.updated)) return
    this.#done++
    if (this.#total !== null) this.#round.report(this.#done, Math.max(this.#total, this.#done))
    this.#collected.order = startedAt.order
    if ('problem' in issue) {
      if (isKnown) this.#collected.add(failed(entry, startedAt.ours, now, issue.problem), now, null)
    } else if (!scopes.some(({ project }) => project === issue.project)) {
      if (isKnown) this.#collected.movedOut.push(entry)
    } else {
      const { read, made } = judge(entry, issue, startedAt, now)
      if (isKnown || made) this.#collected.add(read, now, made)
    }
    if (this.#collected.isFull(now)) await this.flush()
  }

  /** Stores what was collected. */
  async flush(): Promise<void> {
    const { made, entries, movedOut, order } = this.#collected
    this.#collected = new Collected()
    if (entries.length > 0) await storeBatch(this.#round, made, entries, order)
    if (movedOut.length > 0) await removeMoved(this.#round, movedOut)
  }
}

/** Returns what becomes of an answer, and the issue to be stored, if it is to be stored. */
function judge(
  entry: LedgerEntry,
  whole: Whole,
  startedAt: ReadStart,
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

async function storeBatch(
  round: Round,
  read: readonly Made[],
  all: readonly ReadEntry[],
  order: number,
): Promise<void> {
  const { connection, hello, reads } = round
  const isLive = connection.state === 'live'
  let made: readonly Made[] = []
  let failures = 0
  const outcome = await round.store.importBatch(
    connection.name,
    async batch => {
      // Batches are stored one after the other, so it is known only now which read is the newest.
      const entries = all.filter(({ id }) => reads.store(id, order))
      const ids = new Set(idsOf(entries))
      made = read.filter(({ whole }) => ids.has(whole.id))
      failures = entries.filter(({ state }) => state === 'failed').length
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

/**
 * Removes issues that are now in projects that are not followed. If they are many, or a great loss of their project, each is
 * looked for first.
 */
async function removeMoved(round: Round, moved: readonly LedgerEntry[]): Promise<void> {
  const reason = 'It moved to a project that is not followed.'
  if (moved.length > MOVED_AT_ONCE || (await isGreatLoss(round, moved))) {
    const suspectSince = round.trackerNow
    await round.store.updateEntries(idsOf(moved), { state: 'suspect', suspectSince, reason })
    return
  }
  await removeIssues(
    round,
    moved.map(({ id, project }) => ({ id, project, reason })),
  )
}
