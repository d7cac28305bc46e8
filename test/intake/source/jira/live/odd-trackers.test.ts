import { afterEach, describe, expect, it } from 'vitest'
import { openJira } from '../../../../../src/intake/source/jira/live/open-jira.ts'
import type { Tracker } from '../../../../../src/intake/source/tracker.ts'
import { fetched, listed } from './open-fake.ts'
import { jumpingClock } from './virtual-clock.ts'
import { type Received, type Reply, startServer } from './web-server.ts'

/** A server that other people wrote, with less than Jira has. */
interface OddTracker {
  /** The fields that JQL knows, besides `project`. */
  readonly jqlFields: readonly string[]
  /** What a date as a number does: 400, 500, or ignored. */
  readonly numbers?: 'rejected' | 'fails' | 'read'
  /** What a date as text does: `compared` compares it with ISO dates, letter by letter. */
  readonly texts?: 'rejected' | 'fails' | 'read' | 'compared'
  readonly isOrderKnown?: boolean
  readonly pageSize?: number
  readonly hasTotal?: boolean
  /** Whether pages say the requested size, although they have at most `pageSize` elements. */
  readonly repeatsSize?: boolean
  /** Whether a search for no issues, only to count them, is rejected. */
  readonly rejectsCount?: boolean
  /** What is returned for an issue by its address, instead of the issue. */
  readonly foundIssue?: unknown
  readonly knowsProjectIds?: boolean
  readonly knowsAllFields?: boolean
  readonly logs: 'search' | 'issue' | 'changelog'
  readonly endpoints?: readonly string[]
  readonly areNumbersText?: boolean
  /** The project of issues; by default the whole one. */
  readonly project?: object
  /** The list of projects; by default one with an id. */
  readonly projects?: readonly object[]
}

