import type { Instant, Millis } from '../../core/time/instant.ts'
import type { Approval, Connection, ProjectScope, TrackerListRow } from '../../store/rows/connection-rows.ts'
import { type Tracker, TrackerError, type TrackerHello } from '../source/tracker.ts'
import type { RoundOptions, RoundPhase, RoundSettings } from './round-settings.ts'
import type { RoundStart, SyncStore } from './sync-store.ts'

/**
 * The order of the reads of a round. While a round reads issues, webhooks may name some of them, and these are read at the
 * same time. Then the read that began last counts, whichever ends last.
 */
export class ReadOrder {
  #last = 0
  /** By issue that a webhook named in this round: the newest read that was stored, or its removal. */
  readonly #newest = new Map<string, number>()

  /** Begins a read, and returns its place in the order. */
  begin(): number {
    return ++this.#last
  }

  /** Watches issues that a webhook named. */
  watch(ids: readonly string[]): void {
    for (const id of ids) if (!this.#newest.has(id)) this.#newest.set(id, 0)
  }

  /** Whether a webhook named the issue in this round. */
  isWatched(id: string): boolean {
    return this.#newest.has(id)
  }

  /** Notes that a read is stored. Returns `false` if a later one was stored before; then this one must not be. */
  store(id: string, read: number): boolean {
    const newest = this.#newest.get(id)
    if (newest === undefined) return true
    if (newest > read) return false
    this.#newest.set(id, read)
    return true
  }

  /** Notes that an issue was removed: reads that began before are not stored. */
  remove(id: string): void {
    if (this.#newest.has(id)) this.#newest.set(id, this.begin())
  }
}

/** Stops a round until an administrator approves what was found. */
export class ApprovalNeeded extends Error {
  readonly approval: Approval

  constructor(approval: Approval, reason: string) {
    super(reason)
    this.name = 'ApprovalNeeded'
    this.approval = approval
  }
}

/** Failures that concern the whole connection, not one project or issue. */
const FAILS_CONNECTION: ReadonlySet<string> = new Set(['unauthorized', 'throttled', 'unavailable'])

/** Returns whether an error concerns one project or issue only; other errors end the round. */
export function isLocalFailure(error: unknown): error is TrackerError {
  return error instanceof TrackerError && !FAILS_CONNECTION.has(error.failure)
}

/**
 * What the rounds of a connection know of each other while the process runs: by project, how many issues of the ledger
 * the tracker does not count, although a census did not find them missing. Such issues do not lead to another census.
 */
export type UncountedIssues = Map<string, number>

/** The shared state of the steps of a round. */
export class Round {
  readonly number: number
  readonly connection: Connection
  readonly lists: readonly TrackerListRow[]
  readonly others: ReadonlyMap<string, string>
  /** The projects that are followed; `readProjects` updates them. */
  scopes: readonly ProjectScope[]
  readonly tracker: Tracker
  readonly store: SyncStore
  readonly settings: RoundSettings
  readonly options: RoundOptions
  readonly warnings: string[] = []
  /** How many issues the tracker counts, of projects that were counted one by one. */
  readonly counts = new Map<string, number>()
  readonly uncounted: UncountedIssues
  readonly reads = new ReadOrder()
  /** Why projects could not be listed. */
  readonly scopeReasons = new Map<string, string>()
  /** When the round began, by our clock. */
  readonly started: Instant
  /** The settings whose change led to new lists, or needed none; `null` before that. */
  appliedSettings: string | null = null
  phase: RoundPhase = 'hello'
  listed = 0
  fetched = 0
  changed = 0
  gone = 0
  unconfirmed = 0
  failed = 0
  hasMore = false
  #hello: TrackerHello | null = null
  #helloAt: Instant = 0
  #phaseStarted: Instant
  readonly #waitedBefore: Millis
  readonly #statusesBefore: ReadonlyMap<string, number>
  readonly #bytesBefore: number

  constructor(
    tracker: Tracker,
    store: SyncStore,
    settings: RoundSettings,
    options: RoundOptions,
    { round, connection, scopes, lists, others }: RoundStart,
    uncounted: UncountedIssues,
  ) {
    this.uncounted = uncounted
    this.number = round
    this.connection = connection
    this.lists = lists
    this.others = others
    this.scopes = scopes
    this.tracker = tracker
    this.store = store
    this.settings = settings
    this.options = options
    this.started = this.now
    this.#phaseStarted = this.started
    const { waitedMs, bytes, requests } = tracker.traffic()
    this.#waitedBefore = waitedMs
    this.#statusesBefore = new Map(requests)
    this.#bytesBefore = bytes
  }

  /** The time of our clock. */
  get now(): Instant {
    return Math.floor(this.options.clock.now())
  }

  /** The tracker's introduction; `null` before it responded. */
  get hello(): TrackerHello | null {
    return this.#hello
  }

  set hello(hello: TrackerHello | null) {
    this.#hello = hello
    this.#helloAt = this.now
  }

  /** The time of the tracker's clock. */
  get trackerNow(): Instant {
    return Math.floor(this.#hello!.now + (this.now - this.#helloAt))
  }

  /** The requests of the round by status. */
  get statuses(): Readonly<Record<string, number>> {
    const { requests } = this.tracker.traffic()
    const before = this.#statusesBefore
    return Object.fromEntries([...requests].map(([status, count]) => [status, count - (before.get(status) ?? 0)]))
  }

  get requests(): number {
    return Object.values(this.statuses).reduce((sum, count) => sum + count, 0)
  }

  get waitedMs(): Millis {
    return Math.round(this.tracker.traffic().waitedMs - this.#waitedBefore)
  }

  get bytes(): number {
    return this.tracker.traffic().bytes - this.#bytesBefore
  }

  /** Begins a phase. */
  enter(phase: RoundPhase): void {
    this.options.signal?.throwIfAborted()
    this.phase = phase
    this.#phaseStarted = this.now
    this.report(0, null)
  }

  /** Reports the progress of the phase. */
  report(done: number, total: number | null, project: string | null = null): void {
    const { phase, waitedMs } = this
    const elapsed = this.now - this.#phaseStarted
    const rate = phase === 'fetch' && done > 0 && elapsed > 0 ? (done * 1000) / elapsed : null
    const remainingMs = rate === null || total === null ? null : Math.max(0, ((total - done) * 1000) / rate)
    this.options.onProgress?.({ phase, project, done, total, issuesPerSecond: rate, waitedMs, remainingMs })
  }
}
