import { expect, it } from 'vitest'
import { scheduledConnections } from '../../../src/intake/connections/effective-settings.ts'
import { updateState } from '../../../src/store/rows/connection-rows.ts'
import { replaceConnectionSetting } from '../../../src/store/rows/connection-settings-rows.ts'
import { insertRound } from '../../../src/store/rows/ledger-rows.ts'
import { addConnection } from '../../support/connected-store.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

it('the connections of a schedule are read once after each write', async () => {
  await withTemporaryStore(async store => {
    await addConnection(store, { name: 'jira', mode: 'tracker', projects: {} })
    const connections = scheduledConnections({ store, settings: {} })
    const first = await connections()
    expect(first).toMatchObject([{ name: 'jira', state: 'backfilling', everySeconds: 300 }])
    // The same array: nothing was read.
    expect(await connections()).toBe(first)
    await store.transactKeepingCache(run => insertRound(run, 'jira', 'changes', 0))
    expect(await connections()).toBe(first)

    await store.transact(run => replaceConnectionSetting(run, 'jira', 'everySeconds', '60'))
    expect(await connections()).toMatchObject([{ name: 'jira', everySeconds: 60 }])
    await store.transact(run => updateState(run, 'jira', { state: 'paused', reason: null, nextTry: null }))
    expect(await connections()).toMatchObject([{ name: 'jira', state: 'paused' }])
  })
})
