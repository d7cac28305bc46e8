import { describe, expect, it } from 'vitest'
import { syncStore } from '../../../src/intake/sync/sync-store.ts'
import { readConnection, readRounds, readScopeCounts, readScopes } from '../../../src/store/rows/connection-rows.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { MemoryTracker } from './memory-tracker.ts'
import { afterFirstRound, afterSmallRound, freshContent, smallTracker, status, synced } from './small-tracker.ts'
import { storeContent } from './store-content.ts'
import { DAY, HOUR, MINUTE, NAME, SyncedStore } from './synced-store.ts'

function addStatus(tracker: MemoryTracker, id: string): void {
  tracker.statuses.set(id, { kind: 'status', id, name: `Status ${id}`, category: 'new' })
}

/** Runs work over a store that is connected to a tracker without issues, for tests of other things. */
function withoutIssues(work: (one: SyncedStore) => Promise<void>): Promise<void> {
  const tracker = new MemoryTracker()
  tracker.addProject('1', 'WEB')
  return synced(work, tracker)
}

async function keys({ store }: SyncedStore): Promise<readonly string[]> {
  return (await store.query(plain('select key from issue order by key'))).map(({ key }) => String(key))
}

describe('the first round', () => {
  it('stores all issues, and is live', () =>
    synced(async one => {
      const result = await one.round()
      expect(result).toMatchObject({ state: 'live', reason: null, fetched: 7, changed: 7, gone: 0, failed: 0 })
      expect(await keys(one)).toEqual(['OPS-1', 'OPS-2', 'WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-5'])
      const scopes = await one.store.snapshot(run => readScopes(run, NAME))
      const now = one.tracker.now
      expect(scopes.map(({ key, watermark, census }) => ({ key, watermark, census }))).toEqual([
        { key: 'OPS', watermark: now - MINUTE, census: now },
        { key: 'WEB', watermark: now - MINUTE, census: now },
      ])
      const [round] = await one.store.snapshot(run => readRounds(run, NAME, 1))
      expect(round).toMatchObject({ number: 1, fetched: 7, changed: 7, listed: 7, phase: 'end', error: null })
    }))

  it('follows only the chosen projects, by key or id, without issues that were last updated before the chosen date', async () => {
    const tracker = smallTracker()
    const old = tracker.now
    tracker.now += DAY
    tracker.changeStatus('10002', '3')
    tracker.changeStatus('10007', '3')
    await synced(
      async one => {
        const { warnings } = await one.round()
        expect(await keys(one)).toEqual(['OPS-2'])
        expect(warnings).toEqual(['The account may browse no project NOPE.'])
      },
      tracker,
      { projects: ['ops', 'NOPE'], since: old + 1 },
    )
  })
})

describe('two rounds over an unchanged tracker', () => {
  it('read no issue again', () =>
    afterSmallRound(async one => {
      one.tracker.calls.length = 0
      for (let i = 0; i < 3; i++) expect(await one.next()).toMatchObject({ state: 'live', fetched: 0, changed: 0 })
      expect(one.tracker.called('issues')).toBe(0)
      expect(one.tracker.called('countIssues')).toBe(3)
    }))
})

