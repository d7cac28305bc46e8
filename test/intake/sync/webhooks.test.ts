import { describe, expect, it } from 'vitest'
import type { HintSource } from '../../../src/intake/sync/round-settings.ts'
import { type SyncStore, syncStore } from '../../../src/intake/sync/sync-store.ts'
import { readRounds } from '../../../src/store/rows/connection-rows.ts'
import type { IssueHint } from '../../../src/store/rows/hint-rows.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { MemoryTracker } from './memory-tracker.ts'
import { afterFirstRound, afterSmallRound, freshContent, status, synced } from './small-tracker.ts'
import { storeContent } from './store-content.ts'
import { NAME, type SyncedStore } from './synced-store.ts'

// What webhooks name is read without a whole round. WEB is project 1, with the issues 10001 to 10005.

const changed = (id: string, project: string | null = '1'): IssueHint => ({ id, project, deletion: null })
const deleted = (id: string, project = '1'): IssueHint => ({ id, project, deletion: 'signed' })
const unsigned = (id: string, project = '1'): IssueHint => ({ id, project, deletion: 'unsigned' })

/** Runs work, and returns the requests that it sent. */
async function requestsOf({ tracker }: SyncedStore, work: () => Promise<unknown>): Promise<readonly string[]> {
  tracker.calls.length = 0
  await work()
  return tracker.calls.map(({ call, detail }) => [call, detail].filter(Boolean).join(' '))
}

async function ids({ store }: SyncedStore): Promise<readonly string[]> {
  return (await store.query(plain('select ref from issue order by ref'))).map(({ ref }) => String(ref))
}

async function ledgerState({ store }: SyncedStore, id: string): Promise<unknown> {
  const [entry] = await syncStore(store, NAME).entries([id])
  return entry?.state ?? null
}

async function connectionState({ store }: SyncedStore): Promise<unknown> {
  const [row] = await store.query(plain('select state from connection'))
  return row!.state
}

