import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import type { Server } from '../../../src/edge/http/create-server.ts'
import { emptyWorkspace, fileOf, NOW, temporaryFolder } from './small-tracker.ts'
import { AGGREGATION, LIST, testServer } from './test-server.ts'

/**
 * Two statuses are named Open, one is named like the id of another; two people are named Ann Lee. There are also two
 * fields, projects, sprints, saved queries and calendars with the same name.
 */
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

const FIELDS = [
  { id: 'customfield_1', name: 'Team', custom: true, schema: { type: 'string', custom: 'x:textfield' } },
  { id: 'customfield_2', name: 'Points', custom: true, schema: { type: 'number', custom: 'x:float' } },
  { id: 'customfield_3', name: 'points', custom: true, schema: { type: 'number', custom: 'x:float' } },
  {
    id: 'customfield_4',
    name: 'Sprint',
    custom: true,
    schema: { type: 'array', items: 'json', custom: 'x:gh-sprint' },
  },
]

/** Returns issues of other projects, two of which are named Shop. */
function others(): string {
  return ['APP', 'OPS', 'LAB']
    .map((key, i) => {
      const project = { id: String(20 + i), key, name: key === 'LAB' ? 'Laboratory' : 'Shop' }
      const sprints = [{ id: 40 + i, name: key === 'LAB' ? 'Sprint one' : 'Sprint two', state: 'active' }]
      const created = '2024-03-01T00:00:00.000+0000'
      const fields = {
        summary: key,
        project,
        status: STATUSES[0],
        created,
        customfield_1: 'red',
        customfield_4: sprints,
      }
      return JSON.stringify({ id: String(200 + i), key: `${key}-1`, fields, changelog: { histories: [] } })
    })
    .join('\n')
}

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
    summary: 'All of them',
    project: { id: '10', key: 'WEB', name: 'Web Shop' },
    status: STATUSES.at(-1),
    assignee: PEOPLE.at(-1),
    created: '2024-03-01T00:00:00.000+0000',
  }
  return JSON.stringify({ id: '101', key: 'WEB-1', fields, changelog: { histories } })
}

const folder = temporaryFolder()
let workspace: Workspace
let server: Server['server']

beforeAll(async () => {
  workspace = await emptyWorkspace(folder.path)
  const text = (list: unknown) => ({ name: 'list.json', text: JSON.stringify(list) })
  const lists = { statuses: text(STATUSES), users: text(PEOPLE), fields: text(FIELDS) }
  await workspace.importFiles({ files: [fileOf(`${tracker()}\n${others()}`)], lists, skipInvalid: false, at: NOW })
  const { savedQueries, calendars } = workspace
  await savedQueries.add('Web', 'project = WEB AND key = WEB-1', null, null)
  const twice = [8, 9].map(id => ({ id: String(id), name: 'Twice', jql: 'project = LAB' }))
  await savedQueries.importList('filters.json', twice)
  const origin = { file: null, country: null, region: null, timeZone: 'UTC', hours: null, ics: null }
  for (const name of ['Office', 'Night', 'night']) await calendars.add(null, { ...origin, name })
  server = testServer({ report: workspace.report }).server
})

afterAll(async () => {
  await server.close()
  await workspace.close()
  folder.forget()
})

const BASE = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusDuration', calendar: 'normalHours' }

async function respond(path: string, parameters: Readonly<Record<string, string>>) {
  return (await server.inject(`${path}?${new URLSearchParams({ ...BASE, ...parameters })}`)).json()
}

/** Returns the ids of the value columns, or the errors. */
async function columns(parameters: Readonly<Record<string, string>>, path = LIST): Promise<unknown> {
  const { messages, table } = await respond(path, parameters)
  return messages ?? table.header.valueColumns.map(({ id }: { id: string }) => id)
}

