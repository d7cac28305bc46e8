import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { DEMO_ISSUES, demoIssues } from '../../../scripts/demo/demo-issues.ts'
import { demoStatuses } from '../../../scripts/demo/demo-statuses.ts'
import { demoUsers } from '../../../scripts/demo/demo-users.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { brokenChains, setsAgree } from './consistency.ts'
import type { RestEntry, RestIssue } from './rest-issue.ts'
import { changesOf, pathOf } from './rest-issue.ts'

const DAY = 86_400_000
const issues = [...demoIssues()] as RestIssue[]
const entries = issues.flatMap(issue => issue.changelog.histories)
const byHand = entries.filter(entry => entry.author.name !== 'automation' && entry.author.name !== 'admin')

const at = (entry: RestEntry) => Date.parse(entry.created)
const numberOf = (key: string) => Number(key.slice(key.indexOf('-') + 1))

describe('the demo as a whole', () => {
  itDrawn('is the same in every run, byte for byte', () => {
    expect(JSON.stringify([...demoIssues()])).toBe(JSON.stringify(issues))
  })

  it('differs with another seed', () => {
    expect(JSON.stringify([...demoIssues({ seed: 7, issues: 50 })])).not.toBe(
      JSON.stringify([...demoIssues({ issues: 50 })]),
    )
  })

  it('has 2,000 issues in three projects by default', () => {
    expect(DEMO_ISSUES).toBe(2_000)
    expect(issues).toHaveLength(2_000)
    const projects = new Set(issues.map(issue => issue.fields.project.key))
    expect([...projects].sort()).toEqual(['APP', 'OPS', 'WEB'])
  })

  it.each([0, 1, 17, 15_000])('has exactly %i issues if requested', count => {
    let found = 0
    for (const _ of demoIssues({ issues: count })) found++
    expect(found).toBe(count)
  })

  itDrawn('has more projects if it has very many issues', () => {
    const keys = new Set<string>()
    for (const issue of demoIssues({ issues: 40_000 })) keys.add((issue as RestIssue).fields.project.key)
    expect([...keys].sort()).toEqual(['APP', 'APPNO', 'APPSE', 'OPS', 'OPSNO', 'OPSSE', 'WEB', 'WEBNO', 'WEBSE'])
  })

  itDrawn('does not keep generated issues in memory', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const heapAfter = (source: Generator<unknown>, count: number) => {
      for (let left = count; left > 0; left--) source.next()
      collect()
      return process.memoryUsage().heapUsed
    }
    const source = demoIssues({ issues: 1_000_000 })
    const early = heapAfter(source, 2_000)
    // Two megabytes are less than the size of 300 issues.
    expect(heapAfter(source, 20_000) - early).toBeLessThan(2_000_000)
    source.return(undefined)
  })

  it('has ids in ascending order, and keys in ascending order within each project', () => {
    const last = new Map<string, number>()
    let lastId = 0
    for (const { id, key, fields } of issues) {
      expect(Number(id)).toBeGreaterThan(lastId)
      expect(key.startsWith(`${fields.project.key}-`)).toBe(true)
      expect(numberOf(key)).toBeGreaterThan(last.get(fields.project.key) ?? 0)
      lastId = Number(id)
      last.set(fields.project.key, numberOf(key))
    }
  })

  it('has nothing before 2024-01-08 or after 2025-06-30, and issues in order of creation', () => {
    const created = issues.map(issue => Date.parse(issue.fields.created))
    expect(created).toEqual(created.toSorted((a, b) => a - b))
    expect(created[0]).toBeGreaterThanOrEqual(Date.parse('2024-01-08T00:00:00Z'))
    const updated = issues.map(issue => Date.parse(issue.fields.updated))
    expect(Math.max(...updated)).toBeLessThan(Date.parse('2025-07-01T00:00:00Z'))
  })
})

