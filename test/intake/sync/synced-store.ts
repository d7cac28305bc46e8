import type { TrackerClock } from '../../../src/intake/source/tracker.ts'
import type { UncountedIssues } from '../../../src/intake/sync/round.ts'
import type { RoundOptions, RoundRequest, RoundResult, RoundSettings } from '../../../src/intake/sync/round-settings.ts'
import { runRound } from '../../../src/intake/sync/run-round.ts'
import { type SyncStore, syncStore } from '../../../src/intake/sync/sync-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { type ConnectionSetup, insertConnection } from '../../../src/store/rows/connection-rows.ts'
import { hintIssues, type IssueHint } from '../../../src/store/rows/hint-rows.ts'
import { type MemoryTracker, START } from './memory-tracker.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Settings of Data Center. */
export const SETTINGS: RoundSettings = {
  everyMs: 5 * MINUTE,
  overlapMs: 5 * MINUTE,
  censusMs: DAY,
  scrubDays: 30,
  listsMs: HOUR,
}

/** The name of the connection. */
export const NAME = 'jira'

/** A clock that only moves when a test moves it. */
export class TestClock implements TrackerClock {
  #now = START

  now(): number {
    return this.#now
  }

  async sleep(ms: number): Promise<void> {
    this.#now += ms
  }

  add(ms: number): void {
    this.#now += ms
  }
}

/** A store with one connection to a tracker in memory. The clocks of both move together. */
export class SyncedStore {
  readonly store: Store
  readonly tracker: MemoryTracker
  readonly clock = new TestClock()
  readonly #uncounted: UncountedIssues = new Map()
  readonly #name: string

  private constructor(store: Store, tracker: MemoryTracker, name: string) {
    this.store = store
    this.tracker = tracker
    this.#name = name
  }

  /** Adds the connection to a store. */
  static async over(store: Store, tracker: MemoryTracker, setup: Partial<ConnectionSetup> = {}): Promise<SyncedStore> {
    await store.transact(run =>
      insertConnection(run, {
        name: NAME,
        kind: 'server',
        url: 'https://jira.example.org',
        email: null,
        tokenFile: null,
        projects: null,
        since: null,
        permissions: 'manual',
        created: START,
        ...setup,
      }),
    )
    return SyncedStore.of(store, tracker, setup.name)
  }

  /** Returns a store that already has the connection. */
  static of(store: Store, tracker: MemoryTracker, name = NAME): SyncedStore {
    return new SyncedStore(store, tracker, name)
  }

  /** Lets time pass on both clocks. */
  wait(ms: number): void {
    this.clock.add(ms)
    this.tracker.now += ms
  }

  /** Runs one round; `rows` replaces the store that it uses. */
  round(
    request: Partial<RoundOptions> = {},
    settings: Partial<RoundSettings> = {},
    rows: SyncStore = syncStore(this.store, this.#name),
  ): Promise<RoundResult> {
    const options = { ...request, clock: this.clock }
    return runRound(this.tracker.open(), rows, { ...SETTINGS, ...settings }, options, this.#uncounted)
  }

  /** Takes webhooks 5 s after what they tell of. Returns the hints that lead to a request. */
  async hint(...hints: readonly IssueHint[]): Promise<readonly IssueHint[]> {
    this.wait(5000)
    return this.store.transact(run => hintIssues(run, this.#name, hints, this.clock.now()))
  }

  /** Takes webhooks, and reads what they name 2 s later. */
  async hooked(...hints: readonly IssueHint[]): Promise<RoundResult> {
    const wanted = await this.hint(...hints)
    this.wait(2000)
    return this.round({ hints: wanted })
  }

  /** Lets five minutes pass, and runs one round. */
  next(request: RoundRequest = {}, rows?: SyncStore): Promise<RoundResult> {
    this.wait(5 * MINUTE)
    return this.round(request, {}, rows)
  }
}