describe('a round', () => {
  it('stores what changed, what is new, and what moved', () =>
    afterSmallRound(async one => {
      one.wait(HOUR)
      one.tracker.changeStatus('10002', '3')
      one.tracker.addIssue('2')
      one.tracker.move('10003', '2')
      expect(await one.next()).toMatchObject({ fetched: 3, changed: 3 })
      expect(await status(one, '10002')).toBe('3')
      expect(await keys(one)).toEqual(['OPS-1', 'OPS-2', 'OPS-3', 'OPS-4', 'WEB-1', 'WEB-2', 'WEB-4', 'WEB-5'])
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }))

  it('reads an issue once more that was read in the second of its change', () =>
    afterSmallRound(async one => {
      one.wait(HOUR)
      one.tracker.changeStatus('10002', '2')
      await one.round()
      one.tracker.changeStatus('10002', '3')
      expect(await one.round()).toMatchObject({ fetched: 1, changed: 1 })
      expect(await status(one, '10002')).toBe('3')
      expect(await one.round()).toMatchObject({ fetched: 0 })
    }))

  it('keeps the newer state when an answer is older', () =>
    afterSmallRound(async one => {
      one.wait(HOUR)
      one.tracker.changeStatus('10002', '3')
      await one.next()
      one.wait(HOUR)
      one.tracker.changeStatus('10002', '1')
      const old = one.tracker.issues.get('10002')!
      one.tracker.sent = issue =>
        'problem' in issue || issue.id !== '10002' ? issue : { ...issue, updated: old.created }
      await one.next()
      expect(await status(one, '10002')).toBe('3')
      one.tracker.sent = issue => issue
      await one.next()
      expect(await status(one, '10002')).toBe('1')
    }))

  it('reads a changed issue again that the tracker listed but did not send', () =>
    afterSmallRound(async one => {
      one.wait(HOUR)
      one.tracker.changeStatus('10002', '3')
      one.tracker.sent = issue => (issue.id === '10002' ? null : issue)
      expect(await one.next()).toMatchObject({ fetched: 0 })
      one.tracker.sent = issue => issue
      expect(await one.next()).toMatchObject({ fetched: 1, changed: 1 })
      expect(await status(one, '10002')).toBe('3')
    }))

  it('stores whole milliseconds for all clocks and waits', () =>
    afterSmallRound(async one => {
      one.wait(HOUR)
      one.tracker.changeStatus('10002', '3')
      one.wait(0.5)
      expect(await one.round({ census: true })).toMatchObject({ state: 'live', fetched: 1 })
      one.tracker.fault = () => 'throttled'
      one.tracker.retryAfterMs = 1_000.5
      one.wait(0.25)
      const { state, nextTry } = await one.round()
      expect(state).toBe('waiting')
      expect(Number.isInteger(nextTry)).toBe(true)
    }))

  it.each([
    ['a new version of the importer', (one: SyncedStore) => syncStore(one.store, NAME).markAllDue('read')],
    ['--full', (one: SyncedStore) => syncStore(one.store, NAME).markAllDue('unread')],
  ])('reads what changed first while all issues are read again for %s', (_, markAll) =>
    afterSmallRound(async one => {
      one.wait(HOUR)
      await one.round()
      await markAll(one)
      one.wait(HOUR)
      one.tracker.changeStatus('10004', '3')
      one.wait(MINUTE)
      const added = one.tracker.addIssue('2')
      one.tracker.calls.length = 0
      expect(await one.next()).toMatchObject({ fetched: 8 })
      const [first] = one.tracker.calls.filter(({ call }) => call === 'issues')
      expect(first!.detail.split(',').slice(0, 2).sort()).toEqual(['10004', added].sort())
    }),
  )

  it('tries an issue that cannot be read again after an hour', () =>
    synced(async one => {
      one.tracker.sent = issue => (issue.id === '10002' ? { id: '10002', problem: 'no date' } : issue)
      expect(await one.round()).toMatchObject({ state: 'live', fetched: 6, failed: 1 })
      expect(await one.next()).toMatchObject({ fetched: 0, failed: 0, unread: 1 })
      one.wait(HOUR)
      one.tracker.sent = issue => issue
      expect(await one.round()).toMatchObject({ fetched: 1, failed: 0 })
      expect(await keys(one)).toContain('WEB-2')
    }))

  it('shows a renamed status and project although no issue changed', () =>
    afterSmallRound(async one => {
      one.tracker.statuses.set('2', { ...one.tracker.statuses.get('2')!, name: 'Doing' })
      one.tracker.updateProject('2', { key: 'RUN', name: 'Operations' })
      await one.next()
      expect((await one.store.catalogue()).statuses.map(({ name }) => name)).toEqual(['Open', 'Doing', 'Done'])
      expect(await keys(one)).toEqual(['RUN-1', 'RUN-2', 'WEB-1', 'WEB-2', 'WEB-3', 'WEB-4', 'WEB-5'])
      expect((await one.store.catalogue()).projects).toMatchObject([{ key: 'RUN', name: 'Operations' }, { key: 'WEB' }])
    }))
})

