import { expect, it } from 'vitest'
import { UTC } from '../../../src/core/time/zone.ts'
import { createConnectionServer } from '../../../src/intake/connections/connection-server.ts'
import { createHintedIssues } from '../../../src/intake/connections/hinted-issues.ts'
import { createRounds } from '../../../src/intake/connections/rounds.ts'
import type { TrackerKind } from '../../../src/intake/source/trackers.ts'
import { addConnection } from '../../support/connected-store.ts'
import { TRACKERS } from '../../support/rounds-here.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

it('a server loads the client of its trackers before the first round, and not for a store without connections', () =>
  withTemporaryStore(async store => {
    const done: string[] = []
    let begin: () => void = () => {}
    const isRun = new Promise<void>(resolve => {
      begin = resolve
    })
    const deps = {
      ...TRACKERS,
      store,
      now: () => Date.now(),
      zone: UTC,
      loadTracker: (kind: TrackerKind) => {
        done.push('load')
        return TRACKERS.loadTracker(kind)
      },
    }
    const rounds = createRounds({
      now: deps.now,
      runRound: async () => {
        done.push('round')
        begin()
        throw new Error('no tracker')
      },
      takeHints: () => [],
      closeThread: () => {},
      countChanges: async () => 0,
      readPermissions: async () => [],
    })
    const log = { info: () => {}, error: () => {} }
    const start = () => createConnectionServer(deps, rounds, createHintedIssues(deps)).start(log, { bySchedule: true })
    await start()()
    expect(done).toEqual([])
    await addConnection(store, { name: 'jira', mode: 'manual', projects: {} })
    const stop = start()
    await isRun
    await stop()
    expect(done.slice(0, 2)).toEqual(['load', 'round'])
  }))
