import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { importTinyProjects, tinyProject } from '../../docs/tiny-projects.ts'
import { withStore } from '../../oracle/world-store.ts'
import { jsonOf } from '../../support/collected.ts'
import { collectReport, reportTable } from '../../support/run-reports.ts'
import { cases, runs, SEED } from '../../support/sampling.ts'
import { temporaryStore } from '../../support/temporary-store.ts'
import { trackers } from '../../support/trackers.ts'

/** A project in a store. */
interface Place {
  readonly store: Store
  readonly projectKey: string
}

interface ReportRow {
  readonly groups: readonly unknown[]
  readonly issueCount: number
  /** The raw value of each column that has one. */
  readonly cells: ReadonlyMap<string, string>
}

async function rowsOf(
  place: Place,
  parameters: Readonly<Record<string, string>>,
  endpoint: Endpoint = 'aggregation',
): Promise<ReportRow[]> {
  return (await readRows(place, parameters, endpoint)).rows
}

/** Reads the rows of a report, and the number of visits in no period. */
async function readRows(
  { store, projectKey }: Place,
  parameters: Readonly<Record<string, string>>,
  endpoint: Endpoint = 'aggregation',
): Promise<{ readonly rows: ReportRow[]; readonly carriedCount: number }> {
  const query = new URLSearchParams({ filterType: 'project', projectKey, ...parameters })
  const { columns, rows: found, carriedCount } = await collectReport(store, endpoint, String(query))
  const rows = found.map(({ groups, issueCount, values }) => {
    const cells = values.flatMap(({ raw }, i) => (raw === null ? [] : [[columns[i]!.id, raw] as const]))
    return { groups, issueCount, cells: new Map(cells) }
  })
  return { rows, carriedCount }
}

/** The trackers of the tests, each in a project of one store. */
const trackersOfTests: (readonly string[])[] = []
let tinyStore: Store
beforeAll(async () => {
  tinyStore = await temporaryStore()
  await importTinyProjects(tinyStore, trackersOfTests)
})

/** Tests the reports of a tiny tracker. */
function tiny(name: string, lines: readonly string[], work: (place: Place) => Promise<void>): void {
  const number = trackersOfTests.push(lines) - 1
  it(name, () => work({ store: tinyStore, projectKey: tinyProject(number) }))
}

const SUM = { aggregationType: 'sum', columnsBy: 'statusDuration', calendar: 'normalHours', asOf: '2024-05-01' }
const HOUR = 3_600_000

/** The hours of a status in each row, by the label of the period. */
async function hoursBy(place: Place, status: string, parameters: Readonly<Record<string, string>>) {
  const rows = await rowsOf(place, { ...SUM, statuses: status, ...parameters })
  return Object.fromEntries(
    rows.map(({ groups, cells }) => [groups[0], cells.size === 0 ? null : Number([...cells.values()][0]) / HOUR]),
  )
}