describe('an issue that is missing', () => {
  it('is removed after two finds in two rounds', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      expect(await one.next({ census: true })).toMatchObject({ gone: 0 })
      expect(await keys(one)).toContain('WEB-2')
      expect(await one.next()).toMatchObject({ gone: 1, state: 'live' })
      expect(await keys(one)).not.toContain('WEB-2')
      expect(await storeContent(one.store)).toEqual(await freshContent(one.tracker))
    }))

  it.each([
    ['deleted', (tracker: MemoryTracker) => tracker.delete('10002')],
    ['archived', (tracker: MemoryTracker) => tracker.update('10002', { isArchived: true })],
  ])('is noticed in the next round by its count when it is %s', (_, lose) =>
    afterSmallRound(async one => {
      lose(one.tracker)
      expect(await one.next()).toMatchObject({ gone: 0, unconfirmed: 1 })
      expect(await one.next()).toMatchObject({ gone: 1 })
      expect(await keys(one)).toEqual(['OPS-1', 'OPS-2', 'WEB-1', 'WEB-3', 'WEB-4', 'WEB-5'])
    }),
  )

  it('is noticed after others were removed', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      await one.next()
      expect(await one.next()).toMatchObject({ gone: 1 })
      one.tracker.delete('10003')
      expect(await one.next()).toMatchObject({ unconfirmed: 1 })
    }))

  it('is noticed although another one is new', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      one.tracker.addIssue('2')
      expect(await one.next()).toMatchObject({ unconfirmed: 1, fetched: 1 })
    }))

  it('is removed within two rounds after a webhook made it a suspect', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      one.wait(1000)
      const suspect = { state: 'suspect', suspectSince: one.tracker.now, reason: null } as const
      await syncStore(one.store, NAME).updateEntries(['10002'], suspect)
      expect(await one.round()).toMatchObject({ unconfirmed: 1 })
      expect(await one.round()).toMatchObject({ gone: 1 })
    }))

  it('leads to one census only when its address has it', () =>
    afterSmallRound(async one => {
      one.tracker.update('10002', { isUnlisted: true })
      await one.next()
      const calls = one.tracker.called('listIssues')
      for (let i = 1; i <= 3; i++) {
        await one.next()
        expect(one.tracker.called('listIssues')).toBe(calls + 2 * i)
      }
      expect(await keys(one)).toContain('WEB-2')
      one.tracker.delete('10003')
      expect(await one.next()).toMatchObject({ unconfirmed: 1 })
    }))

  it('is left to the census when the tracker cannot count', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      one.tracker.fault = (_, call) => (call === 'countIssues' ? 'unavailable' : null)
      expect(await one.next()).toMatchObject({ state: 'live', unconfirmed: 0 })
    }))

  it('is kept if its address has it', () =>
    afterSmallRound(async one => {
      one.tracker.page = issues => issues.filter(({ id }) => id !== '10002')
      one.tracker.count = null
      await one.next({ census: true })
      await one.next({ census: true })
      expect(await keys(one)).toContain('WEB-2')
    }))

  it('is removed when it is archived, and returns when it is restored', () =>
    afterSmallRound(async one => {
      one.tracker.update('10002', { isArchived: true })
      await one.next({ census: true })
      await one.next()
      expect(await keys(one)).not.toContain('WEB-2')
      one.tracker.update('10002', { isArchived: false })
      await one.next({ census: true })
      expect(await keys(one)).toContain('WEB-2')
    }))

  it('is removed when it moved to a project that is not followed', () =>
    synced(
      async one => {
        await one.round()
        one.tracker.move('10002', '2')
        expect(await one.next({ census: true })).toMatchObject({ gone: 1 })
        expect(await keys(one)).toEqual(['WEB-1', 'WEB-3', 'WEB-4', 'WEB-5'])
      },
      smallTracker(),
      { projects: ['WEB'] },
    ))

  it('is hidden from users, not removed, when the account may not read it', () =>
    afterSmallRound(async one => {
      one.tracker.update('10002', { isHidden: true })
      await one.next({ census: true })
      await one.next({ census: true })
      const [row] = await one.store.query(plain(`select security_level from issue where ref = '10002'`))
      expect(row).toEqual({ security_level: 'hidden' })
    }))

  it('is read and shown again when the account may read it again', () =>
    afterSmallRound(async one => {
      one.tracker.update('10002', { isHidden: true })
      await one.next({ census: true })
      one.wait(HOUR)
      await one.round()
      one.tracker.update('10002', { isHidden: false })
      expect(await one.next({ census: true })).toMatchObject({ fetched: 1 })
      const [row] = await one.store.query(plain(`select security_level from issue where ref = '10002'`))
      expect(row).toEqual({ security_level: null })
    }))
})

