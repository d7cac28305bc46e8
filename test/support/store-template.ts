import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { homeIn } from '../../src/store/files/store-files.ts'

/** A closed store that tests copy: a copy takes a small part of the time in which a store is created and filled. */
export interface StoreTemplate<T = unknown> {
  /** The result of filling the store. */
  readonly filled: T
  /** Copies the store to a folder that does not exist yet. */
  readonly copyTo: (folder: string) => void
}

/** Returns a function that returns the template of a store. `fill` fills it once, when it is first needed. */
export function storeTemplate<T>(fill: (store: Store) => Promise<T>): () => Promise<StoreTemplate<T>> {
  let template: Promise<StoreTemplate<T>> | undefined
  return () => {
    template ??= makeTemplate(fill)
    return template
  }
}

/** Returns the template of an empty store. */
export const emptyStore = storeTemplate(async () => {})

/** Copies a closed store as the same store: without the record of its location. */
export function copyStore(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: path => path !== homeIn(from) })
}

async function makeTemplate<T>(fill: (store: Store) => Promise<T>): Promise<StoreTemplate<T>> {
  const folder = join(mkdtempSync(join(inject('sharedFolder'), 'template-')), 'store')
  const store = await openStore(folder, { create: true })
  try {
    return { filled: await fill(store), copyTo: copy => copyStore(folder, copy) }
  } finally {
    await store.close()
  }
}
