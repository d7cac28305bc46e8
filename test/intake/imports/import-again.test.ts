import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { importIssues } from '../../support/import-jira.ts'
import { reportJson } from '../../support/report-json.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { openTemporaryStore, temporaryStore } from '../../support/temporary-store.ts'

interface IssueParts {
  readonly id?: string
  readonly created?: string
  readonly summary?: string
  /** Whether it has the member changelog. */
  readonly logged?: boolean
  readonly repaired?: boolean
}

function issue(
  key: string,
  { id = key, created = '2024-03-01', summary = '', logged = true, repaired }: IssueParts = {},
) {
  const item = { field: 'status', from: repaired ? '2' : '1', fromString: 'Open', to: '3', toString: 'Done' }
  const first = { ...item, from: '1', to: '3' }
  const histories = [{ id: '1', created: '2024-03-02T00:00:00.000Z', items: [first] }]
  if (repaired) histories.push({ id: '2', created: '2024-03-03T00:00:00.000Z', items: [item] })
  const status = { id: '3', name: 'Done' }
  const fields = { created: `${created}T00:00:00.000Z`, updated: '2024-03-03T00:00:00.000Z', summary, status }
  return JSON.stringify({ id, key, fields, ...(logged ? { changelog: { histories } } : {}) })
}

function take(
  store: Store,
  lines: readonly string[],
  options: { skipInvalid?: boolean; withoutHistories?: boolean } = {},
) {
  return importIssues(store, lines, options)
}

/** A store with the issues WEB-1, whose id is 1, and WEB-2. */
const twoIssues = storeTemplate(store => take(store, [issue('WEB-1', { id: '1' }), issue('WEB-2')]))
/** A store with the issue WEB-1, whose id is 1. */
const oneIssue = storeTemplate(store => take(store, [issue('WEB-1', { id: '1' })]))

/** Opens a copy of such a store. */
async function copyOf(template: typeof oneIssue): Promise<Store> {
  return openTemporaryStore((await template()).copyTo)
}

async function keys(store: Store): Promise<unknown[]> {
  return (await store.query(plain('select key from issue order by key'))).map(({ key }) => key)
}

describe('an import', () => {
  it('counts new, replaced and unchanged issues', async () => {
    const store = await copyOf(twoIssues)
    expect((await twoIssues()).filled).toMatchObject({ added: 2, replaced: 0, unchanged: 0 })
    const again = [issue('WEB-3'), issue('WEB-2', { summary: 'New' }), issue('WEB-1', { id: '1' })]
    expect(await take(store, again)).toMatchObject({ added: 1, replaced: 1, unchanged: 1, issues: 3 })
    expect(await keys(store)).toEqual(['WEB-1', 'WEB-2', 'WEB-3'])
    expect(await take(store, again)).toMatchObject({ added: 0, replaced: 0, unchanged: 3 })
  })

  it('counts a move as a replaced issue, even without a known digest', async () => {
    const store = await copyOf(twoIssues)
    await store.transact(run => run(plain('update issue set digest = null, importer = 0')))
    const moved = await take(store, [issue('APP-7', { id: '1' }), issue('WEB-2')])
    expect(moved).toMatchObject({ added: 0, replaced: 2, unchanged: 0 })
    expect(await keys(store)).toEqual(['APP-7', 'WEB-2'])
  })

  it('counts the repaired histories in the store', async () => {
    const store = await temporaryStore()
    const lines = [issue('WEB-1', { repaired: true }), issue('WEB-2')]
    for (let i = 0; i < 2; i++) expect(await take(store, lines)).toMatchObject({ repaired: 1 })
  })
})