describe('a changed issue', () => {
  it('is read alone, and its connection stays as it is', () =>
    afterSmallRound(async one => {
      const before = await one.store.snapshot(run => readRounds(run, NAME, 9))
      one.tracker.changeStatus('10002', '3')
      const requests = await requestsOf(one, () => one.hooked(changed('10002')))
      expect(requests).toEqual(['hello', 'issues 10002'])
      expect(await status(one, '10002')).toBe('3')
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
      expect(await one.store.snapshot(run => readRounds(run, NAME, 9))).toEqual(before)
      expect(await one.next()).toMatchObject({ fetched: 0 })
    }))

  itDrawn('is read with others, together', () =>
    afterSmallRound(async one => {
      one.tracker.pageSize = 100
      for (const id of ['10001', '10002', '10006']) one.tracker.changeStatus(id, '3')
      const named = [changed('10001'), changed('10002'), changed('10006', '2')]
      const requests = await requestsOf(one, () => one.hooked(...named))
      expect(requests).toEqual(['hello', expect.stringMatching(/^issues (1000[126],?){3}$/)])
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }),
  )

  itDrawn('that is new is stored, and one of an old webhook stays as it is', () =>
    afterSmallRound(async one => {
      const id = one.tracker.addIssue('1')
      expect(await one.hooked(changed(id))).toMatchObject({ fetched: 1, changed: 1 })
      expect(await one.hooked(changed(id), changed('10003'))).toMatchObject({ fetched: 2, changed: 0 })
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }),
  )

  it('that moved gets its new key, also where the webhook names the old project', () =>
    afterSmallRound(async one => {
      one.tracker.move('10002', '2')
      await one.hooked(changed('10002'))
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }))

  it('that moved to a project that is not followed is removed, up to the limit of great loss', () => {
    const withMany = afterFirstRound(() => {
      const tracker = new MemoryTracker()
      tracker.addProject('1', 'WEB')
      for (let i = 0; i < 25; i++) tracker.addIssue('1')
      return tracker
    })
    return withMany(async one => {
      one.tracker.addProject('3', 'API')
      const all = await ids(one)
      for (const id of all) one.tracker.move(id, '3')
      const [first, rest] = [all.slice(0, 15), all.slice(15)]
      expect(await one.hooked(...first.map(id => changed(id, '3')))).toMatchObject({ gone: 15 })
      expect(await one.hooked(...rest.map(id => changed(id, '3')))).toMatchObject({ gone: 0 })
      expect(await ids(one)).toEqual(rest)
    })
  })

  it('of a project that is not followed leads to no request', () =>
    afterSmallRound(async one => {
      one.tracker.addProject('3', 'API')
      const id = one.tracker.addIssue('3')
      expect(await one.hint(changed(id, '3'), deleted(id, '3'), deleted('77'))).toEqual([])
    }))

  it('without a project is looked for by its address, and stored if its project is followed', () =>
    afterSmallRound(async one => {
      one.tracker.addProject('3', 'API')
      const [own, foreign] = [one.tracker.addIssue('1'), one.tracker.addIssue('3')]
      const requests = await requestsOf(one, () => one.hooked(changed(foreign, null)))
      expect(requests).toEqual(['hello', `find ${foreign}`])
      await one.hooked(changed(own, null))
      expect(await ids(one)).toContain(own)
      expect([await ledgerState(one, foreign), await ledgerState(one, own)]).toEqual([null, 'stored'])
    }))

  it('that says it is in a followed project, but is not, leaves nothing', () =>
    afterSmallRound(async one => {
      one.tracker.addProject('3', 'API')
      const id = one.tracker.addIssue('3')
      expect(await one.hooked(changed(id, '1'))).toMatchObject({ fetched: 0, gone: 0 })
      expect(await ledgerState(one, id)).toBeNull()
    }))

  it('that the account may not see is not stored, and not removed if it was', () =>
    afterSmallRound(async one => {
      const id = one.tracker.addIssue('1')
      for (const hidden of [id, '10002']) one.tracker.update(hidden, { isHidden: true })
      expect(await one.hooked(changed(id), changed('10002'))).toMatchObject({ fetched: 0, gone: 0 })
      expect([await ledgerState(one, id), await ledgerState(one, '10002')]).toEqual([null, 'suspect'])
      expect(await ids(one)).toContain('10002')
    }))

  it('from before `since` is not stored', () =>
    synced(
      async one => {
        await one.round()
        const id = one.tracker.addIssue('1')
        one.tracker.update(id, { updated: 0 })
        expect(await one.hooked(changed(id))).toMatchObject({ fetched: 0 })
      },
      undefined,
      { since: 1 },
    ))

  it('stays due when the tracker limits requests; the next round reads it', () =>
    afterSmallRound(async one => {
      one.tracker.changeStatus('10002', '3')
      one.tracker.retryAfterMs = 90_000
      one.tracker.fault = (_, call) => (call === 'issues' ? 'throttled' : null)
      const { state, nextTry } = await one.hooked(changed('10002'))
      expect([state, nextTry]).toEqual(['waiting', one.clock.now() + 90_000])
      expect(await connectionState(one)).toBe('waiting')
      one.tracker.fault = () => null
      await one.next()
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }))

  it('is left to a whole round after the account changed', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      await one.store.transact(run => run(plain(`update connection set settings = '["bob",null,0]'`)))
      const requests = await requestsOf(one, async () =>
        expect(await one.hooked(deleted('10002'))).toMatchObject({ gone: 0, hasMore: true }),
      )
      expect(requests).toEqual(['hello'])
    }))
})

