import { expect, it } from 'vitest'
import { removeProject, removeTracker } from '../../src/store/batches/remove-issues.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { openProject } from '../../src/store/rows/access-writes.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import { addIssue } from './small-batch.ts'

it.each([
  ['a project', (store: Store) => store.transact(run => removeProject(run, 1))],
  [
    'a tracker',
    (store: Store) =>
      store.transact(async run => {
        for (const statement of removeTracker) await run(plain(statement))
      }),
  ],
])('removing %s removes its permissions, because a later project can get its number', async (_, remove) => {
  const store = await temporaryStore()
  await addIssue(store, 'WEB-1', {})
  await store.transact(run => openProject(run, 1))
  await remove(store)
  expect(await store.query(plain('select * from opened_project'))).toEqual([])
})
