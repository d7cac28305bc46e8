import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { ONE_THREAD } from './one-thread.ts'
import { emptyStore, type StoreTemplate } from './store-template.ts'

/** Runs `work` with a copy of the store of a template, or with an empty store, then closes and removes the store. */
export async function withTemporaryStore<T>(work: (store: Store) => Promise<T>, template?: StoreTemplate): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  try {
    const folder = join(dir, 'store')
    ;(template ?? (await emptyStore())).copyTo(folder)
    const store = await openStore(folder, { create: false, limits: ONE_THREAD })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