describe('a deletion that is signed', () => {
  it('removes its issue without a census, after two requests that are 2 s apart', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      const finds: number[] = []
      one.tracker.fault = (_, call) => {
        if (call === 'find') finds.push(one.clock.now())
        return null
      }
      const requests = await requestsOf(one, async () =>
        expect(await one.hooked(deleted('10002'))).toMatchObject({ gone: 1, hasMore: false, state: 'live' }),
      )
      expect(requests).toEqual(['hello', 'find 10002', 'find 10002', 'mayBrowse 1'])
      expect(finds[1]! - finds[0]!).toBeGreaterThanOrEqual(2000)
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
      expect(await one.next()).toMatchObject({ gone: 0, unconfirmed: 0 })
    }))

  it('counts although a change of the issue is announced too, in either order', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      await one.hint(deleted('10002'))
      await one.hint(changed('10002'))
      expect(await one.round({ hints: [deleted('10002')] })).toMatchObject({ gone: 1 })
      expect(await one.hooked(changed('10002'), deleted('10002'))).toMatchObject({ gone: 0, fetched: 0 })
      expect(await ledgerState(one, '10002')).toBe('gone')
    }))

  it('of an issue that its address has keeps it, and reads it if it changed', () =>
    afterSmallRound(async one => {
      one.tracker.changeStatus('10003', '3')
      expect(await one.hooked(deleted('10002'), deleted('10003'))).toMatchObject({
        gone: 0,
        fetched: 1,
        hasMore: false,
      })
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
      expect([await ledgerState(one, '10002'), await ledgerState(one, '10003')]).toEqual(['stored', 'stored'])
    }))

  it('of an issue that exists, but could not be read before, lets it be read', () =>
    afterSmallRound(async one => {
      const id = one.tracker.addIssue('1')
      one.tracker.sent = issue => (issue.id === id ? { id, problem: 'damaged' } : issue)
      await one.next()
      one.tracker.sent = issue => issue
      expect(await one.hooked(deleted(id))).toMatchObject({ gone: 0, fetched: 1 })
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }))

  it('of an issue that its address has does not hide that a round listed it, but could not read it', () =>
    afterSmallRound(async one => {
      const id = one.tracker.addIssue('1')
      one.tracker.changeStatus('10002', '3')
      one.tracker.fault = (_, call) => (call === 'issues' ? 'throttled' : null)
      await one.next()
      one.tracker.fault = () => null
      expect(await one.hooked(deleted(id), unsigned('10002'))).toMatchObject({ gone: 0, fetched: 2, hasMore: false })
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
      expect([await ledgerState(one, id), await ledgerState(one, '10002')]).toEqual(['stored', 'stored'])
    }))

  it.each([
    ['its project is not visible', (one: SyncedStore) => one.tracker.updateProject('1', { isVisible: false })],
    ['it is archived', (one: SyncedStore) => one.tracker.update('10002', { isArchived: true })],
    [
      'its second request finds it',
      ({ tracker }: SyncedStore) => {
        const issue = tracker.issues.get('10002')!
        tracker.delete('10002')
        let finds = 0
        tracker.fault = (_, call) => {
          if (call === 'find' && ++finds === 2) tracker.issues.set('10002', issue)
          return null
        }
      },
    ],
    [
      'its project cannot be asked for',
      ({ tracker }: SyncedStore) => {
        tracker.delete('10002')
        tracker.fault = (_, call) => (call === 'mayBrowse' ? 'rejected' : null)
      },
    ],
  ])('removes nothing by itself if %s', (_, happens) =>
    afterSmallRound(async one => {
      happens(one)
      expect(await one.hooked(deleted('10002'))).toMatchObject({ gone: 0, hasMore: true })
      expect(await ids(one)).toContain('10002')
    }),
  )

  itDrawn('is not enough for a great loss, at once or one by one', () => {
    const withMany = afterFirstRound(() => {
      const tracker = new MemoryTracker()
      for (const [id, key] of [
        ['1', 'WEB'],
        ['2', 'OPS'],
      ] as const) {
        tracker.addProject(id, key)
        for (let i = 0; i < 25; i++) tracker.addIssue(id)
      }
      return tracker
    })
    return withMany(async one => {
      const all = await ids(one)
      for (const id of all) one.tracker.delete(id)
      const [web, ops] = [all.slice(0, 25), all.slice(25)]
      expect(await one.hooked(...web.map(id => deleted(id)))).toMatchObject({ gone: 0, hasMore: true })
      for (const id of ops.slice(0, 20)) expect(await one.hooked(deleted(id, '2'))).toMatchObject({ gone: 1 })
      expect(await one.hooked(deleted(ops[20]!, '2'))).toMatchObject({ gone: 0, hasMore: true })
      expect(await one.next()).toMatchObject({ state: 'needs-approval', approval: 'loss' })
      expect(await ids(one)).toEqual([...web, ...ops.slice(20)])
    })
  })

  it('follows the rules of rounds after a kill between its requests', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      let finds = 0
      const hints = await one.hint(deleted('10002'))
      one.tracker.fault = (_, call) => {
        if (call === 'find' && ++finds === 2) throw new Error('killed')
        return null
      }
      await expect(one.round({ hints })).rejects.toThrow('killed')
      one.tracker.fault = () => null
      await one.next()
      expect(await one.next()).toMatchObject({ gone: 1 })
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }))
})

describe('a deletion that is not signed', () => {
  it('removes nothing by itself, and two whole rounds do', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      const requests = await requestsOf(one, async () =>
        expect(await one.hooked(unsigned('10002'))).toMatchObject({ gone: 0, hasMore: true }),
      )
      expect(requests).toEqual(['hello', 'find 10002'])
      expect(await one.round()).toMatchObject({ gone: 0, unconfirmed: 1 })
      expect(await one.round()).toMatchObject({ gone: 1 })
    }))

  it('of an issue that its address has leads to one request, and to no round', () =>
    afterSmallRound(async one => {
      expect(await one.hooked(unsigned('10002'))).toMatchObject({ gone: 0, requests: 2, hasMore: false })
      expect(await ledgerState(one, '10002')).toBe('stored')
    }))
})

