import { beforeAll, describe, expect, it, vi } from 'vitest'
import { removeIssuesNamed, removeProjectNamed } from '../../src/access/admin/remove-data.ts'
import { type Caller, LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { writeVersion } from '../../src/reports/calendars/working-calendars.ts'
import type { ReportDeps } from '../../src/reports/report/run-report.ts'
import type { ReportEngine } from '../../src/store/engine/report-engine.ts'
import type { Store } from '../../src/store/engine/store.ts'
import type { Endpoint } from '../../src/store/plan/parameters.ts'
import { sql, varchar } from '../../src/store/sql/sql.ts'
import { addIssue } from '../store/small-batch.ts'
import { jsonOf } from '../support/collected.ts'
import { DEMO_END, demoStore } from '../support/demo-store.ts'
import { rawParameters } from '../support/run-reports.ts'
import { trinoOf } from './trino-of-store.ts'

const NOW = Date.parse(DEMO_END)
const ACCOUNT = { connection: 'harbour', account: 'a1' }
const NIGHTS = {
  name: 'Nights',
  timeZone: 'Europe/Berlin',
  workingTimes: [{ weekday: 'monday', start: '22:00', end: '06:00' }],
}

/** Every kind of field whose values can be hidden, among others. */
const ALL =
  'status,assignee,priority,resolution,fixVersions,versions,components,labels,issuetype,parent,reporter,project,sprint'

const QUERIES: readonly (readonly [Endpoint, Record<string, string>])[] = [
  ['aggregation', { columnsBy: 'statusDuration', aggregationType: 'average', groupByFields: 'project' }],
  ['aggregation', { columnsBy: 'statusDuration', aggregationType: 'median' }],
  ['aggregation', { columnsBy: 'statusCount', aggregationType: 'sum', groupByFields: 'issuetype' }],
  ['aggregation', { columnsBy: 'assigneeDuration', aggregationType: 'standardDeviation' }],
  ['aggregation', { columnsBy: 'anyFieldCount', aggregationType: 'sum', historyFields: 'priority,fixVersions' }],
  [
    'aggregation',
    { columnsBy: 'anyFieldDuration', aggregationType: 'average', groupByFields: 'project', historyFields: ALL },
  ],
  ['list', { columnsBy: 'anyFieldDuration', historyFields: ALL, pageSize: '20' }],
  ['list', { columnsBy: 'statusDuration', fields: 'issuetype,fixVersions,labels', pageSize: '20' }],
]

const common = {
  filterType: 'customjql',
  customjql: 'created >= "2025-05-01"',
  calendar: 'normalHours',
  asOf: DEMO_END,
}

let store: Store
let deps: ReportDeps
let engine: ReportEngine
let projects: readonly number[]

const { createReportDeps, runReport } = await vi.importActual<typeof import('../../src/reports/report/run-report.ts')>(
  '../../src/reports/report/run-report.ts',
)

beforeAll(async () => {
  store = await demoStore()
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  deps = createReportDeps(store, { ...formats, now: () => NOW })
  engine = await trinoOf(store, deps.refreshCalendars)
  projects = (await store.catalogue()).projects.map(({ id }) => id).sort((a, b) => a - b)
})

function report(on: ReportEngine, endpoint: Endpoint, parameters: Record<string, string>, caller: Caller) {
  const request = { endpoint, parameters: rawParameters(String(new URLSearchParams({ ...common, ...parameters }))) }
  return runReport(request, { ...deps, engine: on }, { caller }).then(table => jsonOf(table, 'test'))
}

/** Compares the reports of the last publish with those of the present store. */
async function expectEqual(caller: Caller): Promise<void> {
  for (const [endpoint, parameters] of QUERIES) {
    const found = await report(engine, endpoint, parameters, caller)
    expect(found, JSON.stringify(parameters)).toEqual(await report(deps.engine, endpoint, parameters, caller))
  }
}

const member = (own: readonly number[]): Caller => ({
  ...LOCAL_CALLER,
  isAdministrator: false,
  browsable: { projects: own, levels: [{ projects: own, account: ACCOUNT }] },
})

describe('a report on tables that were published before', () => {
  it('equals that of the store', () => expectEqual(LOCAL_CALLER))

  it('has only the projects that the caller may browse now', () => expectEqual(member(projects.slice(0, 2))))

  it('has no issues that were removed since', async () => {
    const keys = (await store.query(sql`select key from issue where number % 3 = 0`)).map(({ key }) => String(key))
    await removeIssuesNamed(store, keys)
    await expectEqual(LOCAL_CALLER)
    await expectEqual(member(projects))
  })

  it('has no issues that got a security level since, unless the tracker grants it', async () => {
    await store.transact(async run => {
      await run(sql`update issue set security_level = '10' where number % 5 = 0`)
      await run(sql`insert into issue_permission select ${varchar(ACCOUNT.connection)}, ${varchar(ACCOUNT.account)}, ref, '10'
        from issue where number % 10 = 0`)
    })
    await expectEqual(member(projects))
    await expectEqual(LOCAL_CALLER)
  })

  it('has no issues of a project that was removed since', async () => {
    await removeProjectNamed(store, 'OPS')
    await expectEqual(LOCAL_CALLER)
    await expectEqual(member(projects.slice(1)))
  })

  it('says that a calendar is newer than the tables', async () => {
    await store.transact(run => writeVersion(run, 'nights', JSON.stringify(NIGHTS), NOW - 1, NOW))
    const nights = { ...QUERIES[0]![1], calendar: 'nights' }
    await expect(report(engine, 'aggregation', nights, LOCAL_CALLER)).rejects.toMatchObject({
      code: 'CALENDAR_UNPUBLISHED',
    })
    await expectEqual(LOCAL_CALLER)
  })

  it('has no issues that were added since', async () => {
    const before = await report(engine, 'aggregation', QUERIES[0]![1], LOCAL_CALLER)
    const at = Date.parse('2025-06-01T00:00:00Z')
    await addIssue(store, 'APP-99999', { created: at, updated: at, changes: [] })
    expect(await report(engine, 'aggregation', QUERIES[0]![1], LOCAL_CALLER)).toEqual(before)
  })

  it('has the present rows of issues whose changes were published in delta files', async () => {
    await trinoOf(store, deps.refreshCalendars)
    await store.transact(async run => {
      await run(sql`update issue set summary = summary || '.' where number % 7 = 0`)
      await run(sql`update stay set entered_ms = entered_ms + 3600000
        where seq = 0 and left_ms - entered_ms > 7200000 and issue_id in (select id from issue where number % 7 = 1)`)
    })
    await trinoOf(store, deps.refreshCalendars)
    const [current] = await store.query(
      sql`select manifest from lake_revision where published_ms is not null and replaced_ms is null`,
    )
    expect(JSON.parse(String(current!.manifest)).superseded.length).toBeGreaterThan(100)
    await expectEqual(LOCAL_CALLER)
    await expectEqual(member(projects))
  })

  it('equals one published state while others are published', async () => {
    const [endpoint, parameters] = QUERIES[0]!
    const textOf = async (on: ReportEngine) => JSON.stringify(await report(on, endpoint, parameters, LOCAL_CALLER))
    await trinoOf(store, deps.refreshCalendars)
    const states = [await textOf(deps.engine)]
    const found: string[] = []
    let isPublishing = true
    const read = async () => {
      while (isPublishing) found.push(await textOf(engine))
    }
    const readers = Promise.all([read(), read(), read()])
    for (let i = 0; i < 6; i++) {
      const at = Date.parse('2025-06-01T00:00:00Z') + i * 3_600_000
      await addIssue(store, `APP-${88_880 + i}`, { created: at, updated: at, changes: [] })
      states.push(await textOf(deps.engine))
      await trinoOf(store, deps.refreshCalendars)
    }
    isPublishing = false
    await readers
    expect(new Set(states).size).toBe(7)
    expect(new Set(found).size).toBeGreaterThan(2)
    expect(found.filter(text => !states.includes(text))).toEqual([])
  })
})
