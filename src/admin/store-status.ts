import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../store/store.ts'
import { readStatusRow } from '../store/summary-rows.ts'
import type { Instant } from '../time/instant.ts'

/** What can be told of a store at once, however much is in it. */
export interface StoreStatus {
  /** What its files take up. */
  readonly bytes: number
  readonly issues: number
  /** How many batches were imported, and when the last one was; `null` when there is none. */
  readonly batches: number
  readonly lastImport: Instant | null
}

/** How a store is; rejects when it does not answer. */
export async function storeStatus(store: Store, signal?: AbortSignal): Promise<StoreStatus> {
  const [bytes, row] = await Promise.all([bytesIn(store.dir), store.snapshot(readStatusRow, signal)])
  const { batches, issues, last } = row
  return { bytes, batches: Number(batches), issues: Number(issues), lastImport: last === null ? null : Number(last) }
}

/** Files of the engine come and go. */
async function bytesIn(dir: string): Promise<number> {
  const names = await readdir(dir)
  const sizes = names.map(async name => {
    const found = await stat(join(dir, name)).catch(() => null)
    return found?.isFile() ? found.size : 0
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
