import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'

/** Creates a folder for the tests of a file, and removes it after them. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Creates an empty store for the tests of a file; closes and removes it after them. */
export async function temporaryStore(): Promise<Store> {
  const dir = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  const store = await openStore(join(dir, 'store'), { create: true })
  afterAll(async () => {
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return store
}
