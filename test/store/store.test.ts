import { describe, expect, it } from 'vitest'
import { toStays } from '../../src/history/to-stays.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import { addIssue, smallIssue } from './small-batch.ts'

async function keys(store: Store): Promise<string[]> {
  const rows = await store.query({ text: 'select key from issue order by key', parameters: [] })
  return rows.map(({ key }) => String(key))
}

async function count(store: Store, table: string): Promise<number> {
  const [row] = await store.query({ text: `select count(*) as count from ${table}`, parameters: [] })
  return Number(row!.count)
}

describe('a batch', () => {
  it('is kept whole', async () => {
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1')
    expect(await keys(store)).toEqual(['WEB-1'])
    const stays = await store.query({
      text: `select seq, value_id, entered_ms, left_ms, from_id, visit from stay where field_id = 'status' order by seq`,
      parameters: [],
    })
    expect(stays).toEqual([
      { seq: 1, value_id: '1', entered_ms: 1000n, left_ms: 2000n, from_id: null, visit: 1 },
      { seq: 2, value_id: '2', entered_ms: 2000n, left_ms: null, from_id: '1', visit: 1 },
    ])
  })

  it('that fails leaves nothing behind, and the next one goes on', async () => {
    const store = await temporaryStore()
    const failing = store.write('broken', async batch => {
      const history = smallIssue('WEB-1')
      batch.add(
        history,
        toStays(history, () => false),
      )
      batch.see([{ entity: { kind: 'priority', id: '1', name: 'High' }, authority: 'present', at: 0 }])
      throw new Error('the file ends here')
    })
    await expect(failing).rejects.toThrow('the file ends here')
    expect([await keys(store), await count(store, 'stay'), await count(store, 'priority')]).toEqual([[], 0, 0])
    await addIssue(store, 'WEB-2')
    expect(await keys(store)).toEqual(['WEB-2'])
  })

  it('replaces an issue that the store has, by its id, also when it was moved and has a new key', async () => {
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1')
    const before = await store.query({ text: 'select id from issue', parameters: [] })
    await addIssue(store, 'APP-7', { id: 'id of WEB-1' })
    expect(await keys(store)).toEqual(['APP-7'])
    expect(await store.query({ text: 'select id from issue', parameters: [] })).toEqual(before)
    expect([await count(store, 'stay'), await count(store, 'change')]).toEqual([3, 1])
  })

  it('that has an issue twice keeps the last of the two', async () => {
    const store = await temporaryStore()
    await store.write('twice', async batch => {
      for (const summary of ['first', 'second']) {
        const history = smallIssue('WEB-1', { summary })
        batch.add(
          history,
          toStays(history, () => false),
        )
      }
    })
    expect(await store.query({ text: 'select summary from issue', parameters: [] })).toEqual([{ summary: 'second' }])
    expect(await count(store, 'status_holder')).toBe(2)
  })

  it('replaces an issue of another id that has the same key', async () => {
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1')
    await addIssue(store, 'WEB-1', { id: 'another', summary: 'new' })
    expect(await store.query({ text: 'select ref, summary from issue', parameters: [] })).toEqual([
      { ref: 'another', summary: 'new' },
    ])
    expect(await count(store, 'stay')).toBe(3)
  })

  it('keeps the words of the strongest sighting, whichever comes first', async () => {
    const sightings = [
      { entity: { kind: 'status', id: '1', name: 'Once', category: null }, authority: 'history', at: 9 },
      { entity: { kind: 'status', id: '1', name: 'Today', category: null }, authority: 'present', at: 5 },
      { entity: { kind: 'status', id: '1', name: 'Yesterday', category: 'new' }, authority: 'present', at: 4 },
    ] as const
    for (const order of [sightings, sightings.toReversed()]) {
      const store = await temporaryStore()
      for (const sighting of order) await store.write('one', async batch => batch.see([sighting]))
      expect((await store.catalogue()).statuses).toEqual([{ id: '1', name: 'Today', category: 'new', deleted: false }])
    }
  })

  it('with the tracker’s own statuses makes every other status a deleted one', async () => {
    const store = await temporaryStore()
    const status = (id: string) => ({ kind: 'status', id, name: `Status ${id}`, category: null }) as const
    await store.write('seen', async batch =>
      batch.see(['9', '1'].map(id => ({ entity: status(id), authority: 'present', at: 0 }) as const)),
    )
    await store.write('list', async batch => batch.setStatuses([status('9'), status('3')]))
    const { statuses } = await store.catalogue()
    expect(statuses.map(({ id, deleted }) => [id, deleted])).toEqual([
      ['9', false],
      ['3', false],
      ['1', true],
    ])
  })
})

describe('readers', () => {
  it('see whole batches only, and the state their snapshot began with', async () => {
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1')
    const seen = await store.snapshot(async run => {
      const before = await run({ text: 'select count(*) as count from issue', parameters: [] })
      await addIssue(store, 'WEB-2')
      return [before, await run({ text: 'select count(*) as count from issue', parameters: [] })]
    })
    expect(seen).toEqual([[{ count: 1n }], [{ count: 1n }]])
    expect(await keys(store)).toEqual(['WEB-1', 'WEB-2'])
  })

  it('that are aborted let go of the engine, which goes on', async () => {
    const store = await temporaryStore()
    const stop = new AbortController()
    const reason = new Error('enough')
    const long = store.query({ text: 'select count(*) from range(100000000000)', parameters: [] }, stop.signal)
    setTimeout(() => stop.abort(reason), 50)
    await expect(long).rejects.toBe(reason)
    expect(await keys(store)).toEqual([])
  })

  it('that were aborted before they began never reach the engine', async () => {
    const store = await temporaryStore()
    const text = 'select count(*) from range(100000000000)'
    await expect(store.query({ text, parameters: [] }, AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
  })
})