describe('a webhook while a whole round runs', () => {
  /** Returns a source with hints that come when `give` is called. */
  function hintSource(): { readonly source: HintSource; readonly give: (hints: readonly IssueHint[] | null) => void } {
    const given: (readonly IssueHint[] | null)[] = []
    let wake: () => void = () => {}
    const give = (hints: readonly IssueHint[] | null) => {
      given.push(hints)
      wake()
    }
    const next = async () => {
      while (given.length === 0)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      return given.shift()!
    }
    return { source: { next, stop: async () => give(null) }, give }
  }

  itDrawn('is read before the round ends', () =>
    afterSmallRound(async one => {
      const { source, give } = hintSource()
      one.tracker.changeStatus('10001', '3', { touch: false })
      one.tracker.delete('10002')
      const hints = await one.hint(changed('10001'), deleted('10002'))
      one.wait(2000)
      one.tracker.fault = (_, call) => {
        if (call === 'roundLists') give(hints)
        return null
      }
      expect(await one.round({ hintSource: source })).toMatchObject({ gone: 1, state: 'live' })
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }),
  )

  itDrawn('counts, although the round has read the issue before and stores it later', () =>
    afterSmallRound(async one => {
      const { source, give } = hintSource()
      for (const id of ['10001', '10002']) one.tracker.changeStatus(id, '2')
      one.wait(60_000)
      const rows = syncStore(one.store, NAME)
      let readOn: () => void = () => {}
      const isRemoved = new Promise<void>(resolve => {
        readOn = resolve
      })
      let isHinted = false
      const importBatch: SyncStore['importBatch'] = async (...batch) => {
        // The round has read both issues, and is about to store them.
        if (!isHinted) {
          isHinted = true
          one.tracker.changeStatus('10001', '3')
          one.tracker.delete('10002')
          const hints = await one.hint(changed('10001'), deleted('10002'))
          one.wait(2000)
          give(hints)
          await isRemoved
        }
        return rows.importBatch(...batch)
      }
      const removeGone: SyncStore['removeGone'] = async removal => {
        await rows.removeGone(removal)
        readOn()
      }
      await one.round({ hintSource: source }, {}, { ...rows, importBatch, removeGone })
      expect(await status(one, '10001')).toBe('3')
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
      expect([await ledgerState(one, '10001'), await ledgerState(one, '10002')]).toEqual(['stored', 'gone'])
    }),
  )

  it('that removes an issue counts, although the round requests the issue later', () =>
    afterSmallRound(async one => {
      const { source, give } = hintSource()
      // 10001 is read before 10002, which failed before.
      one.tracker.changeStatus('10001', '3')
      await one.store.transact(run =>
        run(plain(`update ledger set state = 'failed', tries = 1, next_try_ms = 0 where issue_ref = '10002'`)),
      )
      one.wait(60_000)
      const rows = syncStore(one.store, NAME)
      const due: SyncStore['due'] = async of => {
        const entries = await rows.due(of)
        if (entries.some(({ id }) => id === '10002')) {
          one.tracker.delete('10002')
          give(await one.hint(deleted('10002')))
          await isRemoved
        }
        return entries
      }
      let readOn: () => void = () => {}
      const isRemoved = new Promise<void>(resolve => {
        readOn = resolve
      })
      const removeGone: SyncStore['removeGone'] = async removal => {
        await rows.removeGone(removal)
        readOn()
      }
      expect(await one.round({ hintSource: source }, {}, { ...rows, due, removeGone })).toMatchObject({ gone: 1 })
      expect(await ledgerState(one, '10002')).toBe('gone')
    }))

  it('that the tracker refuses to answer does not end the round', () =>
    afterSmallRound(async one => {
      const { source, give } = hintSource()
      let finds = 0
      one.tracker.fault = (_, call) => {
        if (call === 'roundLists') give([deleted('10002')])
        return call === 'find' && ++finds === 1 ? 'throttled' : null
      }
      await one.hint(deleted('10002'))
      expect(await one.round({ hintSource: source })).toMatchObject({ state: 'live', gone: 0 })
    }))
})