describe('an issue that moves to a project of another connection', () => {
  const OTHER = { name: 'ops', projects: ['OPS'] }

  const template = storeTemplate(async store => {
    const one = await SyncedStore.over(store, smallTracker(), { projects: ['WEB'] })
    const two = await SyncedStore.over(store, one.tracker, OTHER)
    one.wait(HOUR)
    two.clock.add(HOUR)
    await one.round()
    await two.round()
  })

  /** Two connections to one tracker: the first keeps the project WEB, the second the project OPS. Then an issue moves. */
  async function ofTwo(work: (one: SyncedStore, two: SyncedStore) => Promise<void>): Promise<void> {
    await withTemporaryStore(
      async store => {
        const one = SyncedStore.of(store, smallTracker())
        const two = SyncedStore.of(store, one.tracker, OTHER.name)
        one.wait(2 * HOUR)
        two.clock.add(HOUR)
        one.tracker.move('10002', '2')
        await work(one, two)
      },
      await template(),
    )
  }

  itDrawn('stays, as the other connection stored it', () =>
    ofTwo(async (one, two) => {
      expect(await two.round()).toMatchObject({ fetched: 1 })
      await one.next({ census: true })
      expect(await keys(one)).toEqual(['OPS-1', 'OPS-2', 'OPS-3', 'WEB-1', 'WEB-3', 'WEB-4', 'WEB-5'])
      const [row] = await one.store.query(
        plain(`select state from ledger where connection = '${NAME}'
        and issue_ref = '10002'`),
      )
      expect(row).toEqual({ state: 'gone' })
    }),
  )

  it('stays visible when the first connection may not read it', () =>
    ofTwo(async (one, two) => {
      await two.round()
      one.tracker.update('10002', { isHidden: true })
      await one.next({ census: true })
      const [row] = await one.store.query(plain(`select security_level from issue where ref = '10002'`))
      expect(row).toEqual({ security_level: null })
    }))

  it('stays due for the other connection when the first one removes it', () =>
    ofTwo(async (one, two) => {
      two.wait(10 * MINUTE)
      one.tracker.fault = (_, call) => (call === 'issues' ? 'unavailable' : null)
      await two.round()
      one.tracker.fault = () => null
      expect(await one.next({ census: true })).toMatchObject({ gone: 1 })
      two.wait(HOUR)
      expect(await two.round()).toMatchObject({ fetched: 1 })
      expect(await keys(one)).toContain('OPS-3')
    }))
})

