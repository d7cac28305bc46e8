import { expect, it } from 'vitest'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { DEPS } from '../../edge/http/small-tracker.ts'
import { addConnection } from '../../support/connected-store.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

it('a round of all connections is refused with what to do, if all are paused', () =>
  withTemporaryStore(async store => {
    const { connections, close } = createWorkspace(store, DEPS)
    for (const name of ['cloud', 'jira']) {
      await addConnection(store, { name, mode: 'manual', projects: {} })
      await connections.pause(name)
    }
    const sync = connections.sync([], { full: false, census: false, dryRun: false, acceptLoss: false })
    await expect(sync).rejects.toThrow(
      "Nothing was read, because all connections are paused: cloud, jira. Resume one with 'sojourn connection resume cloud'.",
    )
    await close()
  }))
