import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../src/core/history/to-stays.ts'
import { removeProject } from '../../src/store/batches/remove-issues.ts'
import type { Run } from '../../src/store/engine/run-query.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { openProject } from '../../src/store/rows/access-writes.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { storeTemplate } from '../support/store-template.ts'
import { openTemporaryStore, temporaryStore } from '../support/temporary-store.ts'
import { addIssue, smallIssue } from './small-batch.ts'

/** A store with the issue WEB-1. */
const withIssue = storeTemplate(store => addIssue(store, 'WEB-1'))

async function storeWithIssue(): Promise<Store> {
  return openTemporaryStore((await withIssue()).copyTo)
}

async function keys(store: Store): Promise<string[]> {
  const rows = await store.query(plain('select key from issue order by key'))
  return rows.map(({ key }) => String(key))
}

async function count(store: Store, table: string): Promise<number> {
  const [row] = await store.query(plain(`select count(*) as count from ${table}`))
  return Number(row!.count)
}

describe('a batch', () => {
  it('is imported completely', async () => {
    const store = await storeWithIssue()
    expect(await keys(store)).toEqual(['WEB-1'])
    const stays = await store.query(
      plain(
        `select seq, value_id, entered_ms, left_ms, from_id, visit_number from stay where field_id = 'status' order by seq`,
      ),
    )
    expect(stays).toEqual([
      { seq: 1, value_id: '1', entered_ms: 1000n, left_ms: 2000n, from_id: null, visit_number: 1 },
      { seq: 2, value_id: '2', entered_ms: 2000n, left_ms: null, from_id: '1', visit_number: 1 },
    ])
  })

  it('that fails leaves no data, and the next one succeeds', async () => {
    const store = await temporaryStore()
    const failing = store.importBatch('broken', async batch => {
      const history = smallIssue('WEB-1')
      batch.add(
        history,
        toStays(history, () => false),
      )
      batch.record([{ entity: { kind: 'priority', id: '1', name: 'High' }, authority: 'present', at: 0 }])
      throw new Error('the file ends here')
    })
    await expect(failing).rejects.toThrow('the file ends here')
    expect([await keys(store), await count(store, 'stay'), await count(store, 'priority')]).toEqual([[], 0, 0])
    await addIssue(store, 'WEB-2')
    expect(await keys(store)).toEqual(['WEB-2'])
  })

  it('replaces an issue by its id, even if it was moved and has a new key', async () => {
    const store = await storeWithIssue()
    const before = await store.query(plain('select id from issue'))
    await addIssue(store, 'APP-7', { id: 'id of WEB-1' })
    expect(await keys(store)).toEqual(['APP-7'])
    expect(await store.query(plain('select id from issue'))).toEqual(before)
    expect([await count(store, 'stay'), await count(store, 'change')]).toEqual([3, 1])
  })

  it('with a duplicate issue keeps the last one', async () => {
    const store = await temporaryStore()
    await store.importBatch('twice', async batch => {
      for (const summary of ['first', 'second']) {
        const history = smallIssue('WEB-1', { summary })
        batch.add(
          history,
          toStays(history, () => false),
        )
      }
    })
    expect(await store.query(plain('select summary from issue'))).toEqual([{ summary: 'second' }])
    expect(await count(store, 'status_assignment')).toBe(2)
  })

  it('replaces an issue of another id that has the same key', async () => {
    const store = await storeWithIssue()
    await addIssue(store, 'WEB-1', { id: 'another', summary: 'new' })
    expect(await store.query(plain('select ref, summary from issue'))).toEqual([{ ref: 'another', summary: 'new' }])
    expect(await count(store, 'stay')).toBe(3)
  })

  it('keeps the name of the highest authority, in any order', async () => {
    const observations = [
      { entity: { kind: 'status', id: '1', name: 'Once', category: null }, authority: 'history', at: 9 },
      { entity: { kind: 'status', id: '1', name: 'Today', category: null }, authority: 'present', at: 5 },
      { entity: { kind: 'status', id: '1', name: 'Yesterday', category: 'new' }, authority: 'present', at: 4 },
    ] as const
    for (const order of [observations, observations.toReversed()]) {
      const store = await temporaryStore()
      for (const observation of order) await store.importBatch('one', async batch => batch.record([observation]))
      expect((await store.catalogue()).statuses).toEqual([{ id: '1', name: 'Today', category: 'new', deleted: false }])
    }
  })

  it('with the tracker’s list of statuses marks all others as deleted', async () => {
    const store = await temporaryStore()
    const status = (id: string) => ({ kind: 'status', id, name: `Status ${id}`, category: null }) as const
    await store.importBatch('catalogue', async batch =>
      batch.record(['9', '1'].map(id => ({ entity: status(id), authority: 'present', at: 0 }) as const)),
    )
    await store.importBatch('list', async batch => batch.setStatuses([status('9'), status('3')]))
    const { statuses } = await store.catalogue()
    expect(statuses.map(({ id, deleted }) => [id, deleted])).toEqual([
      ['9', false],
      ['3', false],
      ['1', true],
    ])
  })
})

