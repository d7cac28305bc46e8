import { describe, expect, it } from 'vitest'
import {
  countedProject,
  knownIssueKeys,
  removeIssuesNamed,
  removeProjectNamed,
} from '../../../src/access/admin/remove-data.ts'
import { readFacts } from '../../../src/store/rows/store-facts.ts'
import { MemoryTracker } from '../../intake/sync/memory-tracker.ts'
import { HOUR, NAME, SyncedStore } from '../../intake/sync/synced-store.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

describe('a project that a connection keeps in sync', () => {
  it('cannot be removed, nor can its issues', async () => {
    await withTemporaryStore(async store => {
      const tracker = new MemoryTracker()
      tracker.addProject('1', 'WEB')
      tracker.addIssue('1')
      const synced = await SyncedStore.over(store, tracker)
      synced.wait(HOUR)
      await synced.round()
      const refused = { code: 'REMOVAL_CONNECTED', parameters: { project: 'WEB', connection: NAME } }
      await expect(countedProject(store, 'WEB')).rejects.toMatchObject(refused)
      await expect(removeProjectNamed(store, 'WEB')).rejects.toMatchObject(refused)
      await expect(knownIssueKeys(store, ['WEB-1'])).rejects.toMatchObject(refused)
      await expect(removeIssuesNamed(store, ['WEB-1'])).rejects.toMatchObject(refused)
      expect((await store.snapshot(readFacts)).issues).toBe(1)
    })
  })
})
