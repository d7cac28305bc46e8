import { expect, it } from 'vitest'
import { UserError } from '../../../src/core/base/errors.ts'
import { runRound } from '../../../src/intake/sync/run-round.ts'
import { syncStore } from '../../../src/intake/sync/sync-store.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { MemoryTracker } from './memory-tracker.ts'
import { NAME, SETTINGS, SyncedStore } from './synced-store.ts'

it('a round without a readable token makes the connection need one', async () => {
  await withTemporaryStore(async store => {
    const { clock, tracker } = await SyncedStore.over(store, new MemoryTracker())
    const file = { name: NAME, place: '/gone', reason: 'it does not exist', variable: 'SOJOURN_TOKEN_JIRA' }
    const opened = { ...tracker.open(), hello: () => Promise.reject(new UserError('CONNECTION_TOKEN', file)) }
    const { state, reason, nextTry } = await runRound(opened, syncStore(store, NAME), SETTINGS, { clock })
    expect({ state, nextTry }).toEqual({ state: 'needs-token', nextTry: null })
    expect(reason).toContain('/gone')
  })
})
