import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeDatabase } from '../../src/store/engine/build-database.ts'
import { LIMITS } from '../../src/store/engine/engine.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { databaseIn } from '../../src/store/files/store-files.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { fingerprint } from './damaged-store.ts'
import { addIssue } from './small-batch.ts'

it('creating a database does not replace one that another process created meanwhile', async () => {
  const dir = join(temporaryFolder(), 'store')
  const store = await openStore(dir, { create: true })
  await addIssue(store, 'WEB-1')
  const right = await fingerprint(store)
  await store.close()
  await makeDatabase(databaseIn(dir), LIMITS)
  const again = await openStore(dir, { create: false })
  expect(await fingerprint(again).finally(() => again.close())).toBe(right)
})
