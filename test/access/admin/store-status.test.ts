import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storeStatus } from '../../../src/access/admin/store-status.ts'
import { addIssue } from '../../store/small-batch.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

it('the status of a store has its contents and its size', async () => {
  const store = await temporaryStore()
  const before = Date.now()
  expect(await storeStatus(store)).toMatchObject({ issues: 0, batches: 0, lastImport: null })
  await addIssue(store, 'WEB-1')
  await addIssue(store, 'WEB-2')
  const { bytes, issues, batches, lastImport } = await storeStatus(store)
  expect([issues, batches]).toEqual([2, 2])
  expect(lastImport).toBeGreaterThanOrEqual(before)
  expect(bytes).toBeGreaterThanOrEqual(statSync(join(store.dir, 'sojourn.duckdb')).size)
  writeFileSync(join(store.dir, 'sojourn.duckdb.extra'), 'x'.repeat(1_000_000))
  expect((await storeStatus(store)).bytes).toBeGreaterThanOrEqual(bytes + 1_000_000)
})
