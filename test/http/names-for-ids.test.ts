import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/http/create-server.ts'
import { readLists } from '../../src/service/tracker-lists.ts'
import type { Workspace } from '../../src/service/workspace.ts'
import { emptyWorkspace, fileOf, NOW, temporaryFolder } from './small-tracker.ts'
import { AGGREGATION, LIST, testServer } from './test-server.ts'

/** Two statuses are called Open, one is called as the id of another is; two people are called Ann Lee. */
const STATUSES = [
  { id: '1', name: 'Open' },
  { id: '3', name: 'In Progress' },
  { id: '11', name: 'Open' },
  { id: '5', name: '3' },
  { id: '7', name: 'Waiting, blocked' },
]

const PEOPLE = [
  ['ann1', 'Ann Lee'],
  ['ann2', 'Ann Lee'],
  ['doe', 'Doe, Jane'],
  ['bob', 'Bob'],
  ['cyd', 'bob'],
].map(([name, displayName]) => ({ name, key: name, displayName }))

function tracker(): string {
  const moves = STATUSES.slice(1).map((status, i) => ({ status, before: STATUSES[i]!, day: i + 2 }))
  const histories = moves.flatMap(({ status, before, day }, i) => {
    const [from, to] = [PEOPLE[i]!, PEOPLE[i + 1]!]
    const at = `2024-03-0${day}T00:00:00.000+0000`
    const items = [
      { field: 'status', from: before.id, fromString: before.name, to: status.id, toString: status.name },
      { field: 'assignee', from: from.key, fromString: from.displayName, to: to.key, toString: to.displayName },
    ]
    return [{ id: String(i + 1), created: at, items }]
  })
  const fields = {
    ...{ summary: 'All of them', project: { id: '10', key: 'WEB', name: 'Web Shop' } },
    ...{ status: STATUSES.at(-1), assignee: PEOPLE.at(-1), created: '2024-03-01T00:00:00.000+0000' },
  }
  return JSON.stringify({ id: '101', key: 'WEB-1', fields, changelog: { histories } })
}

const folder = temporaryFolder()
let workspace: Workspace
let server: Server['server']

beforeAll(async () => {
  workspace = await emptyWorkspace(folder.path)
  const text = (list: unknown) => ({ name: 'list.json', text: JSON.stringify(list) })
  const lists = readLists({ statuses: text(STATUSES), users: text(PEOPLE) })
  await workspace.importFiles({ files: [fileOf(tracker())], lists, skipInvalid: false, at: NOW })
  server = testServer({ report: workspace.report }).server
})

afterAll(async () => {
  await server.close()
  await workspace.close()
  folder.forget()
})

const BASE = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusDuration', calendar: 'normalHours' }

async function ask(path: string, sent: Readonly<Record<string, string>>) {
  return (await server.inject(`${path}?${new URLSearchParams({ ...BASE, ...sent })}`)).json()
}

/** The ids of the value columns, or the mistakes. */
async function columns(sent: Readonly<Record<string, string>>, path = LIST): Promise<unknown> {
  const { messages, table } = await ask(path, sent)
  return messages ?? table.header.valueColumns.map(({ id }: { id: string }) => id)
}

describe('a name in statuses', () => {
  it('is as good as the id, in any case; the answer shows the id', async () => {
    expect(await columns({ statuses: 'in progress,1' })).toEqual(['3', '1'])
    const standard = { type: 'std', id: 'Waiting, blocked' }
    const consolidated = { type: 'cons', name: 'Busy', statuses: ['In Progress', '5'] }
    expect(await columns({ statuses: JSON.stringify([standard, consolidated]) })).toEqual(['7', 'Busy'])
  })

  it('gives way to an id', async () => expect(await columns({ statuses: '3' })).toEqual(['3']))

  it('that several statuses have is refused with their ids', async () => {
    expect(await columns({ statuses: 'Open' })).toEqual([
      "ERROR: statuses 'Open' is the name of 2 statuses; give one of their ids: 1, 11.",
    ])
    expect(await columns({ statuses: '[{"type":"std","id":"open"}]' })).toEqual([
      "ERROR: statuses element 0: id 'open' is the name of 2 statuses; give one of their ids: 1, 11.",
    ])
  })

  it('that no status has is refused', async () => {
    expect(await columns({ statuses: 'Closed' })).toEqual([
      "ERROR: statuses 'Closed' is not the id or the name of a status.",
    ])
  })

  it('is no second column beside the id', async () => {
    expect(await columns({ statuses: '3,In Progress' })).toEqual(["ERROR: statuses 'In Progress' is a column already."])
  })
})