describe('every issue', () => {
  it('has a history that leads to its current values, except five with a lost entry', () => {
    const broken = issues.filter(issue => brokenChains(issue).length > 0)
    expect(broken.map(issue => brokenChains(issue).join())).toEqual([
      'status',
      'assignee',
      'status',
      'assignee',
      'status',
    ])
    expect(issues.every(setsAgree)).toBe(true)
  })

  it('has its entries in order, from its creation to its last update', () => {
    for (const { fields, changelog } of issues) {
      const times = [fields.created, ...changelog.histories.map(entry => entry.created), fields.updated].map(Date.parse)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      const ids = changelog.histories.map(entry => Number(entry.id))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(changelog).toMatchObject({ startAt: 0, maxResults: ids.length, total: ids.length })
    }
  })

  it('has a resolution and its date only while it is done', () => {
    for (const issue of issues) {
      const { resolution, resolutiondate, status } = issue.fields
      expect(resolution !== null).toBe(status.statusCategory.key === 'done')
      const last = changesOf(issue, 'resolution').at(-1)
      expect(resolutiondate).toBe(last === undefined || last.item.to === null ? null : last.entry.created)
    }
  })

  it('has timestamps in UTC with milliseconds, and no entry without items', () => {
    expect(issues.every(issue => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/.test(issue.fields.created))).toBe(true)
    expect(entries.every(entry => /T\d\d:\d\d:\d\d\.\d{3}\+0000$/.test(entry.created) && entry.items.length > 0)).toBe(
      true,
    )
  })

  it('was only in statuses of the tracker, or in the deleted one', () => {
    const listed = new Map(demoStatuses().map(status => [status.id, status.name]))
    const strangers = new Set<string>()
    for (const issue of issues) {
      expect(listed.get(issue.fields.status.id)).toBe(issue.fields.status.name)
      for (const { item } of changesOf(issue, 'status')) {
        if (!listed.has(item.to!)) strangers.add(`${item.to} ${item.toString}`)
        if (!listed.has(item.from!)) strangers.add(`${item.from} ${item.fromString}`)
      }
    }
    expect([...strangers]).toEqual(['10102 Ready to Deploy'])
  })

  it('has no change by somebody before they joined or after they left', () => {
    const late = entries.filter(entry => entry.author.name === 'milan.horvat' && entry.created > '2024-11-15T17')
    const early = entries.filter(entry => entry.author.name === 'kwame.asante' && entry.created < '2024-06-03')
    expect([...late, ...early]).toEqual([])
  })

  it('is in at most one open sprint', () => {
    const open = issues.map(issue =>
      (issue.fields.customfield_10001 ?? []).filter(text => !text.includes('state=CLOSED')),
    )
    expect(Math.max(...open.map(texts => texts.length))).toBe(1)
  })
})

describe('the work', () => {
  it('is done on working days and in the working hours of the author, with a few exceptions', () => {
    const weekend = byHand.filter(entry => [0, 6].includes(new Date(at(entry)).getUTCDay()))
    expect(weekend.length).toBeGreaterThan(10)
    expect(weekend.length / byHand.length).toBeLessThan(0.02)
    const usual = byHand.filter(entry => {
      const hour = hourIn(entry.author.timeZone, at(entry))
      return hour >= 7 && hour < 20
    })
    expect(usual.length / byHand.length).toBeGreaterThan(0.95)
    expect(usual.length).toBeLessThan(byHand.length)
  })

  it('waits longest in Code Review in the web shop and for the customer in the service desk', () => {
    expect(slowest('WEB', ['In Progress', 'Code Review', 'Testing', 'Ready to Deploy'])).toBe('Code Review')
    expect(slowest('OPS', ['Investigating', 'Waiting for Customer'])).toBe('Waiting for Customer')
  })

  it('is rarely blocked in the app, but then sometimes for months', () => {
    const blocked = staysIn('APP', 'Blocked')
    expect(blocked[Math.floor(blocked.length / 2)]).toBeLessThan(4 * DAY)
    expect(blocked.at(-1)).toBeGreaterThan(90 * DAY)
    expect(blocked.length).toBeLessThan(staysIn('APP', 'In Progress').length / 3)
  })
})

const moves = (from: string, to: string) => (issue: RestIssue) =>
  changesOf(issue, 'status').some(({ item }) => item.fromString === from && item.toString === to)
const has = (field: string) => (issue: RestIssue) => changesOf(issue, field).length > 0

