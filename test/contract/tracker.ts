/**
 * A tracker so small that every number of its reports can be worked out in the head, as Jira would export it.
 *
 * Reports are evaluated as of Friday 2024-03-15 00:00 UTC, unless a test says otherwise. Hours in each status:
 *
 * | issue | Open (1) | In Progress (3)            | Review (10) | Done (6) | Waiting (4), deleted |
 * |-------|----------|----------------------------|-------------|----------|----------------------|
 * | WEB-1 | 24       | 60 = 24 + 36 in two visits | 12          | 240 open |                      |
 * | WEB-2 | 48       | 216 open                   |             |          |                      |
 * | WEB-3 | 12       |                            |             | 336 open | 24                   |
 * | OPS-1 | 120 open |                            |             |          |                      |
 *
 * Hours with each user: WEB-1 ann 72, then bob 264; WEB-2 nobody 24, bob 120, cyd 120; WEB-3 cyd 372; OPS-1 ann 120.
 * Priority: WEB-1 High 24, then Low 312; WEB-2 Low 264; WEB-3 High 372. Parked (7) is a status nobody visited.
 */
export const TODAY = '2024-03-15T00:00:00Z'

const DISPLAY_NAMES: Readonly<Record<string, string>> = { ann: 'Ann Archer', bob: 'Bob', cyd: 'Cyd', dan: 'Dan' }

/** Logins, keys and names all differ. */
function userOf(name: string) {
  return { name, key: `KEY-${name}`, displayName: DISPLAY_NAMES[name], active: true }
}

/** The tracker's lists: statuses in its own order, users, groups and fields. */
export const lists = {
  statuses: [
    { id: '1', name: 'Open', statusCategory: { key: 'new' } },
    { id: '3', name: 'In Progress', statusCategory: { key: 'indeterminate' } },
    { id: '10', name: 'Review', statusCategory: { key: 'indeterminate' } },
    { id: '6', name: 'Done', statusCategory: { key: 'done' } },
    { id: '7', name: 'Parked', statusCategory: { key: 'new' } },
  ],
  users: ['ann', 'bob', 'cyd', 'dan'].map(userOf),
  groups: [
    { name: 'developers', members: ['ann', 'bob'] },
    { name: 'testers', members: ['bob', 'cyd'] },
    { name: 'guests', members: ['dan'] },
  ],
  fields: [
    { id: 'priority', name: 'Priority', schema: { type: 'priority' } },
    { id: 'customfield_10', name: 'Go-live', custom: true, schema: { type: 'date', custom: 'x:datepicker' } },
    { id: 'customfield_11', name: 'Team, "core"', custom: true, schema: { type: 'string', custom: 'x:textfield' } },
  ],
}

const STATUS_NAMES: Readonly<Record<string, string>> = {
  1: 'Open',
  3: 'In Progress',
  4: 'Waiting',
  6: 'Done',
  10: 'Review',
}
const PRIORITIES: Readonly<Record<string, string>> = { 2: 'High', 4: 'Low' }
const WEB = { id: '100', key: 'WEB', name: 'Website' }
const OPS = { id: '200', key: 'OPS', name: 'Operations' }
const V1 = { id: '501', name: '1.0', released: true, archived: false }
const V2 = { id: '502', name: '2.0', released: false, archived: false }

type Item = Readonly<Record<string, string | null>>

function moved(from: number, to: number): Item {
  return {
    field: 'status',
    fieldId: 'status',
    from: String(from),
    fromString: STATUS_NAMES[from]!,
    to: String(to),
    toString: STATUS_NAMES[to]!,
  }
}

function assigned(from: string | null, to: string): Item {
  return {
    field: 'assignee',
    fieldId: 'assignee',
    from: from && `KEY-${from}`,
    fromString: from && DISPLAY_NAMES[from]!,
    to: `KEY-${to}`,
    toString: DISPLAY_NAMES[to]!,
  }
}

const lowered: Item = {
  field: 'priority',
  fieldId: 'priority',
  from: '2',
  fromString: 'High',
  to: '4',
  toString: 'Low',
}
const plannedFor2: Item = {
  field: 'Fix Version',
  fieldId: 'fixVersions',
  from: null,
  fromString: null,
  to: '502',
  toString: '2.0',
}

