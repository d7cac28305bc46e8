import { plain } from '../../../src/store/sql/sql.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { MemoryTracker } from './memory-tracker.ts'
import { storeContent } from './store-content.ts'
import { HOUR, SyncedStore } from './synced-store.ts'

/** A tracker with two projects, and issues that are an hour old. */
export function smallTracker(): MemoryTracker {
  const tracker = new MemoryTracker()
  tracker.addProject('1', 'WEB')
  tracker.addProject('2', 'OPS')
  for (let i = 0; i < 5; i++) tracker.addIssue('1')
  for (let i = 0; i < 2; i++) tracker.addIssue('2')
  tracker.changeStatus('10001', '2')
  return tracker
}

/** Runs work over a store that is connected to a small tracker, before its first round. */
export async function synced(
  work: (synced: SyncedStore) => Promise<void>,
  tracker = smallTracker(),
  setup: Parameters<typeof SyncedStore.over>[2] = {},
): Promise<void> {
  await withTemporaryStore(async store => {
    const one = await SyncedStore.over(store, tracker, setup)
    one.wait(HOUR)
    await work(one)
  })
}

/**
 * Returns a function that runs work over a store that had its first round with a tracker. The first round is run once;
 * `makeTracker` must always return the same.
 */
export function afterFirstRound(
  makeTracker: () => MemoryTracker,
): (work: (synced: SyncedStore) => Promise<void>) => Promise<void> {
  const template = storeTemplate(async store => {
    const one = await SyncedStore.over(store, makeTracker())
    one.wait(HOUR)
    await one.round()
    return one.tracker.calls
  })
  return async work => {
    const made = await template()
    await withTemporaryStore(async store => {
      const one = SyncedStore.of(store, makeTracker())
      one.wait(HOUR)
      one.tracker.calls.push(...made.filled)
      await work(one)
    }, made)
  }
}

/** Runs work over a store that had its first round with a small tracker. */
export const afterSmallRound = afterFirstRound(smallTracker)

const fresh = new Map<string, Promise<readonly string[]>>()

/** Returns what a new store of the same tracker contains. */
export function freshContent(tracker: MemoryTracker): Promise<readonly string[]> {
  const { issues, projects, statuses } = tracker
  const state = JSON.stringify([issues, projects, statuses].map(all => [...all.values()]))
  const content = fresh.get(state) ?? readFresh(tracker)
  fresh.set(state, content)
  return content
}

function readFresh(tracker: MemoryTracker): Promise<readonly string[]> {
  return withTemporaryStore(async store => {
    await (await SyncedStore.over(store, tracker)).round()
    return storeContent(store)
  })
}

/** Returns the stored status of an issue. */
export async function status({ store }: SyncedStore, ref: string): Promise<string> {
  const [row] = await store.query(plain(`select status_id from issue where ref = '${ref}'`))
  return String(row!.status_id)
}
