import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { afterFile } from './after-file.ts'
import { ONE_THREAD } from './one-thread.ts'
import { emptyStore } from './store-template.ts'

type OpenLimits = { readonly threads?: number }

/** Creates a folder for the tests of a file, and removes it after them. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  afterFile(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Creates an empty store for the tests of a file; closes and removes it after them. */
export async function temporaryStore(): Promise<Store> {
  return openTemporaryStore((await emptyStore()).copyTo)
}

/** Opens a store that `fill` puts into a folder; closes and removes it after the tests of a file. */
export async function openTemporaryStore(
  fill: (folder: string) => void,
  limits: OpenLimits = ONE_THREAD,
): Promise<Store> {
  const dir = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  const folder = join(dir, 'store')
  fill(folder)
  const store = await openStore(folder, { create: false, limits })
  afterFile(async () => {
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return store
}