describe('a name in statuses', () => {
  it('works like the id, in any case; the response has the id', async () => {
    expect(await columns({ statuses: 'in progress,1' })).toEqual(['3', '1'])
    const standard = { type: 'std', id: 'Waiting, blocked' }
    const consolidated = { type: 'cons', name: 'Busy', statuses: ['In Progress', '5'] }
    expect(await columns({ statuses: JSON.stringify([standard, consolidated]) })).toEqual(['7', 'Busy'])
  })

  it('yields to an id', async () => expect(await columns({ statuses: '3' })).toEqual(['3']))

  it('that is ambiguous is rejected with the ids', async () => {
    expect(await columns({ statuses: 'Open' })).toEqual([
      "ERROR: statuses 'Open' is the name of 2 statuses; give one of their ids: 1, 11.",
    ])
    expect(await columns({ statuses: '[{"type":"std","id":"open"}]' })).toEqual([
      "ERROR: statuses element 0: id 'open' is the name of 2 statuses; give one of their ids: 1, 11.",
    ])
  })

  it('that is unknown is rejected', async () => {
    expect(await columns({ statuses: 'Closed' })).toEqual([
      "ERROR: statuses 'Closed' is not the id or the name of a status.",
    ])
  })

  it('is not a second column next to the id', async () => {
    expect(await columns({ statuses: '3,In Progress' })).toEqual(["ERROR: statuses 'In Progress' is a column already."])
  })
})

describe('a name in assignees', () => {
  const users = { columnsBy: 'assigneeDuration' }

  it('works like the login; one with a comma needs the JSON form', async () => {
    expect(await columns({ ...users, assignees: '["Doe, Jane","bob"]' })).toEqual(['doe', 'bob', 'otherUsers'])
  })

  it('yields to a login', async () => {
    expect(await columns({ ...users, assignees: 'BOB' })).toEqual(['bob', 'otherUsers'])
  })

  it('that is ambiguous is rejected with the logins', async () => {
    expect(await columns({ ...users, assignees: 'Ann Lee,bob' })).toEqual([
      "ERROR: assignees 'Ann Lee' is the name of 2 users; give one of their ids: ann1, ann2.",
    ])
  })

  it('that is unknown is skipped with a warning, like a login', async () => {
    const { warnings } = await respond(LIST, { ...users, assignees: 'Eve,bob' })
    expect(warnings).toEqual(["assignees: 'Eve' is not the login or the name of a user and was left out."])
  })

  it('is a text in the JSON form', async () => {
    expect(await columns({ ...users, assignees: '[1,"bob"]' })).toEqual([
      "ERROR: assignees element 0 '1' is not text in double quotes.",
    ])
  })
})

describe('a name in dbsMetrics', () => {
  it('works like the id', async () => {
    const metric = (id: string) => JSON.stringify([{ name: 'Lead', to: { id }, excluded: ['Waiting, blocked'] }])
    const parameters = { columnsBy: 'durationBetweenStatuses', viewFormat: 'hours' }
    const [byName, byId] = [
      await respond(LIST, { ...parameters, dbsMetrics: metric('In Progress') }),
      await respond(LIST, { ...parameters, dbsMetrics: metric('3') }),
    ]
    expect(byName.table).toEqual(byId.table)
    expect(await columns({ ...parameters, dbsMetrics: metric('Open') })).toEqual([
      "ERROR: dbsMetrics element 0: to.id 'Open' is the name of 2 statuses; give one of their ids: 1, 11.",
    ])
  })
})

describe('a name in sortBy', () => {
  const sorted = { aggregationType: 'sum', sortDir: 'asc', groupByFields: 'issuetype' }

  it('works like the id of a column', async () => {
    const good = { ...sorted, sortBy: 'waiting, blocked' }
    expect(await columns(good, AGGREGATION)).toEqual(['1', '3', '11', '5', '7'])
    const users = { ...sorted, columnsBy: 'assigneeDuration', assignees: 'doe' }
    for (const sortBy of ['Doe, Jane', 'doe', 'Other Users', 'otherUsers', 'unassigned'])
      expect(await columns({ ...users, sortBy }, AGGREGATION)).toEqual(['doe', 'otherUsers'])
  })

  it('that is ambiguous is rejected with the ids', async () => {
    expect(await columns({ ...sorted, sortBy: 'Open' }, AGGREGATION)).toEqual([
      "ERROR: sortBy 'Open' is the name of 2 statuses; give one of their ids: 1, 11.",
    ])
    const users = { ...sorted, columnsBy: 'assigneeDuration', sortBy: 'Ann Lee' }
    expect(await columns(users, AGGREGATION)).toEqual([
      "ERROR: sortBy 'Ann Lee' is the name of 2 users; give one of their ids: ann1, ann2.",
    ])
  })

  it('refers to the selected columns', async () => {
    expect(await columns({ ...sorted, statuses: '11,3', sortBy: 'Open' }, AGGREGATION)).toEqual(['11', '3'])
    expect(await columns({ ...sorted, statuses: '11', sortBy: 'In Progress' }, AGGREGATION)).toEqual([
      "ERROR: sortBy 'In Progress' is not a column of this report.",
    ])
  })
})

