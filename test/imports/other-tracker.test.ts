import { describe, expect, it } from 'vitest'
import { plain } from '../../src/sql/sql.ts'
import type { Store } from '../../src/store/store.ts'
import { importIssues } from '../support/import-jira.ts'
import { storeTemplate } from '../support/store-template.ts'
import { openTemporaryStore, temporaryStore } from '../support/temporary-store.ts'

const A = 'https://a.example.com'
const B = 'https://b.example.com/jira'

/** An issue of the tracker at `base`, in a status such as `Done/done`. */
function issue(key: string, base: string | null, status = 'Done/done') {
  const [name, category] = status.split('/')
  return JSON.stringify({
    id: key,
    key,
    ...(base === null ? {} : { self: `${base}/rest/api/2/issue/${key}` }),
    fields: { created: '2024-03-01T00:00:00.000Z', status: { id: '10001', name, statusCategory: { key: category } } },
    changelog: { histories: [] },
  })
}

function take(store: Store, lines: readonly string[], options: { skipInvalid?: boolean; newAddress?: boolean } = {}) {
  return importIssues(store, lines, options)
}

/** Stores with the issue WEB-1 of the tracker at `A`, and of an unknown one. */
const [ofA, ofUnknown] = [A, null].map(base => storeTemplate(store => take(store, [issue('WEB-1', base)])))

/** Opens a copy of such a store. */
async function copyOf(template: typeof ofA): Promise<Store> {
  return openTemporaryStore((await template!()).copyTo)
}

async function keys(store: Store): Promise<unknown[]> {
  return (await store.query(plain('select key from issue order by key'))).map(({ key }) => key)
}

describe('a store', () => {
  it('rejects issues of a tracker with another base address', async () => {
    const store = await copyOf(ofA)
    for (const skipInvalid of [false, true])
      await expect(take(store, [issue('WEB-2', A), issue('APP-1', B)], { skipInvalid })).rejects.toMatchObject({
        code: 'IMPORT_OTHER_TRACKER',
        parameters: { key: 'APP-1', address: B, known: A },
        message: expect.stringMatching(/APP-1 .*b\.example\.com\/jira,.*a\.example\.com\..*--store.*--new-address/),
      })
    expect(await keys(store)).toEqual(['WEB-1'])
  })

  it('rejects a file with issues of two trackers', async () => {
    const store = await temporaryStore()
    const both = take(store, [issue('WEB-1', A), issue('APP-1', B)])
    await expect(both).rejects.toMatchObject({ code: 'IMPORT_OTHER_TRACKER' })
  })

  it('accepts and stores a new address with --new-address', async () => {
    const store = await copyOf(ofA)
    await take(store, [issue('WEB-2', B)], { newAddress: true })
    await take(store, [issue('WEB-3', B)])
    await expect(take(store, [issue('WEB-4', A)])).rejects.toMatchObject({ code: 'IMPORT_OTHER_TRACKER' })
    expect(await keys(store)).toEqual(['WEB-1', 'WEB-2', 'WEB-3'])
  })

  it('accepts issues with HTTP, HTTPS and without an address', async () => {
    const store = await copyOf(ofUnknown)
    await take(store, [issue('WEB-2', A), issue('WEB-3', null)])
    await take(store, [issue('WEB-4', A.replace('https', 'http'))])
    expect(await keys(store)).toHaveLength(4)
  })

  it('has no tracker while it has no issues', async () => {
    const store = await copyOf(ofA)
    await store.transact(run => run(plain('delete from issue')))
    await take(store, [issue('APP-1', B)])
    expect(await keys(store)).toEqual(['APP-1'])
  })
})

describe('a status id of another status', () => {
  it('is reported if name and category differ and the tracker may differ', async () => {
    const store = await copyOf(ofUnknown)
    expect((await ofUnknown!()).filled.statusClashes).toEqual([])
    const { statusClashes } = await take(store, [issue('APP-1', B, 'Waiting/new')])
    expect(statusClashes).toEqual([
      {
        id: '10001',
        incoming: { name: 'Waiting', category: 'new' },
        stored: { name: 'Done', category: 'done' },
      },
    ])
  })

  it.each([
    ['renamed', 'Finished/done'],
    ['moved to another category', 'Done/new'],
  ])('is not reported if it was %s', async (_, status) => {
    const store = await copyOf(ofUnknown)
    expect((await take(store, [issue('WEB-2', null, status)])).statusClashes).toEqual([])
  })

  it('is not reported if the tracker is the same', async () => {
    const store = await copyOf(ofA)
    expect((await take(store, [issue('WEB-2', A, 'Waiting/new')])).statusClashes).toEqual([])
  })
})