describe('a report by period', () => {
  tiny(
    'cuts time at midnight of the report zone, and on days with a clock change',
    // Doing from 2024-03-30T12:00Z to 2024-04-01T12:00Z. Clocks in Berlin go forward on 31 March.
    [`AB-1 status Open@0 Doing@${26 * 24 + 12} Done@${28 * 24 + 12}`],
    async place => {
      const groupByFields = 'period:day'
      expect(await hoursBy(place, 'Doing', { groupByFields })).toEqual({
        '2024-03-30': 12,
        '2024-03-31': 24,
        '2024-04-01': 12,
      })
      expect(await hoursBy(place, 'Doing', { groupByFields, timeZone: 'Europe/Berlin' })).toEqual({
        '2024-03-30': 11,
        '2024-03-31': 23,
        '2024-04-01': 14,
      })
    },
  )

  tiny(
    'has the labels of date groups for each unit, and ISO weeks',
    ['AB-1 status Open@0 Doing@10 Done@20'],
    async place => {
      const labels = async (unit: string) =>
        Object.keys(await hoursBy(place, 'Doing', { groupByFields: `period:${unit}` }))
      for (const [unit, label] of [
        ['day', '2024-03-04'],
        ['week', '2024-W10'],
        ['month', '2024-03'],
        ['QUARTER', '2024-Q1'],
        ['year', '2024'],
      ] as const) {
        expect(await labels(unit)).toEqual([label])
      }
    },
  )

  tiny(
    'counts an issue only in the periods of its first or last visits, also when it returned long before',
    ['AB-1 status Open@0 Doing@24 Open@48 Doing@120 Done@168', 'AB-2 status Open@0'],
    async place => {
      // AB-1 returns to Open for three days, and to Doing for two.
      const counts = async (multiVisitBehavior: string, more = {}) => {
        const request = { ...SUM, asOf: '2024-03-12', groupByFields: 'period:day', multiVisitBehavior, ...more }
        return (await rowsOf(place, request)).map(({ issueCount }) => issueCount)
      }
      expect(await counts('total')).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
      expect(await counts('first')).toEqual([2, 2, 1, 1, 1, 1, 1, 2])
      expect(await counts('last')).toEqual([1, 1, 2, 2, 2, 2, 2, 2])
      // Until 7 March, the second visit to Open and the first one to Doing are the last ones.
      expect(await counts('last', { asOf: '2024-03-07' })).toEqual([1, 2, 2])
      expect(await counts('last', { trimHistoryEndDate: '2024-03-06' })).toEqual([2, 2])
    },
  )

  tiny('has the working time of each period in a calendar', ['AB-1 status Doing@12 Done@1380'], async place => {
    // Doing from Monday 12:00 on for eight weeks: parts of the first and the last period, and whole ones.
    const hours = await hoursBy(place, 'Doing', {
      groupByFields: 'period:day',
      calendar: '0',
      dayLength: '24HourDays',
    })
    expect(hours['2024-03-04']).toBe(5)
    expect(hours['2024-03-05']).toBe(8)
    expect(hours['2024-03-09']).toBe(0)
    const byWeek = await hoursBy(place, 'Doing', {
      groupByFields: 'period:week',
      calendar: '0',
      dayLength: '24HourDays',
    })
    expect(byWeek['2024-W11']).toBe(40)
  })

  tiny(
    'is empty if it ends before the first issue, also with a calendar',
    ['AB-1 status Doing@12 Done@1380'],
    async place => {
      for (const multiVisitBehavior of ['total', 'first', 'last']) {
        for (const aggregationType of ['sum', 'average', 'median']) {
          for (const end of [{ asOf: '2023-12-05' }, { trimHistoryEndDate: '2023-12-05' }]) {
            const parameters = {
              ...SUM,
              aggregationType,
              multiVisitBehavior,
              ...end,
              calendar: '0',
              dayLength: '24HourDays',
              groupByFields: 'period:month',
            }
            expect(await rowsOf(place, parameters)).toEqual([])
          }
        }
      }
    },
  )

  tiny(
    'ends a stay at a border in the earlier period, and one without length in its own',
    ['AB-1 status Open@0 Doing@48 Open@48 Done@72', 'AB-2 status Review@48 Done@48'],
    async place => {
      const hours = (status: string, more = {}) => hoursBy(place, status, { groupByFields: 'period:day', ...more })
      expect(await hours('Open')).toEqual({ '2024-03-04': 24, '2024-03-05': 24, '2024-03-06': 24 })
      expect(await hours('Doing')).toEqual({ '2024-03-06': 0 })
      expect(await hours('Review')).toEqual({ '2024-03-06': 0 })
      const window = { trimHistoryStartDate: '2024-03-06' }
      expect(await hours('Open', window)).toEqual({ '2024-03-06': 24 })
      expect(await hours('Doing', window)).toEqual({ '2024-03-06': 0 })
    },
  )

  tiny(
    'ends a stay that no known status follows',
    ['AB-1 status Open@0 Doing@24 -@48 Done@96', 'AB-2 status Doing@30 Done@40', 'AB-3 status Doing@24 -@72'],
    async place => {
      const hours = await hoursBy(place, 'Doing', { groupByFields: 'period:day' })
      expect(hours).toEqual({ '2024-03-05': 58, '2024-03-06': 24 })
    },
  )

  tiny(
    'has the periods between the first and the last with a value, for each group',
    [
      'AB-1 status Open@0 Doing@1 Open@2 Doing@97 Open@98',
      'AB-1 assignee ann@0',
      'AB-2 status Open@0 Doing@50 Open@51',
      'AB-2 assignee bob@0',
      'AB-3 status Open@0',
      'AB-3 assignee cleo@0',
    ],
    async place => {
      const parameters = { ...SUM, statuses: 'Doing', groupByFields: 'assignee,period:day' }
      const shown = (await rowsOf(place, parameters)).map(({ groups, issueCount }) => [...groups, issueCount].join(' '))
      expect(shown).toEqual([
        ...['Ann 2024-03-04 1', 'Ann 2024-03-05 0', 'Ann 2024-03-06 0', 'Ann 2024-03-07 0', 'Ann 2024-03-08 1'],
        'Bob 2024-03-06 1',
      ])
      const periodFirst = await rowsOf(place, { ...parameters, groupByFields: 'period:day,assignee' })
      expect(periodFirst.map(({ groups }) => groups.join(' '))).toEqual([
        ...['2024-03-04 Ann', '2024-03-05 Ann', '2024-03-06 Ann', '2024-03-06 Bob', '2024-03-07 Ann', '2024-03-08 Ann'],
      ])
      // Neither filters nor sorting make rows: periods without a value meet no filter.
      const filters = JSON.stringify([{ column: 'Doing', operator: 'greaterThanEquals', value: '0', unit: 'hour' }])
      expect(await rowsOf(place, { ...parameters, filters })).toHaveLength(3)
    },
  )

  tiny(
    'has each person once for an issue in a period, also at the very end of the report',
    [
      'AB-1 status Open@0 Done@72',
      'AB-1 assignee ann@0 bob@6 ann@12 bob@24 cleo@36',
      'AB-2 status Open@24 Doing@72 Done@72',
      'AB-2 assignee bob@24 ann@72 bob@72',
    ],
    async place => {
      // asOf is the midnight at which AB-1 enters Done. It returns to ann on 4 March, and AB-2 is handed over at the end, twice.
      const people = async (aggregationType: string, more = {}) => {
        const request = { ...SUM, aggregationType, asOf: '2024-03-07', groupByFields: 'period:day', ...more }
        const rows = await rowsOf(place, { ...request, columnsBy: 'assigneeDuration' })
        return rows.map(({ groups, issueCount, cells }) => [
          groups[0],
          issueCount,
          Object.fromEntries([...cells].map(([id, raw]) => [id, Number(raw) / HOUR])),
        ])
      }
      expect(await people('sum')).toEqual([
        ['2024-03-04', 1, { ann: 18, bob: 6 }],
        ['2024-03-05', 2, { bob: 36, cleo: 12 }],
        ['2024-03-06', 2, { bob: 24, cleo: 24 }],
        ['2024-03-07', 2, { ann: 0, bob: 0, cleo: 0 }],
      ])
      expect(await people('average')).toEqual([
        ['2024-03-04', 1, { ann: 18, bob: 6 }],
        ['2024-03-05', 2, { bob: 18, cleo: 12 }],
        ['2024-03-06', 2, { bob: 24, cleo: 24 }],
        ['2024-03-07', 2, { ann: 0, bob: 0, cleo: 0 }],
      ])
      expect(await people('average', { asOf: '2024-03-06', trimHistoryStartDate: '2024-03-04 08:00' })).toEqual([
        ['2024-03-04', 1, { ann: 12, bob: 4 }],
        ['2024-03-05', 2, { bob: 18, cleo: 12 }],
      ])
    },
  )

  tiny(
    'counts each issue once in a period of first or last visits, also at the very end of the report',
    [
      'AB-1 status Open@0 Done@72',
      'AB-2 status Open@0 Doing@24 Open@48 Done@72',
      'AB-3 status Open@0 Doing@24 Open@72',
    ],
    async place => {
      // asOf is the midnight at which each issue enters its last status. AB-3 returns to Open only then.
      const counts = async (multiVisitBehavior: string) => {
        const request = { ...SUM, asOf: '2024-03-07', groupByFields: 'period:day', multiVisitBehavior }
        return (await rowsOf(place, request)).map(({ groups, issueCount }) => [groups[0], issueCount])
      }
      expect(Object.fromEntries(await counts('first'))).toEqual({
        '2024-03-04': 3,
        '2024-03-05': 3,
        '2024-03-06': 2,
        '2024-03-07': 2,
      })
      expect(Object.fromEntries(await counts('last'))).toEqual({
        '2024-03-04': 1,
        '2024-03-05': 3,
        '2024-03-06': 3,
        '2024-03-07': 3,
      })
    },
  )

  tiny('has no rows without any value', ['AB-1 status Open@0'], async place => {
    const query = new URLSearchParams({
      filterType: 'project',
      projectKey: place.projectKey,
      ...SUM,
      statuses: 'Doing',
      groupByFields: 'period:day',
    })
    const { rows, issueCount, hasValues } = await collectReport(place.store, 'aggregation', String(query))
    expect({ rows, issueCount, hasValues }).toEqual({ rows: [], issueCount: 1, hasValues: false })
  })

  tiny(
    'counts an issue once in a row, and divides by the issues of the row with rowCount',
    ['AB-1 status Open@0 Doing@6 Open@12 Doing@30', 'AB-2 status Open@0 Done@6'],
    async place => {
      // AB-1 was in Open and Doing on both days, AB-2 only in Open on the first.
      const parameters = { ...SUM, statuses: 'Open,Doing', groupByFields: 'period:day', asOf: '2024-03-06' }
      const average = { aggregationType: 'average', averageDenominator: 'rowCount' }
      const rows = await rowsOf(place, { ...parameters, ...average })
      expect(rows.map(({ issueCount, cells }) => [issueCount, ...cells.values()].map(Number))).toEqual([
        [2, (18 + 6) * (HOUR / 2), 6 * (HOUR / 2)],
        [1, 6 * HOUR, 18 * HOUR],
      ])
    },
  )

  tiny('refuses more than 10,000 rows, and says what to do', ['AB-1 status Open@0'], async place => {
    // 27 years are 9,862 days, and 28 years 10,227.
    const days = (years: number) => `${2024 + years}-03-04`
    const report = (asOf: string, groupByFields: string) =>
      collectReport(
        place.store,
        'aggregation',
        String(
          new URLSearchParams({ filterType: 'project', projectKey: place.projectKey, ...SUM, groupByFields, asOf }),
        ),
        Date.parse('2400-01-01'),
      )
    expect((await report(days(27), 'period:day')).rows).toHaveLength(9_861)
    await expect(report(days(28), 'period:day')).rejects.toThrow(
      "ERROR: groupByFields makes more than 10000 rows with 'period:day'. Allowed: at most 10000. Choose a longer unit,",
    )
    await expect(report('2399-01-01', 'period:day')).rejects.toThrow(
      "ERROR: groupByFields 'period:day': there are more than 30000 periods since 2024-03-04 00:00. Allowed: at most 30000.",
    )
    expect((await report('2399-01-01', 'period:year')).rows).toHaveLength(375)
  })
})

