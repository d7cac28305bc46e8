import { plain } from '../../src/sql/sql.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'
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

/** Runs work over a store that is synced with a small tracker. */
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

/** Returns what a new store of the same tracker contains. */
export async function freshContent(tracker: MemoryTracker): Promise<readonly string[]> {
  return withTemporaryStore(async store => {
    const fresh = await SyncedStore.over(store, tracker)
    await fresh.round()
    return storeContent(store)
  })
}

/** Returns the stored status of an issue. */
export async function status({ store }: SyncedStore, ref: string): Promise<string> {
  const [row] = await store.query(plain(`select status_id from issue where ref = '${ref}'`))
  return String(row!.status_id)
}
