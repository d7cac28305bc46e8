import { describe, expect, it } from 'vitest'
import { removeProject } from '../../../src/store/batches/remove-issues.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { readProjectAddresses } from '../../../src/store/rows/project-addresses.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { importIssues } from '../../support/import-jira.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { openTemporaryStore, temporaryStore } from '../../support/temporary-store.ts'

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

describe('the address of the tracker of a project', () => {
  const addresses = async (store: Store) => Object.fromEntries(await store.snapshot(readProjectAddresses))

  it('stays when projects of a second tracker are accepted', async () => {
    const store = await copyOf(ofA)
    await take(store, [issue('APP-1', B)], { newAddress: true })
    expect(await addresses(store)).toEqual({ APP: B, WEB: A })
    // Both trackers are known now.
    await take(store, [issue('WEB-2', A)])
    await take(store, [issue('APP-2', B), issue('WEB-3', A)])
    await take(store, [issue('APP-3', null)])
    expect(await addresses(store)).toEqual({ APP: B, WEB: A })
  })

  it('is the new one for all projects when the tracker moved', async () => {
    const store = await copyOf(ofA)
    await take(store, [issue('OPS-1', A)])
    await take(store, [issue('APP-1', 'https://c.example.com')], { newAddress: true })
    await take(store, [issue('WEB-1', B)], { newAddress: true })
    expect(await addresses(store)).toEqual({ APP: 'https://c.example.com', OPS: B, WEB: B })
    await expect(take(store, [issue('OPS-2', A)])).rejects.toMatchObject({ code: 'IMPORT_OTHER_TRACKER' })
  })

  it('is the last known one for a project whose issues have none', async () => {
    const store = await copyOf(ofUnknown)
    expect(await addresses(store)).toEqual({})
    await take(store, [issue('APP-1', A)])
    expect(await addresses(store)).toEqual({ APP: A, WEB: A })
  })

  it('is removed with its project', async () => {
    const store = await copyOf(ofA)
    await take(store, [issue('OPS-1', A)])
    const [web] = await store.query(plain(`select id from project where key = 'WEB'`))
    await store.transact(run => removeProject(run, Number(web!.id)))
    expect(await store.query(plain('select count(*) as n from project_address'))).toEqual([{ n: 1n }])
    expect(await addresses(store)).toEqual({ OPS: A })
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
