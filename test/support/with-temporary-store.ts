import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'

/** Runs `work` with a new, empty store, then closes and removes the store. */
export async function withTemporaryStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  try {
    const store = await openStore(join(dir, 'store'), { create: true })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