describe('many issues that are missing', () => {
  function largeTracker(issues: number): MemoryTracker {
    const tracker = new MemoryTracker()
    tracker.addProject('1', 'WEB')
    tracker.pageSize = issues / 10
    for (let i = 0; i < issues; i++) tracker.addIssue('1')
    return tracker
  }

  const after60 = afterFirstRound(() => largeTracker(60))

  /** Deletes the first issues that the tracker still has. */
  function deleteIssues(tracker: MemoryTracker, count: number): void {
    for (const id of [...tracker.issues.keys()].slice(0, count)) tracker.delete(id)
  }

  /** Adds issues that are like the first one to the tracker and to the ledger, as if rounds had stored them. */
  async function addStored({ store, tracker }: SyncedStore, count: number): Promise<void> {
    const [first] = tracker.issues.values()
    const ids = Array.from({ length: count }, (_, i) => Number(first!.id) + tracker.issues.size + i)
    for (const id of ids) tracker.issues.set(String(id), { ...first!, id: String(id), number: id })
    await store.transact(run =>
      run(
        plain(`insert into ledger select ledger.* replace (id::varchar as issue_ref)
        from ledger, range(${ids[0]}, ${ids.at(-1)! + 1}) added(id) where issue_ref = '${first!.id}'`),
      ),
    )
  }

  /** Runs work over a store whose ledger has 400 issues; the first 60 of them are stored. */
  const after400 = (work: (one: SyncedStore) => Promise<void>) =>
    after60(async one => {
      await addStored(one, 340)
      one.tracker.pageSize = 40
      await work(one)
    })

  it('need an approval before they are removed', () =>
    after60(async one => {
      deleteIssues(one.tracker, 30)
      for (let i = 0; i < 2; i++) {
        const { state, approval, reason, gone } = await one.next({ census: i === 0 })
        expect({ state, approval, gone }).toEqual({ state: 'needs-approval', approval: 'loss', gone: 0 })
        expect(reason).toContain('30 of 60 issues of project WEB')
      }
      expect((await keys(one)).length).toBe(60)
      const accepted = await one.next({ acceptLoss: true })
      expect(accepted).toMatchObject({ state: 'live', hasMore: true })
      expect(accepted.gone + (await one.next()).gone).toBe(30)
      expect((await keys(one)).length).toBe(30)
    }))

  it('need an approval in a large project too', () =>
    after60(async one => {
      await addStored(one, 4140)
      one.tracker.pageSize = 420
      await one.next()
      deleteIssues(one.tracker, 1200)
      for (let i = 0; i < 3; i++) {
        const { state, approval, reason, gone } = await one.next()
        expect({ state, approval, gone }).toEqual({ state: 'needs-approval', approval: 'loss', gone: 0 })
        expect(reason).toBe(
          'The tracker does not have about 1200 of 4200 issues of project WEB any more. Nothing was removed.',
        )
      }
      expect((await keys(one)).length).toBe(60)
    }))

  it('need an approval when those removed before within a day are as many', () =>
    after400(async one => {
      await one.next()
      deleteIssues(one.tracker, 15)
      await one.next()
      expect(await one.next()).toMatchObject({ state: 'live', gone: 15 })
      deleteIssues(one.tracker, 10)
      for (let i = 0; i < 3; i++) {
        const { state, reason, gone } = await one.next()
        expect({ state, gone }).toEqual({ state: 'needs-approval', gone: 0 })
        expect(reason).toBe(
          'The tracker does not have about 10 of 400 issues of project WEB any more. 15 more were removed before, within a day.',
        )
      }
      const accepted = await one.next({ acceptLoss: true })
      expect(accepted.state).toBe('live')
      expect(accepted.gone + (await one.next()).gone).toBe(10)
      // What was approved is no part of the next loss.
      deleteIssues(one.tracker, 5)
      await one.next()
      expect(await one.next()).toMatchObject({ state: 'live', gone: 5 })
    }))

  it('need no approval on two days', () =>
    after400(async one => {
      await one.next()
      for (const _ of [1, 2]) {
        deleteIssues(one.tracker, 15)
        one.wait(DAY + HOUR)
        await one.round()
        expect(await one.next()).toMatchObject({ state: 'live', gone: 15 })
      }
    }))

  it('do not hide a deleted issue, if the index leaves out many that exist', () =>
    after400(async one => {
      const [deleted, ...unlisted] = [...one.tracker.issues.keys()].slice(0, 26).reverse()
      for (const id of unlisted) one.tracker.update(id, { isUnlisted: true })
      await one.next()
      one.tracker.delete(deleted!)
      for (let day = 0; day < 4; day++) {
        one.wait(DAY)
        await one.round()
        expect(await one.next()).toMatchObject({ state: 'live' })
      }
      expect((await keys(one)).length).toBe(59)
      expect(await keys(one)).not.toContain('WEB-26')
    }))

  it('are kept when the index of the tracker has a hole', () =>
    after60(async one => {
      one.tracker.count = 0
      one.tracker.page = () => []
      one.tracker.calls.length = 0
      expect(await one.next({ census: true })).toMatchObject({ state: 'live', gone: 0 })
      expect(one.tracker.called('find')).toBeLessThan(30)
      expect((await keys(one)).length).toBe(60)
    }))
})