/** A row of a list: the hours, or the number, in each cell with a value, the states of metrics, and the current states. */
async function listOf({ store, projectKey }: Place, inGroup: string, parameters: Readonly<Record<string, string>>) {
  const query = { filterType: 'project', projectKey, asOf: '2024-03-06', groupByFields: 'period:day' }
  const sent = new URLSearchParams({ ...query, inGroup: JSON.stringify([inGroup]), ...parameters })
  const json = (await jsonOf(await reportTable(store, 'list', String(sent)), 'test')) as unknown as ListJson
  const unit = parameters.columnsBy!.endsWith('ount') ? 1 : HOUR
  const shown = (cells: readonly ListCell[]) =>
    cells.flatMap(({ id, raw, state = '' }) => (raw === undefined ? [] : `${id} ${Number(raw) / unit} ${state}`.trim()))
  return json.table.body.rows.map(row => [
    ...[
      row.headerColumns[0]!.value.replace(projectKey, 'AB'),
      shown(row.valueColumns).join(', '),
      shown(row.currentState).join(', '),
    ],
  ])
}

interface ListCell {
  readonly id: string
  readonly value: string
  readonly raw?: string
  readonly state?: string
}

interface ListJson {
  readonly table: { readonly body: { readonly rows: readonly Readonly<Record<ListCells, readonly ListCell[]>>[] } }
}

