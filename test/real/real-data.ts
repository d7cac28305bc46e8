import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../src/store/engine/store.ts'
import { importJira } from '../support/import-jira.ts'
import { type StoreTemplate, storeTemplate } from '../support/store-template.ts'
import { openTemporaryStore } from '../support/temporary-store.ts'

/** The folder of real histories, next to the project; most checkouts have none. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'data')

/** Whether the real histories exist; logs one line when they do not. */
export const hasRealData = existsSync(FOLDER)
if (!hasRealData) console.log('No real histories next to this checkout: their tests are skipped.')

/** Returns the path of a file of real histories. */
export function realFile(...path: readonly string[]): string {
  return join(FOLDER, ...path)
}

/** Templates of stores with real histories, by folder. */
const templates = new Map<string, () => Promise<StoreTemplate>>()

/** Creates a store with the histories of a folder for the tests of a file. They are imported once. */
export async function realStore(folder: string): Promise<Store> {
  const file = realFile(folder, 'issues.jsonl.gz')
  const template = templates.get(folder) ?? storeTemplate(store => importJira(store, file))
  templates.set(folder, template)
  return openTemporaryStore((await template()).copyTo)
}