describe('a project', () => {
  it('that the account may not browse any more is hidden, and nothing is removed', () =>
    afterSmallRound(async one => {
      one.tracker.updateProject('2', { isVisible: false })
      for (let i = 0; i < 2; i++) expect(await one.next({ census: true })).toMatchObject({ state: 'live', gone: 0 })
      const visible = async () =>
        (await one.store.snapshot(run => readScopes(run, NAME))).map(({ key, isVisible }) => [key, isVisible])
      expect(await visible()).toEqual([
        ['OPS', false],
        ['WEB', true],
      ])
      expect(await keys(one)).toContain('OPS-1')
      one.tracker.updateProject('2', { isVisible: true })
      await one.next()
      expect(await visible()).toEqual([
        ['OPS', true],
        ['WEB', true],
      ])
    }))

  it('that the account may not browse any more is left out of the hourly lists', () =>
    afterSmallRound(async one => {
      one.tracker.updateProject('2', { isVisible: false })
      one.wait(2 * HOUR)
      await one.round()
      const read = one.tracker.calls.filter(({ call }) => call === 'hourlyLists')
      expect(read.map(({ detail }) => detail)).toEqual(['2,1', '1'])
    }))

  it('whose list is rejected keeps its watermark, and the others go on', () =>
    afterSmallRound(async one => {
      const before = await one.store.snapshot(run => readScopes(run, NAME))
      one.wait(HOUR)
      one.tracker.changeStatus('10006', '3')
      one.tracker.fault = (_, call, detail) => (call === 'listIssues' && detail === '1' ? 'rejected' : null)
      const result = await one.next()
      expect(result).toMatchObject({ state: 'live', fetched: 1 })
      expect(result.reason).toBe('Project WEB could not be listed: failed on request: rejected.')
      const after = await one.store.snapshot(run => readScopes(run, NAME))
      expect(after[1]).toMatchObject({ watermark: before[1]!.watermark, reason: result.reason })
      expect(after[0]!.watermark).toBeGreaterThan(before[0]!.watermark!)
    }))

  it('whose list is rejected counts once, although issues of others are missing', () =>
    afterSmallRound(async one => {
      one.tracker.delete('10002')
      one.tracker.fault = (_, call, detail) => (call === 'listIssues' && detail === '1' ? 'rejected' : null)
      expect(await one.next()).toMatchObject({
        state: 'live',
        reason: 'Project WEB could not be listed: failed on request: rejected.',
        warnings: ['Project WEB could not be listed: failed on request: rejected.'],
      })
    }))

  it('is not complete when the tracker lists too few of its issues', () =>
    synced(async one => {
      one.tracker.count = 20
      const { state, reason, warnings } = await one.round()
      expect(state).toBe('waiting')
      expect(reason).toContain('The tracker listed 5 of 20 issues of project WEB.')
      expect(warnings).toContain('The tracker listed 5 of 20 issues of project WEB.')
      expect(await keys(one)).toContain('WEB-1')
      one.tracker.count = undefined
      expect(await one.next()).toMatchObject({ state: 'live', reason: null })
    }))
})

describe('a new account', () => {
  it('leads to new lists, also when the store fails at first', () =>
    afterSmallRound(async one => {
      one.wait(HOUR)
      await one.round()
      Object.assign(one.tracker.account, { id: 'bob' })
      const rows = syncStore(one.store, NAME)
      const failing = { ...rows, resetLists: () => Promise.reject(new Error('the disk is full')) }
      await expect(one.next({}, failing)).rejects.toThrow('the disk is full')
      one.tracker.calls.length = 0
      expect(await one.next()).toMatchObject({ state: 'live', listed: 7 })
    }))
})

describe('a tracker that fails', () => {
  it.each([
    ['unauthorized', 'needs-token'],
    ['throttled', 'waiting'],
    ['unavailable', 'waiting'],
    ['unreadable', 'waiting'],
  ] as const)('with %s at its first answer is %s', (failure, state) =>
    afterSmallRound(async one => {
      one.tracker.fault = () => failure
      const result = await one.next()
      expect(result.state).toBe(state)
      expect(result.reason).toBe(`GET /hello: failed on request: ${failure}.`)
      expect((await one.store.snapshot(run => readConnection(run, NAME)))!.state).toBe(state)
      one.tracker.fault = () => null
      expect(await one.next()).toMatchObject({ state: 'live', reason: null })
    }),
  )

  it('is tried again after an hour at most', () =>
    withoutIssues(async one => {
      one.tracker.fault = () => 'throttled'
      one.tracker.retryAfterMs = 365 * DAY
      const { nextTry } = await one.round()
      expect(nextTry).toBe(one.clock.now() + HOUR)
    }))

  it('needs an approval when it is another site, or its clock went back', () =>
    afterSmallRound(async one => {
      one.tracker.identity = 'site-2'
      expect(await one.next()).toMatchObject({ state: 'needs-approval', approval: 'site', fetched: 0 })
      one.tracker.identity = 'site-1'
      one.tracker.now -= DAY
      expect(await one.next()).toMatchObject({ state: 'needs-approval', approval: 'clock' })
    }))

  it('needs no approval when it does not send its version any more', () =>
    afterSmallRound(async one => {
      one.tracker.version = null
      one.tracker.identity = 'https://proxy.example.org'
      expect(await one.next()).toMatchObject({ state: 'waiting', approval: null })
      one.tracker.version = '9.0.0'
      one.tracker.identity = 'site-1'
      expect(await one.next()).toMatchObject({ state: 'live' })
    }))
})

