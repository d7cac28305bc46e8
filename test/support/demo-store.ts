import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { importDemo } from './import-files.ts'
import { openTemporaryStore } from './temporary-store.ts'

/** The end of the demo's last day. Nothing happens later, so reports at this time never change. */
export const DEMO_END = '2025-07-01T00:00:00Z'

/** Creates a store with the demo, with all threads, for the tests of a file; removes it after them. */
export async function demoStore(): Promise<Store> {
  await importOnce()
  return openTemporaryStore(copyDemo, {})
}

/** Copies a store with the demo to a folder that does not exist yet. The run imports the demo once. */
export async function demoFolder(folder: string): Promise<void> {
  await importOnce()
  copyDemo(folder)
}

const imported = () => join(inject('sharedFolder'), 'demo')

function copyDemo(folder: string): void {
  cpSync(imported(), folder, { recursive: true })
}

async function importOnce(): Promise<void> {
  if (existsSync(imported())) return
  const folder = mkdtempSync(join(inject('sharedFolder'), 'importing-'))
  const store = await openStore(join(folder, 'demo'), { create: true })
  await importDemo(store, { at: Date.parse(DEMO_END) })
  await store.close()
  try {
    renameSync(join(folder, 'demo'), imported())
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(imported())) throw error
  }
  rmSync(folder, { recursive: true, force: true })
}
