import { openJira } from '../../../src/intake/source/jira/live/open-jira.ts'
import type { Tracker } from '../../../src/intake/source/tracker.ts'
import type { RoundOptions, RoundResult } from '../../../src/intake/sync/round-settings.ts'
import { runRound } from '../../../src/intake/sync/run-round.ts'
import { type SyncStore, syncStore } from '../../../src/intake/sync/sync-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { insertConnection } from '../../../src/store/rows/connection-rows.ts'
import { type startFakeJira, TOKEN } from '../../support/fake-jira.js'
import { NAME, SETTINGS, TestClock } from './synced-store.ts'

/** A running fake Jira. */
export type FakeJira = Awaited<ReturnType<typeof startFakeJira>>

/** What to open a fake Jira with. `clock` jumps over all waits. */
export function fakeAccess(fake: Pick<FakeJira, 'url'>, isCloud: boolean, clock: TestClock) {
  return {
    name: NAME,
    url: fake.url,
    kind: null,
    email: isCloud ? 'admin@example.com' : null,
    secret: async () => TOKEN,
    requestsPerSecond: 1000,
    concurrency: 4,
    batchIssues: 10,
    answerMb: 8,
    timeoutSeconds: 5,
    ca: null,
    proxy: null,
    gateway: new URL(fake.url).origin,
    clock,
  }
}

/** A store that is connected to a fake Jira through the real client. The clocks move together. */
export class LiveStore {
  readonly store: Store
  readonly fake: FakeJira
  readonly clock = new TestClock()
  #tracker: Tracker | null = null

  private constructor(store: Store, fake: FakeJira) {
    this.store = store
    this.fake = fake
    this.clock.add(fake.tracker.clock.now() - this.clock.now())
  }

  static async over(store: Store, fake: FakeJira): Promise<LiveStore> {
    await store.transact(run =>
      insertConnection(run, {
        name: NAME,
        kind: 'server',
        url: fake.url,
        email: null,
        tokenFile: null,
        projects: null,
        since: null,
        permissions: 'manual',
        created: fake.tracker.clock.now(),
      }),
    )
    return new LiveStore(store, fake)
  }

  wait(ms: number): void {
    this.clock.add(ms)
    this.fake.tracker.clock.advance(ms)
  }

  /** Runs one round; `over` changes the store that it uses. */
  async round(
    request: Partial<RoundOptions> = {},
    over: (store: SyncStore) => SyncStore = store => store,
  ): Promise<RoundResult> {
    const { clock, fake } = this
    this.#tracker ??= openJira(fakeAccess(fake, fake.tracker.dialect === 'cloud', clock))
    return runRound(this.#tracker, over(syncStore(this.store, NAME)), SETTINGS, { ...request, clock })
  }

  /** Opens the tracker again for the next round. */
  async reopen(): Promise<void> {
    await this.#tracker?.close()
    this.#tracker = null
  }
}