describe('a tracker that cannot always say which site it is', () => {
  it('is known by its address meanwhile', () =>
    withoutIssues(async one => {
      const address = 'https://jira.example.org'
      for (const identity of [address, 'site-1', address, 'site-1']) {
        one.tracker.identity = identity
        expect(await one.next()).toMatchObject({ state: 'live' })
      }
      one.tracker.identity = 'site-2'
      expect(await one.next()).toMatchObject({ state: 'needs-approval', approval: 'site' })
    }))
})

describe('the lists of the tracker', () => {
  it('that are missing are named, and the old ones are kept', () =>
    afterSmallRound(async one => {
      one.tracker.missingLists = { statuses: 'The statuses may not be read.' }
      const { state, warnings } = await one.next()
      expect({ state, warnings }).toEqual({ state: 'live', warnings: ['The statuses may not be read.'] })
      expect((await one.store.catalogue()).statuses.length).toBe(3)
    }))

  itDrawn('that are much shorter than before are not accepted', () =>
    withoutIssues(async one => {
      for (let i = 4; i <= 9; i++) addStatus(one.tracker, String(i))
      await one.round()
      for (let i = 3; i <= 8; i++) one.tracker.statuses.delete(String(i))
      const { warnings } = await one.next()
      expect(warnings).toEqual([
        "The list of statuses has 3 items; before it had 9. The old list is kept until 'sojourn sync jira --accept-loss'.",
      ])
      const deleted = async () =>
        (await one.store.catalogue()).statuses.filter(status => status.deleted).map(({ name }) => name)
      expect(await deleted()).toEqual([])
      await one.next({ acceptLoss: true })
      expect(await deleted()).toEqual(['Done', ...[4, 5, 6, 7, 8].map(i => `Status ${i}`)])
    }),
  )

  it('that lose a few items are accepted, however short they are', () =>
    afterSmallRound(async one => {
      one.tracker.statuses.delete('3')
      expect((await one.next()).warnings).toEqual([])
      const { statuses } = await one.store.catalogue()
      expect(statuses.filter(status => status.deleted).map(({ name }) => name)).toEqual(['Done'])
    }))

  it('that are read every hour are read at once to accept their loss', () =>
    withoutIssues(async one => {
      const filter = (i: number) => ({ id: String(i), name: `Filter ${i}`, jql: 'project = WEB', owner: null })
      one.tracker.filters = Array.from({ length: 9 }, (_, i) => filter(i))
      await one.round()
      one.tracker.filters = [filter(0)]
      one.wait(HOUR)
      expect((await one.round()).warnings).toHaveLength(1)
      expect((await one.next({ acceptLoss: true })).warnings).toEqual([])
      expect((await one.next()).warnings).toEqual([])
    }))

  it('end memberships of groups at once, also if most groups are missing', () =>
    withoutIssues(async one => {
      one.tracker.groups = Array.from({ length: 20 }, (_, i) => ({ name: `group-${i}`, members: ['ada', 'bob'] }))
      await one.round()
      one.tracker.groups = [{ name: 'group-0', members: ['ada'] }]
      one.wait(HOUR)
      expect((await one.round()).warnings).toEqual([])
      expect((await one.store.catalogue()).groups).toMatchObject([{ name: 'group-0', members: ['ada'] }])
    }))
})

describe('the scrub', () => {
  it('reads every issue again within some days, and finds changes without a new updated', () =>
    afterSmallRound(async one => {
      one.tracker.changeStatus('10004', '3', { touch: false })
      let fetched = 0
      for (let day = 0; day < 3; day++) {
        one.wait(DAY)
        fetched += (await one.round({}, { scrubDays: 3 })).fetched
      }
      expect(fetched).toBeGreaterThanOrEqual(7)
      expect(await status(one, '10004')).toBe('3')
      const counts = await one.store.snapshot(run => readScopeCounts(run, NAME))
      expect(counts.map(({ changedWithoutUpdated }) => changedWithoutUpdated)).toEqual([1, 0])
    }))
})