let entry = 0

function at(instant: string, ...items: readonly Item[]) {
  return { id: String(9000 + ++entry), created: `${instant}:00.000+0000`, author: userOf('dan'), items }
}

interface Sketch {
  readonly id: string
  readonly key: string
  readonly project: typeof WEB
  readonly summary: string
  readonly created: string
  readonly status: number
  readonly priority: number
  readonly assignee: string
  readonly resolved: string | null
  readonly more?: Readonly<Record<string, unknown>>
  readonly histories: readonly ReturnType<typeof at>[]
}

function issue({ id, key, project, summary, created, status, priority, assignee, resolved, more, histories }: Sketch) {
  const fields = {
    summary,
    project,
    created: `${created}:00.000+0000`,
    updated: histories.at(-1)?.created ?? `${created}:00.000+0000`,
    resolutiondate: resolved && `${resolved}:00.000+0000`,
    status: { id: String(status), name: STATUS_NAMES[status] },
    priority: { id: String(priority), name: PRIORITIES[priority] },
    issuetype: { id: '1', name: 'Task', subtask: false },
    assignee: userOf(assignee),
    creator: userOf('dan'),
    reporter: userOf('dan'),
    fixVersions: [],
    labels: [],
    customfield_10: null,
    customfield_11: null,
    ...more,
  }
  return { id, key, fields, changelog: { total: histories.length, histories } }
}

/** The four issues. */
export const issues = [
  issue({
    id: '1001',
    key: 'WEB-1',
    project: WEB,
    summary: 'Login page',
    created: '2024-03-01T00:00',
    status: 6,
    priority: 4,
    assignee: 'bob',
    resolved: '2024-03-05T00:00',
    more: { fixVersions: [V2, V1], labels: ['ui', 'big'], customfield_10: '2024-04-02', customfield_11: 'core' },
    histories: [
      at('2024-03-02T00:00', moved(1, 3), lowered),
      at('2024-03-03T00:00', moved(3, 10), plannedFor2),
      at('2024-03-03T12:00', moved(10, 3)),
      at('2024-03-04T00:00', assigned('ann', 'bob')),
      at('2024-03-05T00:00', moved(3, 6)),
    ],
  }),
  issue({
    id: '1002',
    key: 'WEB-2',
    project: WEB,
    summary: 'Search "all", = 100 %',
    created: '2024-03-04T00:00',
    status: 3,
    priority: 4,
    assignee: 'cyd',
    resolved: null,
    histories: [
      at('2024-03-05T00:00', assigned(null, 'bob')),
      at('2024-03-06T00:00', moved(1, 3)),
      at('2024-03-10T00:00', assigned('bob', 'cyd')),
    ],
  }),
  issue({
    id: '1003',
    key: 'WEB-3',
    project: WEB,
    summary: '=1+1,\r\n"export"',
    created: '2024-02-28T12:00',
    status: 6,
    priority: 2,
    assignee: 'cyd',
    resolved: '2024-03-01T00:00',
    more: { fixVersions: [V2] },
    histories: [at('2024-02-29T00:00', moved(1, 4)), at('2024-03-01T00:00', moved(4, 6))],
  }),
  issue({
    id: '1004',
    key: 'OPS-1',
    project: OPS,
    summary: 'Backup',
    created: '2024-03-10T00:00',
    status: 1,
    priority: 4,
    assignee: 'ann',
    resolved: null,
    histories: [],
  }),
]

/** A calendar whose days are of unequal length: Monday 08:00-18:00, Friday 08:00-12:00. */
export const unequalCalendar = {
  id: 'support',
  file: {
    name: 'Support',
    timeZone: 'UTC',
    workingTimes: [
      { weekday: 'monday', start: '08:00', end: '18:00' },
      { weekday: 'friday', start: '08:00', end: '12:00' },
    ],
    holidays: [{ name: 'New Year', date: '2024-01-01', recurring: true }],
  },
}