type ListCells = 'headerColumns' | 'valueColumns' | 'currentState'

describe('the list of a period', () => {
  const DURATION = { columnsBy: 'statusDuration', calendar: 'normalHours' }

  tiny(
    'has a stay without length in the period of its instant',
    ['AB-1 status Open@0 Doing@24 Review@24 Done@30'],
    async place => {
      expect(await listOf(place, '2024-03-04', DURATION)).toEqual([['AB-1', 'Open 24', '']])
      expect(await listOf(place, '2024-03-05', DURATION)).toEqual([['AB-1', 'Doing 0, Review 6, Done 18', 'Done 18']])
    },
  )

  tiny(
    'has a metric that ends with the first stay in the period of that moment',
    ['AB-1 status Open@12 Done@40'],
    async place => {
      const dbsMetrics = '[{"name":"M","to":{"id":"Open","order":"first"}}]'
      const metric = { columnsBy: 'durationBetweenStatuses', calendar: 'normalHours', dbsMetrics }
      expect(await listOf(place, '2024-03-04', metric)).toEqual([['AB-1', 'M 0 completed', '']])
      expect(await listOf(place, '2024-03-05', metric)).toEqual([])
    },
  )

  tiny(
    'has the state of a metric at the end of the report, and its time in the period',
    ['AB-1 status Open@0 Doing@6 Review@30'],
    async place => {
      const from = '{"id":"Open","order":"first"}'
      const dbsMetrics = `[{"name":"M","from":${from},"to":{"id":"Done"},"excluded":["Review"]}]`
      const metric = { columnsBy: 'durationBetweenStatuses', calendar: 'normalHours', dbsMetrics }
      expect(await listOf(place, '2024-03-04', metric)).toEqual([['AB-1', 'M 24 paused', '']])
      expect(await listOf(place, '2024-03-05', metric)).toEqual([['AB-1', 'M 6 paused', 'M 6']])
    },
  )

  tiny(
    'has a current visit only in the period in which it began',
    ['AB-1 status Open@0 Doing@30', 'AB-1 assignee ann@6'],
    async place => {
      const visits = { columnsBy: 'anyFieldCount', historyFields: 'status,assignee' }
      expect(await listOf(place, '2024-03-05', visits)).toEqual([['AB-1', 'status|Doing 1', 'status|Doing 1']])
      const times = { ...visits, columnsBy: 'anyfieldDuration', calendar: 'normalHours' }
      expect(await listOf(place, '2024-03-05', times)).toEqual([
        ['AB-1', 'status|Doing 18, status|Open 6, assignee|ann 24', 'status|Doing 18, assignee|ann 24'],
      ])
    },
  )
})

