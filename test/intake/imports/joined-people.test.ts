import { describe, expect, it } from 'vitest'
import type { ListTexts } from '../../../src/intake/source/source.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { fileOf, NOW } from '../../edge/http/small-tracker.ts'
import { importFiles } from '../../support/import-files.ts'
import { reportJson } from '../../support/report-json.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

const OPEN = { id: '1', name: 'Open' }
const ANN = { name: 'ann', key: 'JIRAUSER1', displayName: 'Ann' }

interface IssueParts {
  readonly assignee?: unknown
  readonly reporter?: unknown
  readonly to?: string
  readonly from?: string
  readonly updated?: string
}

/** An issue created on 1 March that was assigned at noon. */
function issue(
  number: number,
  { assignee, reporter, to, from, updated = '2024-03-01T12:00:00.000Z' }: IssueParts,
): string {
  const items = [{ field: 'assignee', from: from ?? null, fromString: from ?? null, to: to ?? null, toString: to }]
  return JSON.stringify({
    id: String(number),
    key: `WEB-${number}`,
    fields: {
      created: '2024-03-01T00:00:00.000Z',
      updated,
      status: OPEN,
      project: { id: '10', key: 'WEB', name: 'Web' },
      ...(assignee === undefined ? {} : { assignee }),
      ...(reporter === undefined ? {} : { reporter }),
    },
    changelog: { histories: to || from ? [{ id: '7', created: '2024-03-01T12:00:00.000Z', items }] : [] },
  })
}

async function take(store: Store, lines: readonly string[], lists: ListTexts = {}) {
  const files = lines.length > 0 ? [fileOf(lines.join('\n'))] : []
  await importFiles(store, { files, lists, skipInvalid: false, at: NOW })
}

const list = (value: unknown) => ({ name: 'list.json', text: JSON.stringify(value) })

const REPORT =
  'filterType=project&projectKey=WEB&columnsBy=assigneeDuration&calendar=normalHours&viewFormat=hours&asOf=2024-03-02'

/** The columns of a report, and its rows of hours. */
async function hours(store: Store, more = ''): Promise<{ columns: string[]; rows: string[]; repaired: number }> {
  const { table, repairedIssueCount } = await reportJson(store, `${REPORT}${more}`)
  return {
    columns: table.header.valueColumns.map(({ id }) => id),
    rows: table.body.rows.map(({ valueColumns }) => valueColumns.map(({ value }) => value).join(' ')),
    repaired: repairedIssueCount,
  }
}

const APART = { columns: ['ann', 'unassigned'], rows: ['12.0 12.0'], repaired: 0 }

describe('a user whom a history names by login, with a different key', () => {
  it('is one user if another issue, file or the list of users has the key', async () => {
    const together = await temporaryStore()
    await take(together, [issue(1, { to: 'ann' }), issue(2, { reporter: ANN })])
    const later = await temporaryStore()
    await take(later, [issue(1, { to: 'Ann' })])
    await take(later, [issue(2, { reporter: ANN })])
    const listed = await temporaryStore()
    await take(listed, [issue(1, { to: 'ann' }), issue(2, {})])
    await take(listed, [], { users: list([ANN]) })
    for (const store of [together, later, listed])
      expect(await hours(store)).toEqual({ ...APART, rows: ['- 24.0', '12.0 12.0'] })
  })

  it('has one column, needs no repair, also after a second import, and queries find the history by name', async () => {
    const store = await temporaryStore()
    for (let i = 0; i < 2; i++) {
      await take(store, [issue(1, { assignee: ANN, to: 'ann' })])
      expect(await hours(store)).toEqual(APART)
    }
    expect(await hours(store, '&assignees=ann')).toEqual(APART)
    expect(await store.query(plain('select id from person'))).toEqual([{ id: 'jirauser1' }])
    const { table } = await reportJson(
      store,
      `${REPORT.replace('filterType=project&projectKey=WEB', 'filterType=customjql')}&customjql=assignee changed to ann`,
    )
    expect(table.body.rows).toHaveLength(1)
  })

  it('merges stays that differed only in the name', async () => {
    const store = await temporaryStore()
    await take(store, [issue(1, { assignee: ANN, from: 'ann', to: 'JIRAUSER1' })])
    expect(await hours(store)).toEqual({ columns: ['ann'], rows: ['24.0'], repaired: 0 })
    expect(await store.query(plain(`select seq, visit_count from stay where field_id = 'assignee'`))).toEqual([
      { seq: 1, visit_count: 1 },
    ])
    expect(await store.query(plain('select assignee_id from status_assignment'))).toEqual([
      { assignee_id: 'jirauser1' },
    ])
  })

  it('is a member of the groups with the login before the key is known', async () => {
    const store = await temporaryStore()
    await take(store, [], { groups: list({ devs: ['ann'] }) })
    await take(store, [issue(1, { assignee: ANN, to: 'ann' })])
    const groups = REPORT.replace('assigneeDuration', 'groupDuration')
    const { table } = await reportJson(store, `${groups}&groups=devs`)
    expect(table.body.rows[0]!.valueColumns.map(({ value }) => value)).toEqual(['12.0', '12.0'])
  })

  it('is merged with a user whom another export shows by login only', async () => {
    const store = await temporaryStore()
    await take(store, [issue(1, { assignee: { name: 'ann', displayName: 'Ann' }, to: 'ann' })])
    await take(store, [issue(2, { reporter: ANN })])
    expect((await hours(store)).columns).toEqual(['ann', 'unassigned'])
  })
})

describe('a login of two users', () => {
  it('merges nobody, and gives two columns with different ids', async () => {
    const store = await temporaryStore()
    const other = { name: 'Ann', key: 'JIRAUSER2', displayName: 'Another Ann' }
    await take(store, [issue(1, { assignee: ANN, from: 'JIRAUSER2', to: 'JIRAUSER1' }), issue(2, { assignee: other })])
    expect((await hours(store)).columns).toEqual(['JIRAUSER1', 'JIRAUSER2'])
    expect((await hours(store, '&assignees=JIRAUSER2')).columns).toEqual(['JIRAUSER2', 'otherUsers'])
  })

  it('is not the id of a user if it is the id of a special column', async () => {
    const store = await temporaryStore()
    const odd = { name: 'unassigned', key: 'JIRAUSER3', displayName: 'Una' }
    await take(store, [issue(1, { assignee: odd, to: 'unassigned' })])
    expect((await hours(store)).columns).toEqual(['JIRAUSER3', 'unassigned'])
  })
})