describe('among the issues there are', () => {
  const peculiarities: [string, (issue: RestIssue) => boolean][] = [
    ['one that was never touched', issue => issue.changelog.total === 0],
    ['one that went back from Testing to In Progress', moves('Testing', 'In Progress')],
    [
      'one that was reopened',
      issue =>
        moves('Done', 'In Progress')(issue) && changesOf(issue, 'resolution').some(({ item }) => item.to === null),
    ],
    [
      'one that was moved out of the deleted status',
      issue =>
        issue.changelog.histories.some(
          entry => entry.author.name === 'admin' && entry.items[0]!.fromString === 'Ready to Deploy',
        ),
    ],
    [
      'one that knew a status by its former name and left it by its new one',
      issue =>
        changesOf(issue, 'status').some(({ item }) => item.toString === 'Selected for Development') &&
        changesOf(issue, 'status').some(({ item }) => item.fromString === 'Selected'),
    ],
    [
      'one that was parked for half a year and done in the end',
      issue => longestWait(issue) > 180 * DAY && issue.fields.resolution?.name === 'Done',
    ],
    ['one that was flagged and freed again', issue => changesOf(issue, 'Flagged').some(({ item }) => item.to === '')],
    ['one that is still flagged', issue => issue.fields.customfield_10004 !== null],
    ['one that nobody had for a while', issue => changesOf(issue, 'assignee').some(({ item }) => item.to === null)],
    [
      'one that was handed over as it went into review',
      issue =>
        issue.changelog.histories.some(
          entry =>
            entry.items.some(item => item.toString === 'Code Review') &&
            entry.items.some(item => item.field === 'assignee'),
        ),
    ],
    [
      'one that was assigned at its creation and stayed so',
      issue => issue.fields.assignee !== null && issue.changelog.total > 2 && !has('assignee')(issue),
    ],
    [
      'one with two entries in the same millisecond',
      issue => issue.changelog.histories.some((entry, index, all) => entry.created === all[index + 1]?.created),
    ],
    [
      'one that was clicked through two statuses within ten seconds',
      issue =>
        changesOf(issue, 'status').some(
          ({ entry }, index, all) => index > 0 && at(entry) - at(all[index - 1]!.entry) < 10_000,
        ),
    ],
    [
      'one whose status, assignee and resolution changed in one go',
      issue =>
        issue.changelog.histories.some(entry =>
          ['status', 'assignee', 'resolution'].every(field => entry.items.some(item => item.field === field)),
        ),
    ],
    ['one that was in progress for over two months', issue => longestStay(issue, 'In Progress') > 60 * DAY],
    ['one whose summary was reworded', has('summary')],
    [
      'one whose priority was raised',
      issue => changesOf(issue, 'priority').some(({ item }) => Number(item.to) < Number(item.from)),
    ],
    ['one that was carried through three sprints', issue => issue.fields.customfield_10001?.length === 3],
    [
      'one that was put off to a later version',
      issue => changesOf(issue, 'Fix Version').some(({ item }) => item.from !== null),
    ],
    ['one that was moved to another project', issue => has('Key')(issue) && has('project')(issue)],
    ['one that came back to the backlog', moves('Blocked', 'Backlog')],
    ['one whose assignee has left the company', issue => issue.fields.assignee?.active === false],
    [
      'one that was taken from somebody on his last day',
      issue =>
        changesOf(issue, 'assignee').some(
          ({ entry, item }) => item.from === 'milan.horvat' && entry.created.startsWith('2024-11-15'),
        ),
    ],
    ['a sub-task', issue => issue.fields.issuetype.subtask && issue.fields.parent !== undefined],
    [
      'a story with points',
      issue => issue.fields.issuetype.name === 'Story' && issue.fields.customfield_10002 !== null,
    ],
    ['one with a due date', issue => issue.fields.duedate !== null],
    ['a bug with an environment', issue => issue.fields.environment !== null],
    ['one without a description', issue => issue.fields.description === null],
    ['one with two labels', issue => issue.fields.labels.length === 2],
    [
      'one in the active sprint',
      issue => issue.fields.customfield_10001?.some(text => text.includes('state=ACTIVE')) ?? false,
    ],
    [
      'one in a future sprint',
      issue => issue.fields.customfield_10001?.some(text => text.includes('state=FUTURE')) ?? false,
    ],
    ['one for a version that was archived', issue => issue.fields.fixVersions.some(version => version.archived)],
    ['one for a version that is not released', issue => issue.fields.fixVersions.some(version => !version.released)],
    ["one that won't be done", issue => issue.fields.resolution?.name === "Won't Do"],
    ['a duplicate', issue => issue.fields.resolution?.name === 'Duplicate'],
    [
      'one whose assignee the history writes in another case',
      issue =>
        issue.fields.assignee?.name === 'TLindqvist' && changesOf(issue, 'assignee').at(-1)?.item.to === 'tlindqvist',
    ],
    [
      'one reported by a machine at night',
      issue => issue.fields.creator.name === 'automation' && issue.fields.created.slice(11, 13) < '05',
    ],
  ]
  it.each(peculiarities)('%s', (_, isOne) => {
    expect(issues.filter(isOne).length).toBeGreaterThan(0)
  })

  it('issues of every status, type and priority, and of every working user', () => {
    expect(new Set(issues.map(issue => issue.fields.status.name)).size).toBe(demoStatuses().length)
    expect(new Set(issues.map(issue => issue.fields.issuetype.name))).toEqual(
      new Set(['Story', 'Bug', 'Task', 'Sub-task']),
    )
    expect(new Set(issues.map(issue => issue.fields.priority.name)).size).toBe(5)
    const found = new Set([
      ...entries.map(entry => entry.author.name),
      ...issues.map(issue => issue.fields.creator.name),
    ])
    expect([...found].sort()).toEqual(
      demoUsers()
        .map(user => user.name)
        .sort(),
    )
  })

  it('entries with field ids, entries without, and items that never have one', () => {
    const withIds = entries.filter(entry => entry.items.some(item => item.fieldId !== undefined))
    expect(withIds.length).toBeGreaterThan(1_000)
    expect(entries.length - withIds.length).toBeGreaterThan(1_000)
    expect(
      entries.flatMap(entry => entry.items).filter(item => item.field === 'Key' && item.fieldId !== undefined),
    ).toEqual([])
  })

  it('a moved issue whose old key is unused', () => {
    const keys = new Set(issues.map(issue => issue.key))
    const moved = issues.flatMap(issue => changesOf(issue, 'Key').map(({ item }) => item.fromString!))
    expect(moved.filter(key => keys.has(key))).toEqual([])
  })

  it('a parent for every sub-task, in its own project and older', () => {
    const byKey = new Map(issues.map(issue => [issue.key, issue]))
    for (const { id, fields } of issues.filter(issue => issue.fields.parent !== undefined)) {
      const parent = byKey.get(fields.parent!.key)!
      expect(parent.id).toBe(fields.parent!.id)
      expect(parent.fields.project).toEqual(fields.project)
      expect(Number(parent.id)).toBeLessThan(Number(id))
    }
  })

  it('only transitions of the workflow in the web shop', () => {
    const known = ['Open', 'To Do', 'In Progress', 'Code Review', 'Testing', 'Ready to Deploy', 'Done']
    const found = new Set(issues.filter(issue => issue.fields.project.key === 'WEB').flatMap(pathOf))
    expect([...found].sort()).toEqual(known.sort())
  })
})