describe('a count by period in a trim window', () => {
  const TRIMMED = { asOf: '2024-03-08', trimHistoryStartDate: '2024-03-05' }
  const warningsOf = async (
    { store, projectKey }: Place,
    endpoint: Endpoint,
    sent: Readonly<Record<string, string>>,
  ) => {
    const query = new URLSearchParams({ filterType: 'project', projectKey, ...TRIMMED, ...sent })
    return (await jsonOf(await reportTable(store, endpoint, String(query)), 'test')).warnings ?? []
  }

  tiny(
    'leaves out visits that began before it, and warns with their number',
    ['AB-1 status Open@0 Doing@24 Open@30', 'AB-2 status Open@0', 'AB-1 assignee ann@6', 'AB-2 assignee bob@1 ann@24'],
    async place => {
      const byDay = { aggregationType: 'sum', groupByFields: 'period:day' }
      const statuses = { columnsBy: 'statusCount', ...byDay }
      const rows = await rowsOf(place, { ...TRIMMED, ...statuses })
      // AB-1 left Open and entered Doing exactly at the start of the window.
      expect(rows.map(({ groups, issueCount, cells }) => [groups[0], issueCount, [...cells.values()]])).toEqual([
        ['2024-03-05', 1, ['1', '1']],
        ['2024-03-06', 0, []],
        ['2024-03-07', 0, []],
      ])
      expect(await warningsOf(place, 'aggregation', statuses)).toEqual([
        '1 visit began before trimHistoryStartDate, so no period counts it. The report without periods does.',
      ])
      expect(await warningsOf(place, 'aggregation', { ...statuses, statuses: 'Doing' })).toEqual([])
      const fields = { columnsBy: 'anyFieldCount', historyFields: 'status,assignee' }
      expect(await warningsOf(place, 'aggregation', { ...fields, ...byDay })).toEqual([
        '2 visits began before trimHistoryStartDate, so no period counts them. The report without periods does.',
      ])
      const inGroup = '["2024-03-05"]'
      expect(await warningsOf(place, 'list', { ...fields, groupByFields: 'period:day', inGroup })).toHaveLength(1)
      expect(await listOf(place, '2024-03-05', { ...TRIMMED, ...fields, asOf: '2024-03-06' })).toEqual([
        ['AB-2', 'assignee|ann 1', 'assignee|ann 1'],
        ['AB-1', 'status|Doing 1, status|Open 1', 'status|Open 1'],
      ])
    },
  )

  tiny('keeps the column of a status without a visit in it', ['AB-1 status Open@0 Doing@30'], async place => {
    const sent = new URLSearchParams({ filterType: 'project', projectKey: place.projectKey, ...TRIMMED })
    const query = `${sent}&columnsBy=statusCount&aggregationType=sum&groupByFields=period:day`
    const { columns } = await collectReport(place.store, 'aggregation', query)
    expect(columns.map(({ value }) => value)).toEqual(['Open', 'Doing'])
  })
})

