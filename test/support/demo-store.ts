import type { Store } from '../../src/store/store.ts'
import { importDemo } from './import-files.ts'
import { temporaryStore } from './temporary-store.ts'

/** The end of the demo's last day. Nothing happens later, so reports at this time never change. */
export const DEMO_END = '2025-07-01T00:00:00Z'

/** Creates a store with the demo for the tests of a file, and removes it after them. */
export async function demoStore(): Promise<Store> {
  const store = await temporaryStore()
  await importDemo(store, { at: Date.parse(DEMO_END) })
  return store
}