describe('an id or key of another issue', () => {
  it.each([
    [
      'id',
      issue('APP-7', { id: '1', created: '2020-01-01' }),
      /APP-7 .*has the id of WEB-1 \(id 1, created 2024-03-01T/,
    ],
    ['key', issue('WEB-1', { id: '9', created: '2020-01-01' }), /WEB-1 .*id 9.* has the key of WEB-1 \(id 1, created/],
  ])('is not a move if the creation differs too: %s', async (_what, other, message) => {
    const store = await copyOf(oneIssue)
    await expect(take(store, [other, issue('WEB-2')])).rejects.toThrow(message)
    expect(await keys(store)).toEqual(['WEB-1'])
    const left = await take(store, [other, issue('WEB-2')], { skipInvalid: true })
    expect(left).toMatchObject({ issues: 1, added: 1, skipped: [{ reason: expect.stringMatching(message) }] })
    expect(await keys(store)).toEqual(['WEB-1', 'WEB-2'])
  })

  it('is rejected within one file', async () => {
    const store = await temporaryStore()
    const two = [issue('WEB-1', { id: '1' }), issue('APP-7', { id: '1', created: '2020-01-01' })]
    await expect(take(store, two)).rejects.toMatchObject({ code: 'IMPORT_CONFLICT' })
    expect(await take(store, two, { skipInvalid: true })).toMatchObject({ added: 1 })
    expect(await keys(store)).toEqual(['WEB-1'])
  })

  it('is free after its issue moved in the same file', async () => {
    const store = await copyOf(oneIssue)
    await take(store, [issue('WEB-1', { id: '2', created: '2024-05-01' }), issue('SHOP-1', { id: '1' })])
    expect(await keys(store)).toEqual(['SHOP-1', 'WEB-1'])
  })
})

describe('issues without a change log', () => {
  const bare = issue('WEB-1', { logged: false })
  const REPORT = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours&viewFormat=hours'
  const WARNING = expect.stringMatching(/^1 issue of this report has no change log/)

  it('are rejected if no issue of a file has one', async () => {
    const store = await temporaryStore()
    await expect(take(store, [bare, issue('WEB-2', { logged: false })])).rejects.toThrow(
      /none of its 2 issues has a change log.*expand=changelog; --without-histories/,
    )
    const alone = JSON.stringify({ ...JSON.parse(bare), changelog: null })
    await expect(take(store, [alone])).rejects.toThrow(/: its issue has no change log, so its past is unknown\. /)
    expect(await keys(store)).toEqual([])
  })

  it('are imported on request, marked, and cause a warning in reports', async () => {
    const store = await temporaryStore()
    const taken = await take(store, [bare], { withoutHistories: true })
    expect(taken).toMatchObject({ added: 1, unlogged: 1, repaired: 0 })
    expect(await reportJson(store, REPORT)).toMatchObject({ repairedIssueCount: 0, warnings: [WARNING] })
    for (const groups of ['', '&groupByFields=status', '&groupByFields=labels']) {
      const report = await reportJson(store, `${REPORT}&aggregationType=sum${groups}`, 'aggregation')
      expect(report.warnings).toEqual([WARNING])
    }
    await take(store, [issue('WEB-1')])
    expect((await reportJson(store, REPORT)).warnings).toBeUndefined()
  })

  it('are marked among issues with a log; an empty log is a log', async () => {
    const store = await temporaryStore()
    const empty = JSON.stringify({ ...JSON.parse(issue('WEB-2')), changelog: { histories: [] } })
    expect(await take(store, [bare, empty])).toMatchObject({ added: 2, unlogged: 1 })
  })

  it('never replace a history', async () => {
    const store = await copyOf(twoIssues)
    const before = await store.query(plain('select * from stay order by all'))
    const again = [issue('WEB-1', { id: '1', logged: false }), issue('WEB-2', { logged: false, summary: 'New' })]
    expect(await take(store, again, { withoutHistories: true })).toMatchObject({ kept: 2, replaced: 0, unlogged: 0 })
    expect(await store.query(plain('select * from stay order by all'))).toEqual(before)
    expect(await take(store, [issue('WEB-3'), issue('WEB-3', { logged: false })])).toMatchObject({
      added: 1,
      unlogged: 0,
    })
  })
})