/** Reports of every kind that can be aggregated, with the parameters that they need. */
const REPORTS: readonly Readonly<Record<string, string>>[] = [
  { columnsBy: 'statusDuration' },
  { columnsBy: 'statusDuration', multiVisitBehavior: 'first' },
  { columnsBy: 'statusDuration', multiVisitBehavior: 'last' },
  { columnsBy: 'statusDuration', statuses: '[{"type":"cons","name":"Work","statuses":["3","20"]}]' },
  {
    columnsBy: 'durationBetweenStatuses',
    dbsMetrics: '[{"name":"M","to":{"id":"7","order":"last"},"excluded":["3"]}]',
  },
  { columnsBy: 'assigneeDuration' },
  { columnsBy: 'statusDurationByAssignee' },
  { columnsBy: 'groupDuration', groups: 'devs' },
  { columnsBy: 'groupDurationByStatus', groups: 'devs' },
  { columnsBy: 'anyfieldDuration', historyFields: 'status,fixVersions' },
  { columnsBy: 'statusCount' },
  { columnsBy: 'transitionCount' },
  { columnsBy: 'anyFieldCount', historyFields: 'status,fixVersions' },
]

/** Zones with clock changes in the world's time, and without. */
const ZONES = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']

describe('the laws of periods', () => {
  const requests = fc.record({
    report: fc.constantFrom(...REPORTS),
    timeZone: fc.constantFrom(...ZONES),
    unit: fc.constantFrom('day', 'week', 'month'),
    group: fc.constantFrom('', 'assignee', 'issuetype'),
    calendar: fc.constantFrom('normalHours', '0'),
    trim: fc.constantFrom({}, { trimHistoryStartDate: '2024-02-29 03:30', trimHistoryEndDate: '2024-03-30' }),
  })
  const timed = ({ columnsBy }: Readonly<Record<string, string>>, calendar: string) =>
    columnsBy!.endsWith('ount') ? {} : { calendar, ...(calendar === '0' ? { dayLength: '24HourDays' } : {}) }

  const isOfVisits = ({ columnsBy }: Readonly<Record<string, string>>) =>
    columnsBy === 'statusCount' || columnsBy === 'anyFieldCount'

  it('the periods of each group, with the visits in no period, add up to the report without periods', async () => {
    for (const tracker of fc.sample(trackers, runs(1))) {
      await withStore(tracker, async store => {
        const adds = fc.asyncProperty(requests, async ({ report, timeZone, unit, group, calendar, trim }) => {
          const all = { ...report, ...timed(report, calendar), ...trim, timeZone, aggregationType: 'sum' }
          const plain = await rowsOf({ store, projectKey: 'AB' }, { ...all, groupByFields: group })
          const groupByFields = [group, `period:${unit}`].filter(Boolean).join(',')
          const { rows: cut, carriedCount } = await readRows({ store, projectKey: 'AB' }, { ...all, groupByFields })
          const sums = new Map<string, bigint>()
          const add = (rows: readonly ReportRow[], sign: bigint, groups: (row: ReportRow) => readonly unknown[]) => {
            for (const row of rows) {
              for (const [id, raw] of row.cells) {
                const key = JSON.stringify([groups(row), id])
                sums.set(key, (sums.get(key) ?? 0n) + sign * BigInt(raw))
              }
            }
          }
          add(plain, 1n, ({ groups }) => groups)
          add(cut, -1n, ({ groups }) => groups.slice(0, -1))
          // The difference is the visits that began before the window.
          expect([...sums].filter(([, rest]) => rest < 0n)).toEqual([])
          expect([...sums.values()].reduce((all, rest) => all + rest, 0n)).toBe(BigInt(carriedCount))
        })
        await fc.assert(adds, { seed: SEED, numRuns: cases(6) })
      })
    }
  })

  it('each row has as many issues as its list, whose values add up to it', async () => {
    for (const tracker of fc.sample(trackers, runs(1))) {
      await withStore(tracker, async store => {
        const leads = fc.asyncProperty(requests, async ({ report, timeZone, unit, group, calendar, trim }) => {
          const groupByFields = [`period:${unit}`, group].filter(Boolean).join(',')
          const all = { ...report, ...timed(report, calendar), ...trim, timeZone, groupByFields }
          const rows = await rowsOf({ store, projectKey: 'AB' }, { ...all, aggregationType: 'sum' })
          const step = Math.ceil(rows.length / 5)
          for (const { groups, issueCount, cells } of rows.filter((_, i) => i % step === 0)) {
            const inGroup = JSON.stringify(groups)
            const list = await rowsOf({ store, projectKey: 'AB' }, { ...all, inGroup }, 'list')
            const sums = new Map<string, bigint>()
            for (const [id, raw] of list.flatMap(row => [...row.cells]))
              sums.set(id, (sums.get(id) ?? 0n) + BigInt(raw))
            expect([inGroup, list.length, new Map([...sums].map(([id, sum]) => [id, String(sum)]))]).toEqual([
              ...[inGroup, issueCount, cells],
            ])
            expect(new Set(list.map(row => JSON.stringify(row.groups)))).toEqual(
              new Set(issueCount > 0 ? [inGroup] : []),
            )
          }
        })
        await fc.assert(leads, { seed: SEED, numRuns: cases(4) })
      })
    }
  })

  it('one period over everything has the values of the report without periods', async () => {
    const aggregate = fc.constantFrom('sum', 'average', 'median', 'standardDeviation', 'percentile')
    for (const tracker of fc.sample(trackers, runs(1))) {
      await withStore(tracker, async store => {
        const same = fc.asyncProperty(
          requests,
          aggregate,
          async ({ report, group, calendar, trim }, aggregationType) => {
            const percentiles = aggregationType === 'percentile' ? { percentile: '67' } : { percentiles: '50' }
            // Visits that began before the window are in no period.
            const window = isOfVisits(report) ? { trimHistoryEndDate: '2024-03-30' } : trim
            const all = { ...report, ...timed(report, calendar), ...window, ...percentiles, aggregationType }
            const one = { ...all, asOf: '2024-04-06', timeZone: 'UTC' }
            const plain = await rowsOf({ store, projectKey: 'AB' }, { ...one, groupByFields: group })
            const cut = await rowsOf(
              { store, projectKey: 'AB' },
              { ...one, groupByFields: ['period:year', group].filter(Boolean).join(',') },
            )
            const valued = ({ cells }: ReportRow) => cells.size > 0
            expect(cut.map(({ groups, cells }) => [groups.slice(1), cells])).toEqual(
              plain.filter(valued).map(({ groups, cells }) => [groups, cells]),
            )
          },
        )
        await fc.assert(same, { seed: SEED, numRuns: cases(6) })
      })
    }
  })
})