describe('readers', () => {
  it('see complete batches only, and the state of their snapshot', async () => {
    const store = await storeWithIssue()
    const counts = await store.snapshot(async run => {
      const before = await run(plain('select count(*) as count from issue'))
      await addIssue(store, 'WEB-2')
      return [before, await run(plain('select count(*) as count from issue'))]
    })
    expect(counts).toEqual([[{ count: 1n }], [{ count: 1n }]])
    expect(await keys(store)).toEqual(['WEB-1', 'WEB-2'])
  })

  it('that are aborted release the engine, which keeps running', async () => {
    const store = await temporaryStore()
    const stop = new AbortController()
    const reason = new Error('enough')
    const long = store.query(plain('select count(*) from range(100000000000)'), stop.signal)
    setTimeout(() => stop.abort(reason), 50)
    await expect(long).rejects.toBe(reason)
    expect(await keys(store)).toEqual([])
  })

  it('that are aborted before they start never reach the engine', async () => {
    const store = await temporaryStore()
    const text = 'select count(*) from range(100000000000)'
    await expect(store.query(plain(text), AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
  })
})

describe('the revision of a store', () => {
  const mark = (store: Store) => JSON.parse(readFileSync(join(store.dir, 'store.json'), 'utf8'))
  const change = (store: Store) => store.transact(run => run(plain(`insert into person_group values ('ops')`)))

  it('counts batches and changes, and is recorded in the mark', async () => {
    const store = await storeWithIssue()
    await change(store)
    await change(store)
    const [info] = await store.query(plain('select batch, revision from store_info'))
    expect(info).toEqual({ batch: 1n, revision: 3n })
    expect(mark(store)).toMatchObject({ batch: 1, revision: 3, issues: 1 })
  })

  it('does not count failed, best-effort or probe transactions', async () => {
    const store = await temporaryStore()
    await change(store)
    const failing = store.transact(async run => {
      await run(plain(`insert into person_group values ('dev')`))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await store.bestEffort(run => run(plain('update probe set at_ms = 7')))
    await store.probe()
    expect(await store.query(plain('select revision from store_info'))).toEqual([{ revision: 1n }])
    expect([mark(store).revision, await count(store, 'person_group')]).toEqual([1, 1])
  })
})

describe('the changes of data', () => {
  it('count imports and removals of issues, and nothing else', async () => {
    const store = await temporaryStore()
    const begun = store.dataChanges
    await addIssue(store, 'WEB-1')
    await addIssue(store, 'WEB-2')
    expect(store.dataChanges - begun).toBe(2)
    await store.transact(run => openProject(run, 1))
    await store.transactKeepingCache(async () => {})
    expect(store.dataChanges - begun).toBe(2)
    await store.remove(run => removeProject(run, 1))
    expect(store.dataChanges - begun).toBe(3)
  })
})

describe('the cache', () => {
  const groups = (run: Run) => run(plain('select count(*) as count from person_group'))
  const add = (run: Run) => run(plain(`insert into person_group values ('ops')`))

  it('is read once after each batch and each change', async () => {
    const store = await temporaryStore()
    const before = await store.cached(groups)
    expect(await store.cached(groups)).toBe(before)
    await store.transact(add)
    expect(await store.cached(groups)).toEqual([{ count: 1n }])
    await addIssue(store, 'WEB-1')
    expect(await store.cached(async run => run(plain('select count(*) as count from issue')))).toEqual([{ count: 1n }])
  })

  it('stays valid after a best-effort transaction', async () => {
    const store = await temporaryStore()
    const before = await store.cached(groups)
    await store.bestEffort(run => run(plain('update probe set at_ms = 7')))
    expect(await store.cached(groups)).toBe(before)
  })

  it('is read again after a failed read', async () => {
    const store = await temporaryStore()
    let times = 0
    const read = async () => {
      if (++times === 1) throw new Error('not now')
      return times
    }
    await expect(store.cached(read)).rejects.toThrow('not now')
    expect(await store.cached(read)).toBe(2)
  })
})

describe('a batch that is being filled', () => {
  it('does not block changes, and does not lose them', async () => {
    const store = await temporaryStore()
    await store.importBatch('long', async batch => {
      batch.setGroups([{ name: 'developers', members: ['ann'] }])
      await store.transact(run => run(plain(`insert into restricted_project values (7)`)))
      await store.transactKeepingCache(run => run(plain(`insert into token_use values ('a', 0)`)))
      await store.probe()
      expect([await count(store, 'restricted_project'), await count(store, 'person_group')]).toEqual([1, 0])
    })
    const counts = await Promise.all(
      ['restricted_project', 'token_use', 'person_group'].map(table => count(store, table)),
    )
    expect(counts).toEqual([1, 1, 1])
  })

  it('does not block the next one when it fails', async () => {
    const store = await temporaryStore()
    await expect(store.importBatch('broken', () => Promise.reject(new Error('no more')))).rejects.toThrow('no more')
    await addIssue(store, 'WEB-1')
    expect(await count(store, 'issue')).toBe(1)
    expect(readdirSync(store.dir).filter(name => name.includes('import'))).toEqual([])
  })
})

describe('a probe', () => {
  it('runs while a batch is filled, like a best-effort transaction', async () => {
    const store = await temporaryStore()
    await store.importBatch('long', async () => {
      await store.probe()
      await store.bestEffort(run => run(plain('insert into token_use values (1, 2)')))
    })
    const [row] = await store.query(plain('select at_ms from probe'))
    expect(Math.abs(Date.now() - Number(row!.at_ms))).toBeLessThan(60_000)
    expect([await count(store, 'probe'), await count(store, 'token_use')]).toEqual([1, 1])
  })

  it('fails when the store cannot be written', async () => {
    const store = await temporaryStore()
    await store.transact(run => run(plain('drop table probe')))
    await expect(store.probe()).rejects.toThrow()
  })

  itDrawn('repeated many times keeps the files small', async () => {
    const store = await temporaryStore()
    const size = () => readdirSync(store.dir).reduce((sum, name) => sum + statSync(join(store.dir, name)).size, 0)
    await store.probe()
    const before = size()
    for (let i = 0; i < 400; i++) await store.probe()
    expect(size() - before).toBeLessThan(400_000)
  })
})

describe('a mark without disk space', () => {
  it('fails a batch or a change before the commit, so that the store is unchanged', async () => {
    const store = await storeWithIssue()
    // A folder blocks the path where the next mark is to be written.
    mkdirSync(join(store.dir, 'store.json.new'))
    await expect(addIssue(store, 'WEB-2')).rejects.toMatchObject({ code: 'STORE_FAILED' })
    const change = store.transactKeepingCache(run => run(plain(`insert into person_group values ('developers')`)))
    await expect(change).rejects.toMatchObject({ code: 'STORE_FAILED' })
    const held = plain('select (select count(*) from issue) as issues, (select count(*) from person_group) as groups')
    expect(await store.query(held)).toEqual([{ issues: 1n, groups: 0n }])
    rmdirSync(join(store.dir, 'store.json.new'))
    await addIssue(store, 'WEB-2')
    expect(await store.query(held)).toEqual([{ issues: 2n, groups: 0n }])
    expect(JSON.parse(readFileSync(join(store.dir, 'store.json'), 'utf8'))).toMatchObject({ batch: 2, issues: 2 })
  })
})
