import { describe, expect, it } from 'vitest'
import { createHintedIssues } from '../../../src/intake/connections/hinted-issues.ts'
import { syncStore } from '../../../src/intake/sync/sync-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { IssueHint } from '../../../src/store/rows/hint-rows.ts'
import { addConnection } from '../../support/connected-store.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

const hint = (id: number | string, deletion: IssueHint['deletion'] = null): IssueHint => ({
  id: String(id),
  project: '1',
  deletion,
})

/** Runs work over the hints of a store with one connection, and counts the transactions. */
function hinted(
  work: (parts: {
    readonly hints: ReturnType<typeof createHintedIssues>
    readonly clock: { now: number }
    readonly transactions: () => number
    /** Puts an issue into the ledger. */
    readonly list: (id: string) => Promise<void>
    /** Returns the states of issues in the ledger. */
    readonly states: (ids: readonly string[]) => Promise<readonly string[]>
    /** Runs work right after the first transaction was seen to end. */
    readonly afterFirst: (work: () => void) => void
  }) => Promise<void>,
  delay = 2000,
) {
  return withTemporaryStore(async store => {
    await addConnection(store, { name: 'jira', mode: 'manual', projects: { 1: true } })
    let transactions = 0
    let next: (() => void) | null = null
    const counted = {
      transactKeepingCache: async (change: Parameters<Store['transactKeepingCache']>[0]) => {
        transactions++
        const result = await store.transactKeepingCache(change)
        const then = next
        next = null
        // Two microtasks later: the caller has the result.
        if (then) queueMicrotask(() => queueMicrotask(then))
        return result
      },
    } as Store
    const clock = { now: 0 }
    const hints = createHintedIssues({ store: counted, now: () => clock.now }, delay)
    const list = (id: string) => syncStore(store, 'jira').markListed([{ id, key: null, project: '1', updated: 0 }])
    const states = async (ids: readonly string[]) =>
      (await syncStore(store, 'jira').entries(ids)).map(({ state }) => state)
    const afterFirst = (then: () => void) => {
      next = then
    }
    await work({ hints, clock, transactions: () => transactions, list, states, afterFirst })
  })
}

describe('the issues that webhooks name', () => {
  it('are written together, and taken in parts after a delay', () =>
    hinted(async ({ hints, clock, transactions }) => {
      await Promise.all(Array.from({ length: 450 }, (_, i) => hints.add('jira', hint(i % 150))))
      expect(transactions()).toBeLessThanOrEqual(2)
      expect(hints.areReady('jira')).toBe(false)
      clock.now += 2000
      expect(hints.areReady('jira')).toBe(true)
      expect(hints.take('jira')).toHaveLength(100)
      expect(hints.areReady('jira')).toBe(true)
      expect(hints.take('jira')).toHaveLength(50)
      expect(hints.areReady('jira')).toBe(false)
      expect(hints.take('other')).toEqual([])
    }))

  it('do not wait for the old time after the clock was set back', () =>
    hinted(async ({ hints, clock }) => {
      await hints.add('jira', hint(7))
      expect(hints.areReady('jira')).toBe(false)
      clock.now -= 3_600_000
      expect(hints.areReady('jira')).toBe(true)
      expect(await hints.source('jira').next()).toEqual([hint(7)])
    }))

  it('are remembered up to a limit', () =>
    hinted(async ({ hints, clock }) => {
      for (let part = 0; part < 5; part++)
        await Promise.all(Array.from({ length: 300 }, (_, i) => hints.add('jira', hint(part * 300 + i))))
      clock.now += 2000
      let taken = 0
      while (hints.areReady('jira')) taken += hints.take('jira').length
      expect(taken).toBe(1000)
    }))

  it('are all written, however many come while the store is busy', () =>
    hinted(async ({ hints, list, states }) => {
      const last = ['2001', '2002']
      for (const id of last) await list(id)
      await Promise.all(Array.from({ length: 1500 }, (_, i) => hints.add('jira', hint(i))))
      await Promise.all(
        [...Array.from({ length: 1500 }, (_, i) => i), ...last].map(id => hints.add('jira', hint(id, 'signed'))),
      )
      expect(await states(last)).toEqual(['suspect', 'suspect'])
    }))

  it('are written although they come when another one was just written', () =>
    hinted(async ({ hints, afterFirst, list, states }) => {
      await list('8')
      let second: Promise<void> | undefined
      afterFirst(() => {
        second = hints.add('jira', hint(8, 'signed'))
      })
      await hints.add('jira', hint(7))
      await second
      expect(await states(['8'])).toEqual(['suspect'])
    }))

  it('keep a signed deletion, whatever comes after it', () =>
    hinted(async ({ hints, list }) => {
      await list('7')
      for (const deletion of [null, 'signed', 'unsigned', null] as const)
        for (const id of [7, 8]) await hints.add('jira', hint(id, deletion))
      // Only an issue of the ledger can be deleted.
      expect(hints.take('jira')).toEqual([hint(7, 'signed'), hint(8)])
    }))

  it('come to a round that waits for them, and to no round that has stopped', () =>
    hinted(async ({ hints }) => {
      const stopped = hints.source('jira')
      const nothing = stopped.next()
      await stopped.stop()
      expect(await nothing).toBeNull()
      const source = hints.source('jira')
      const next = source.next()
      await hints.add('jira', hint(7))
      expect(await next).toEqual([hint(7)])
      await source.stop()
      await hints.add('jira', hint(8))
      expect(await source.next()).toBeNull()
      expect(hints.take('jira')).toEqual([hint(8)])
    }, 0))
})
