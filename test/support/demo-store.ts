import type { Store } from '../../src/store/store.ts'
import { importDemo } from './import-files.ts'
import { temporaryStore } from './temporary-store.ts'

/** The moment after the demo's last day: nothing happens later, so that reports as of it never change. */
export const DEMO_END = '2025-07-01T00:00:00Z'

/** A store with the demo's tracker, for the tests of a file; removed after them. */
export async function demoStore(): Promise<Store> {
  const store = await temporaryStore()
  await importDemo(store, { at: Date.parse(DEMO_END) })
  return store
}