function hourIn(timeZone: string, instant: number): number {
  return Number(hourFormat(timeZone).format(instant))
}

const formats = new Map<string, Intl.DateTimeFormat>()

function hourFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  formats.set(timeZone, made)
  return made
}

function staysOf(issue: RestIssue): { status: string; length: number }[] {
  const changes = changesOf(issue, 'status')
  const instants = [Date.parse(issue.fields.created), ...changes.map(({ entry }) => at(entry))]
  return changes.map(({ item }, index) => ({
    status: item.fromString!,
    length: instants[index + 1]! - instants[index]!,
  }))
}

function staysIn(project: string, status: string): number[] {
  const stays = issues.filter(issue => issue.fields.project.key === project).flatMap(staysOf)
  return stays
    .filter(stay => stay.status === status)
    .map(stay => stay.length)
    .sort((a, b) => a - b)
}

function slowest(project: string, statuses: readonly string[]): string {
  const totals = statuses.map(status => staysIn(project, status).reduce((sum, length) => sum + length, 0))
  return statuses[totals.indexOf(Math.max(...totals))]!
}

function longestStay(issue: RestIssue, status: string): number {
  return Math.max(
    0,
    ...staysOf(issue)
      .filter(stay => stay.status === status)
      .map(stay => stay.length),
  )
}

function longestWait(issue: RestIssue): number {
  return Math.max(0, ...staysOf(issue).map(stay => stay.length))
}