const COUNT = 60
const CREATED = Date.UTC(2026, 0, 1)
const opened: { close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

function issueOf(n: number, odd: OddTracker, { log = false, all = true } = {}) {
  const date = new Date(CREATED + n * 3_600_000).toISOString().replace('Z', '+0000')
  const histories = [
    {
      id: `${n}1`,
      created: date,
      items: [{ field: 'status', from: '1', fromString: 'Open', to: '3', toString: 'Done' }],
    },
  ]
  return {
    id: odd.areNumbersText ? String(1000 + n) : String(1000 + n),
    key: `ODD-${n}`,
    fields: all
      ? {
          created: date,
          updated: date,
          summary: `Issue ${n}`,
          project: odd.project ?? { id: '7', key: 'ODD', name: 'Odd' },
          status: { id: '3', name: 'Done' },
        }
      : {},
    ...(log && { changelog: { histories } }),
  }
}

function search(odd: OddTracker, query: URLSearchParams): Reply {
  const rejected = (text: string): Reply => ({ status: 400, json: { errorMessages: [text] } })
  const [where = '', order] = (query.get('jql') ?? '').split(/ ?ORDER BY /)
  if (order !== undefined && !odd.isOrderKnown) return rejected('Cannot sort.')
  let numbers = Array.from({ length: COUNT }, (_, i) => i + 1)
  for (const clause of where.split(' AND ').filter(part => part !== '')) {
    const [, field, operator, value] = /^(\w+) (=|in|>=|<) (.*)$/.exec(clause)!
    if (field === 'project') {
      const names = odd.knowsProjectIds ? ['"ODD"', '"7"'] : ['"ODD"']
      if (!names.includes(value!)) numbers = []
      continue
    }
    if (!odd.jqlFields.includes(field!)) return rejected(`Unsupported JQL field '${field}'.`)
    if (field === 'id') {
      const ids = new Set(value!.match(/\d+/g))
      numbers = numbers.filter(n => ids.has(String(1000 + n)))
    } else if (field === 'key') numbers = numbers.filter(n => value === `"ODD-${n}"`)
    else {
      const isNumber = /^\d+$/.test(value!)
      const mode = (isNumber ? odd.numbers : odd.texts) ?? 'read'
      if (mode === 'rejected') return rejected('Not a date.')
      if (mode === 'fails') return { status: 500, json: { errorMessages: ['TypeError'] } }
      if (mode === 'compared') {
        const dates = (n: number) => new Date(CREATED + n * 3_600_000).toISOString().replace('T', ' ')
        numbers = numbers.filter(n => (operator === '<') === dates(n) < value!.slice(1, -1))
        continue
      }
      const bound = isNumber
        ? Number(value)
        : Date.parse(`${value!.slice(1, -1).replaceAll('/', '-').replace(' ', 'T')}Z`)
      numbers = numbers.filter(n => (operator === '<') === CREATED + n * 3_600_000 < bound)
    }
  }
  const startAt = Number(query.get('startAt') ?? 0)
  const maxResults = Number(query.get('maxResults') ?? 50)
  if (maxResults === 0 && odd.rejectsCount) return rejected('maxResults must be positive.')
  const size = Math.min(odd.pageSize ?? 1000, maxResults)
  const isWhole = odd.knowsAllFields || query.get('fields') === null || !query.get('fields')!.includes('*all')
  const log = odd.logs === 'search'
  const issues = numbers.slice(startAt, startAt + size).map(n => issueOf(n, odd, { log, all: isWhole }))
  const total = odd.areNumbersText ? String(numbers.length) : numbers.length
  return {
    json: {
      issues,
      ...(odd.hasTotal !== false && { total }),
      ...(odd.repeatsSize && { maxResults }),
      startAt: odd.areNumbersText ? String(startAt) : startAt,
    },
  }
}

function reply(odd: OddTracker, { path, query }: Received): Reply {
  const known = ['search', 'issue', 'field', ...(odd.endpoints ?? [])]
  const [, name = '', id, sub] = /^\/rest\/api\/2\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  if (!known.includes(name)) return { status: 404, json: { detail: 'Not Found' } }
  if (name === 'search') return search(odd, query)
  if (name === 'field') return { json: [{ id: 'status', name: 'Status', custom: false }] }
  if (name === 'project' && id === undefined) return { json: odd.projects ?? [{ id: '7', key: 'ODD', name: 'Odd' }] }
  const n = Number(id) - 1000
  if (name !== 'issue' || !(n >= 1 && n <= COUNT))
    return { status: 404, json: { errorMessages: ['Issue Does Not Exist'] } }
  if (sub === 'changelog') {
    if (odd.logs !== 'changelog') return { status: 404, json: {} }
    return { json: { values: issueOf(n, odd, { log: true }).changelog!.histories } }
  }
  if (odd.foundIssue !== undefined) return { json: odd.foundIssue }
  return { json: issueOf(n, odd, { log: odd.logs !== 'changelog' }) }
}

async function open(odd: OddTracker): Promise<Tracker> {
  const server = await startServer(request => reply(odd, request))
  const tracker = openJira({
    name: 'odd',
    url: server.url,
    kind: 'server',
    email: null,
    secret: async () => 'x',
    requestsPerSecond: 1000,
    concurrency: 2,
    batchIssues: 50,
    answerMb: 8,
    timeoutSeconds: 10,
    ca: null,
    proxy: null,
    clock: jumpingClock(CREATED),
  })
  opened.push(tracker, server)
  return tracker
}

const modest: OddTracker = {
  jqlFields: ['updated', 'created', 'key', 'id'],
  isOrderKnown: true,
  logs: 'search',
  knowsAllFields: true,
}

const odd: readonly (readonly [string, OddTracker])[] = [
  ['has only search, issue and field', modest],
  ['knows project keys only', { ...modest, endpoints: ['project'] }],
  ['returns 50 issues at most', { ...modest, pageSize: 50 }],
  ['returns 7 issues at most and no total', { ...modest, pageSize: 7, hasTotal: false }],
  [
    'returns 7 issues at most, says the requested number, and no total',
    { ...modest, pageSize: 7, hasTotal: false, repeatsSize: true },
  ],
  ['rejects searches for no issues', { ...modest, rejectsCount: true }],
  ['writes its numbers as text', { ...modest, areNumbersText: true }],
  ['cannot sort', { ...modest, isOrderKnown: false, pageSize: 50 }],
  ['rejects dates as numbers', { ...modest, numbers: 'rejected' }],
  ['fails at dates as numbers', { ...modest, numbers: 'fails' }],
  ['reads no dates at all', { ...modest, numbers: 'rejected', texts: 'rejected' }],
  ['fails at all dates', { ...modest, numbers: 'fails', texts: 'fails' }],
  ['compares dates as text', { ...modest, numbers: 'rejected', texts: 'compared' }],
  ['cannot search for updates', { ...modest, jqlFields: ['key'] }],
  ['cannot search for ids', { ...modest, jqlFields: ['updated', 'created', 'key'] }],
  ['does not know all fields by *all', { ...modest, knowsAllFields: false }],
  ['has change logs at the address of an issue only', { ...modest, logs: 'issue' }],
  ['has change logs at an address of their own', { ...modest, logs: 'changelog' }],
]

describe('a tracker that others wrote', () => {
  it.each(odd)('is read completely when it %s', async (_, description) => {
    const tracker = await open(description)
    const hello = await tracker.hello()
    expect(hello).toMatchObject({ product: 'Jira Data Center', identity: hello.address, isAdministrator: false })
    const projects = await tracker.projects()
    expect(projects).toEqual([{ id: '7', key: 'ODD', name: 'Odd' }])
    const isCounted = description.hasTotal !== false && !description.rejectsCount
    expect(await tracker.countIssues(['7'])).toBe(isCounted ? COUNT : null)
    const all = await listed(tracker, '7')
    expect(all).toHaveLength(COUNT)
    const from = CREATED + 30 * 3_600_000
    const recent = await listed(tracker, '7', from)
    expect(recent.filter(({ updated }) => updated >= from)).toHaveLength(31)
    const issues = await fetched(tracker, [...all.map(({ id }) => id), '5'])
    expect(issues.size).toBe(COUNT)
    for (const issue of issues.values()) {
      expect(issue).toMatchObject({
        project: '7',
        issue: { history: { hasLog: true, changes: [{ field: 'status' }] } },
      })
    }
    expect(await tracker.find('1001')).toMatchObject({ state: 'found', project: '7', isArchived: false })
    expect(await tracker.find('5')).toEqual({ state: 'missing' })
    const { statuses } = await tracker.roundLists()
    expect(statuses).toHaveProperty('missing')
    const hourly = await tracker.hourlyLists(['7'])
    expect(Object.values(hourly).every(list => 'missing' in list)).toBe(true)
  })
})

describe('an issue that is looked for', () => {
  it.each([
    ['an empty response', null],
    ['a page of a proxy', { message: 'Sign in' }],
  ])('is not missing after %s', async (_, json) => {
    const tracker = await open({ ...modest, foundIssue: json })
    await expect(tracker.find('1001')).rejects.toMatchObject({ failure: 'unreadable' })
  })
})

describe('an issue without the id of its project', () => {
  it.each([
    ['the key of its project', { key: 'ODD' }],
    ['its own key', {}],
  ])('is in the listed project with %s', async (_, project) => {
    const tracker = await open({ ...modest, endpoints: ['project'], project })
    expect((await fetched(tracker, ['1001'])).get('1001')).toMatchObject({
      project: '7',
      issue: { history: { project: { id: '7', key: 'ODD' } } },
    })
    expect(await tracker.find('1001')).toMatchObject({ state: 'found', project: '7' })
  })

  it('is a problem when no listed project has the key', async () => {
    const projects = [{ id: '8', key: 'OTHER' }]
    const tracker = await open({ ...modest, endpoints: ['project'], project: { key: 'ODD' }, projects })
    const problem = "fields.project.id is missing, and no project has the key 'ODD'"
    expect((await fetched(tracker, ['1001'])).get('1001')).toEqual({ id: '1001', problem })
    await expect(tracker.find('1001')).rejects.toMatchObject({ failure: 'unreadable' })
    // Lists need no project.
    expect(await listed(tracker, 'ODD')).toHaveLength(COUNT)
  })

  it('is in a project whose key is its id when the list has no ids either', async () => {
    const projects = [{ key: 'ODD' }]
    const tracker = await open({ ...modest, endpoints: ['project'], project: { key: 'ODD' }, projects })
    expect(await tracker.projects()).toEqual([{ id: 'ODD', key: 'ODD', name: 'ODD' }])
    expect((await fetched(tracker, ['1001'])).get('1001')).toMatchObject({ project: 'ODD' })
    expect(await tracker.find('1001')).toMatchObject({ project: 'ODD' })
  })
})