describe('a name in a parameter that selects issues', () => {
  const queryOf = async (parameters: Readonly<Record<string, string>>) => {
    const { messages, query } = await respond(LIST, { projectKey: '', ...parameters })
    return messages ?? query
  }

  it.each([
    ['user', 'user', 'doe', 'doe, jane'],
    ['project', 'projectKey', 'lab', 'laboratory'],
    ['sprint', 'sprintID', '42', 'sprint one'],
    ['jqlfilter', 'jqlFilterID', '1', 'web'],
  ])('works like the id: %s', async (filterType, parameter, byId, byName) => {
    const found = await queryOf({ filterType, [parameter]: byName })
    expect(found).toBe(await queryOf({ filterType, [parameter]: byId }))
    expect(found).toMatch(/ORDER BY key DESC$/)
  })

  it('yields to an id', async () => {
    expect(await queryOf({ filterType: 'user', user: 'BOB' })).toBe('assignee = "bob" ORDER BY key DESC')
  })

  it.each([
    ['user', 'user', 'Ann Lee', 'users', 'ann1, ann2'],
    ['project', 'projectKey', 'Shop', 'projects', 'APP, OPS'],
    ['sprint', 'sprintID', 'Sprint two', 'sprints', '40, 41'],
    ['jqlfilter', 'jqlFilterID', 'twice', 'saved queries', '8, 9'],
  ])('that is ambiguous is rejected with the ids: %s', async (filterType, parameter, name, kind, ids) => {
    expect(await queryOf({ filterType, [parameter]: name })).toEqual([
      `ERROR: ${parameter} '${name}' is the name of 2 ${kind}; give one of their ids: ${ids}.`,
    ])
  })

  it('finds the issues of a saved query', async () => {
    const parameters = { filterType: 'jqlfilter', jqlFilterID: 'Web', projectKey: '' }
    expect((await respond(LIST, parameters)).total).toBe(1)
  })
})

describe('a name in fields, historyFields or groupByFields', () => {
  it('works like the id', async () => {
    const { table } = await respond(LIST, { fields: 'team', groupByFields: 'Team' })
    expect([table.header.fieldColumns, table.header.groupByColumns]).toEqual([
      [{ id: 'customfield_1', value: 'Team' }],
      [{ id: 'Team', value: 'Team' }],
    ])
    const parameters = { columnsBy: 'anyfieldDuration', projectKey: 'LAB' }
    expect(await columns({ ...parameters, historyFields: 'customfield_1' })).toEqual(['customfield_1|red'])
    expect(await columns({ ...parameters, historyFields: 'team' })).toEqual(['team|red'])
  })

  it.each(['fields', 'historyFields', 'groupByFields'])('that is ambiguous is rejected: %s', async name => {
    const parameters = name === 'historyFields' ? { columnsBy: 'anyfieldDuration' } : {}
    expect(await columns({ ...parameters, [name]: 'POINTS' })).toEqual([
      `ERROR: ${name} 'POINTS' is the name of 2 fields; give one of their ids: customfield_2, customfield_3.`,
    ])
  })
})

describe('a name in calendar', () => {
  const calendarOf = async (calendar: string) => {
    const { messages, calendar: shown } = await respond(LIST, { calendar, dayLength: '24HourDays' })
    return messages ?? shown.id
  }

  it('works like the id; the response has the id', async () => {
    expect(await calendarOf('office')).toBe('1')
    expect(await calendarOf('2')).toBe('2')
  })

  it('that is ambiguous is rejected with the ids', async () => {
    expect(await calendarOf('Night')).toEqual([
      "ERROR: calendar 'Night' is the name of 2 calendars; give one of their ids: 2, 3.",
    ])
  })
})

