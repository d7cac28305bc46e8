import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { numberOrNull } from '../../store/engine/row-values.ts'
import type { Store } from '../../store/engine/store.ts'
import { readStatusRow } from '../../store/rows/summary-rows.ts'

/** The status of a store, as far as it takes constant time to compute. */
export type StoreStatus = Readonly<Awaited<ReturnType<typeof storeStatus>>>

/**
 * Returns the status of a store: the size of its files, the number of its issues and of its batches, and the time of the
 * last batch, which is `null` when there is none. Rejects when the store does not answer.
 */
export async function storeStatus(store: Store, signal?: AbortSignal) {
  const [bytes, row] = await Promise.all([bytesIn(store.dir), store.snapshot(readStatusRow, signal)])
  const { batches, issues, last } = row
  return { bytes, batches: Number(batches), issues: Number(issues), lastImport: numberOrNull(last) }
}

/** Returns the total size of the files in a folder. Skips those that DuckDB deletes meanwhile. */
async function bytesIn(dir: string): Promise<number> {
  const names = await readdir(dir)
  const sizes = names.map(async name => {
    const found = await stat(join(dir, name)).catch(() => null)
    return found?.isFile() ? found.size : 0
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
