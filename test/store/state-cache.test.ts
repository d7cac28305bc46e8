import { describe, expect, it } from 'vitest'
import type { Run } from '../../src/store/engine/run-query.ts'
import { StateCache } from '../../src/store/engine/state-cache.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { temporaryStore } from '../support/temporary-store.ts'

describe('the cache of a store', () => {
  it('belongs to the snapshot that reads it, regardless of later writes', async () => {
    const store = await temporaryStore()
    const read = async (run: Run) => Number((await run(plain('select count(*) as n from saved_query')))[0]!.n)
    const add = () => store.transact(run => run(plain(`insert into saved_query (id, name, jql) values ('1', 'a', '')`)))
    await store.reports.snapshot(async ({ cached, run }) => {
      await add()
      expect(await store.cached(read)).toBe(1)
      expect(await cached(read)).toBe(0)
      expect(await read(run)).toBe(0)
    })
    expect(await store.cached(read)).toBe(1)
  })

  it('is filled once for each state, and again after a change', async () => {
    const store = await temporaryStore()
    let reads = 0
    const read = async () => ++reads
    const three = () => Promise.all([1, 2, 3].map(() => store.reports.snapshot(({ cached }) => cached(read))))
    expect(await three()).toEqual([1, 1, 1])
    await store.transactKeepingCache(async () => {})
    expect(await three()).toEqual([1, 1, 1])
    await store.transact(async () => {})
    expect(await three()).toEqual([2, 2, 2])
  })

  it('does not know the state of a snapshot that begins during a write or before one', async () => {
    const cache = new StateCache()
    cache.observe(5, cache.writes)
    expect(cache.revisionSince(cache.writes)).toBe(5)
    const before = cache.writes
    await cache.writing(async () => {
      expect(cache.revisionSince(before)).toBeNull()
      cache.advance(6)
      expect(cache.revisionSince(cache.writes)).toBeNull()
    })
    expect(cache.revisionSince(before)).toBeNull()
    expect(cache.revisionSince(cache.writes)).toBe(6)
    await expect(cache.writing(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow('full')
    expect(cache.revisionSince(cache.writes)).toBeNull()
  })

  it('is filled by another request when the first one is cancelled', async () => {
    const store = await temporaryStore()
    const stop = new AbortController()
    let reads = 0
    const read = async (run: Run) => {
      if (++reads === 1) {
        setTimeout(() => stop.abort(new Error('gone')), 200)
        await run(plain('select count(*) from range(1000000) a, range(1000000) b where (a.range * b.range) % 7 = 3'))
      }
      return 'read'
    }
    const first = store.reports.snapshot(({ cached }) => cached(read), stop.signal)
    await expect.poll(() => reads).toBe(1)
    const second = store.reports.snapshot(({ cached }) => cached(read))
    await expect(first).rejects.toThrow('gone')
    expect(await second).toBe('read')
  })
})