describe('an unknown name', () => {
  const SUMS = { aggregationType: 'sum', sortDir: 'asc' }

  it.each([
    [
      LIST,
      { statuses: 'In Progess' },
      "'In Progess' is not the id or the name of a status. Did you mean 'In Progress'?",
    ],
    [LIST, { fields: 'Taem' }, "'Taem' is not the id or the name of a field. Did you mean 'Team'?"],
    [LIST, { groupByFields: 'prority' }, "'prority' is not the id or the name of a field. Did you mean 'priority'?"],
    [LIST, { projectKey: 'WBE' }, "'WBE' is not the key or the name of a project. Did you mean 'WEB'?"],
    [
      LIST,
      { filterType: 'user', user: 'dow', projectKey: '' },
      "'dow' is not the login or the name of a user. Did you mean 'doe'?",
    ],
    [
      LIST,
      { calendar: 'Ofice' },
      "'Ofice' is not a calendar. Did you mean 'Office'? Possible values: normalHours, 0 or the id or the name of a custom calendar.",
    ],
    [
      AGGREGATION,
      { ...SUMS, sortBy: 'Waitin' },
      "'Waitin' is not a column of this report. Did you mean 'Waiting, blocked'?",
    ],
    [
      AGGREGATION,
      { ...SUMS, columnsBy: 'assigneeDuration', sortBy: 'unasigned' },
      "'unasigned' is not a column of this report. Did you mean 'Unassigned'?",
    ],
  ])('gets a suggestion: %s %j', async (path, parameters, message) => {
    const name = Object.keys(parameters).find(key =>
      message.startsWith(`'${parameters[key as keyof typeof parameters]}'`),
    )
    expect(await columns(parameters as Readonly<Record<string, string>>, path)).toEqual([`ERROR: ${name} ${message}`])
  })

  it('of columnsBy gets one before the possible values', async () => {
    const [message] = (await columns({ columnsBy: 'statusDurations' })) as string[]
    expect(message).toMatch(
      /^ERROR: columnsBy '\w+' is not a possible value\. Did you mean 'statusDuration'[^?]*\? Possible values: /,
    )
  })

  it('of an assignee or a parameter gets one in its warning', async () => {
    const { warnings } = await respond(LIST, {
      columnsBy: 'assigneeDuration',
      assignees: 'bop',
      status: '1',
      xyzzy: '1',
    })
    expect(warnings).toEqual([
      "Unknown parameter 'status' was ignored. Did you mean 'statuses'?",
      "Unknown parameter 'xyzzy' was ignored.",
      "assignees: 'bop' is not the login or the name of a user and was left out. Did you mean 'bob'?",
    ])
  })

  it('gets no suggestion after ten errors', async () => {
    const statuses = Array.from({ length: 12 }, (_, i) => `In Progres${i}`).join(',')
    const [message] = (await columns({ statuses })) as string[]
    expect(message!.match(/Did you mean/g)).toHaveLength(10)
    expect(message).toMatch(/'In Progres11' is not the id or the name of a status\.$/)
  })
})

describe('an invalid date grouping', () => {
  const DATES = 'Date fields: created, updated, resolutiondate (Resolved), duedate (Due Date)'

  it.each([
    [
      'date',
      `: a date grouping has the form date:<unit>:<field>, for example date:month:created. Units: year, quarter, month, week, day. ${DATES}.`,
    ],
    [
      'date:month',
      `: a date grouping has the form date:<unit>:<field>, for example date:month:created. Units: year, quarter, month, week, day. ${DATES}.`,
    ],
    [
      'date:moth:created',
      `: 'moth' is not a unit. Did you mean 'month'? Possible values: year, quarter, month, week or day. The form is date:<unit>:<field>. ${DATES}.`,
    ],
    ['date:month:priority', `: priority is not a date field. ${DATES}.`],
    [
      'date:month:creatd',
      `: 'creatd' is not the id or the name of a field. Did you mean 'created' or 'creator'? ${DATES}.`,
    ],
  ])('explains the format: %s', async (groupByFields, message) => {
    expect(await columns({ groupByFields })).toEqual([`ERROR: groupByFields '${groupByFields}'${message}`])
  })
})