describe('a name in assignees', () => {
  const users = { columnsBy: 'assigneeDuration' }

  it('is as good as the login; one with a comma needs the JSON form', async () => {
    expect(await columns({ ...users, assignees: '["Doe, Jane","bob"]' })).toEqual(['doe', 'bob', 'otherUsers'])
  })

  it('gives way to a login', async () => {
    expect(await columns({ ...users, assignees: 'BOB' })).toEqual(['bob', 'otherUsers'])
  })

  it('that several users have is refused with their logins', async () => {
    expect(await columns({ ...users, assignees: 'Ann Lee,bob' })).toEqual([
      "ERROR: assignees 'Ann Lee' is the name of 2 users; give one of their ids: ann1, ann2.",
    ])
  })

  it('that nobody has is left out with a warning, as a login is', async () => {
    const { warnings } = await ask(LIST, { ...users, assignees: 'Eve,bob' })
    expect(warnings).toEqual(["assignees: 'Eve' is not the login or the name of a user and was left out."])
  })

  it('is a text in the JSON form', async () => {
    expect(await columns({ ...users, assignees: '[1,"bob"]' })).toEqual([
      "ERROR: assignees element 0 '1' is not text in double quotes.",
    ])
  })
})

describe('a name in dbsMetrics', () => {
  it('is as good as the id', async () => {
    const metric = (id: string) => JSON.stringify([{ name: 'Lead', to: { id }, excluded: ['Waiting, blocked'] }])
    const sent = { columnsBy: 'durationBetweenStatuses', viewFormat: 'hours' }
    const [byName, byId] = [
      await ask(LIST, { ...sent, dbsMetrics: metric('In Progress') }),
      await ask(LIST, { ...sent, dbsMetrics: metric('3') }),
    ]
    expect(byName.table).toEqual(byId.table)
    expect(await columns({ ...sent, dbsMetrics: metric('Open') })).toEqual([
      "ERROR: dbsMetrics element 0: to.id 'Open' is the name of 2 statuses; give one of their ids: 1, 11.",
    ])
  })
})

describe('a name in sortBy', () => {
  const sorted = { aggregationType: 'sum', sortDir: 'asc', groupByFields: 'issuetype' }

  it('is as good as the id of a column', async () => {
    const good = { ...sorted, sortBy: 'waiting, blocked' }
    expect(await columns(good, AGGREGATION)).toEqual(['1', '3', '11', '5', '7'])
    const users = { ...sorted, columnsBy: 'assigneeDuration', assignees: 'doe' }
    for (const sortBy of ['Doe, Jane', 'doe', 'Other Users', 'otherUsers', 'unassigned'])
      expect(await columns({ ...users, sortBy }, AGGREGATION)).toEqual(['doe', 'otherUsers'])
  })

  it('that several columns have is refused with their ids', async () => {
    expect(await columns({ ...sorted, sortBy: 'Open' }, AGGREGATION)).toEqual([
      "ERROR: sortBy 'Open' is the name of 2 statuses; give one of their ids: 1, 11.",
    ])
    const users = { ...sorted, columnsBy: 'assigneeDuration', sortBy: 'Ann Lee' }
    expect(await columns(users, AGGREGATION)).toEqual([
      "ERROR: sortBy 'Ann Lee' is the name of 2 users; give one of their ids: ann1, ann2.",
    ])
  })

  it('means the columns that were selected', async () => {
    expect(await columns({ ...sorted, statuses: '11,3', sortBy: 'Open' }, AGGREGATION)).toEqual(['11', '3'])
    expect(await columns({ ...sorted, statuses: '11', sortBy: 'In Progress' }, AGGREGATION)).toEqual([
      "ERROR: sortBy 'In Progress' is not a column of this report.",
    ])
  })
})
