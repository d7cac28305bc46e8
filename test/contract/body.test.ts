import { beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../src/store/plan/parameters.ts'
import { clause, inBoth } from './clause.ts'
import { hours, ids, keys } from './notation.ts'
import { type RequestParameters, type Service, service, VERSION } from './service.ts'

// service.ts checks that each body has exactly the keys of its schema.

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

const ACTIVE = JSON.stringify([
  { type: 'cons', name: 'Active', statuses: ['3', '10'] },
  { type: 'std', id: '6' },
])

clause('§2.2', 'total', () => {
  it('of a list is the number of its issues, on all pages', async () => {
    expect((await tracker.list({ pageSize: 1 })).total).toBe(3)
  })
  it('of an aggregation is the number of its rows', async () => {
    expect((await tracker.aggregation({ groupByFields: 'priority' })).total).toBe(2)
  })
})

/** Tests one key in both bodies. */
function testKey(name: string, key: string, parameters: RequestParameters, value: unknown): void {
  inBoth(name, async endpoint => {
    expect(await readKey(endpoint, key, parameters)).toEqual(value)
  })
}

async function readKey(endpoint: Endpoint, key: string, parameters: RequestParameters): Promise<unknown> {
  return ((await tracker.report(endpoint, parameters)) as unknown as Record<string, unknown>)[key]
}

clause('§2.2', 'dateTimeFormat', () => {
  testKey('is the pattern in effect', 'dateTimeFormat', {}, 'dd/MMM/yy h:mm a')
  testKey('is the one of the request', 'dateTimeFormat', { dateTimeFormat: 'HH:mm' }, 'HH:mm')
})
clause('§2.2', 'dateFormat', () => {
  testKey('is the pattern in effect', 'dateFormat', {}, 'dd/MMM/yy')
})
clause('§2.2', 'timeZone', () => {
  testKey("is the caller's, else the server's", 'timeZone', {}, 'UTC')
  testKey('is the one of the request', 'timeZone', { timeZone: 'Europe/Berlin' }, 'Europe/Berlin')
})
clause('§2.2', 'locale', () => {
  testKey('is a language tag', 'locale', {}, 'en-US')
})
clause('§2.2', 'viewFormat', () => {
  testKey('is the format in effect', 'viewFormat', { viewFormat: '' }, 'minutes')
  testKey('has the spelling of the contract', 'viewFormat', { viewFormat: 'DAYS' }, 'days')
})
clause('§2.2', 'version', () => {
  testKey('is that of the service', 'version', {}, VERSION)
})
clause('§2.2', 'isComposite', () => {
  testKey('is false with one level of columns', 'isComposite', {}, false)
  testKey('is true with two', 'isComposite', { columnsBy: 'statusDurationByAssignee' }, true)
})

clause('§2.2', 'columnsBy', () => {
  it.each([
    ['statusDuration', 'Status Duration'],
    ['durationBetweenStatuses', 'Duration Between Statuses'],
    ['assigneeDuration', 'Assignee Duration'],
    ['statusDurationByAssignee', 'Status Duration by Assignee'],
    ['assigneeDurationByStatus', 'Assignee Duration by Status'],
    ['groupDuration', 'Group Duration'],
    ['statusDurationByGroup', 'Status Duration by Group'],
    ['groupDurationByStatus', 'Group Duration by Status'],
    ['anyfieldDuration', 'Any Field Duration'],
    ['statusCount', 'Status Count'],
    ['transitionCount', 'Transition Count'],
    ['anyFieldCount', 'Any Field Count'],
    ['firstTransitionToStatusDate', 'First Transition To Status Date'],
    ['firstTransitionFromStatusDate', 'First Transition From Status Date'],
    ['lastTransitionToStatusDate', 'Last Transition To Status Date'],
    ['lastTransitionFromDate', 'Last Transition From Status Date'],
  ])('of %s is %s', async (columnsBy, label) => {
    const dbsMetrics = '[{"name":"A","to":{"id":"6"}}]'
    expect(await readKey('list', 'columnsBy', { columnsBy, historyFields: 'priority', dbsMetrics })).toBe(label)
  })
})

clause('§2.2', 'query', () => {
  testKey('is the query that ran', 'query', { projectKey: 'web' }, 'project = "WEB" ORDER BY key DESC')
})
clause('§2.2', 'reportDate', () => {
  testKey('is the evaluation time of the report in dateTimeFormat', 'reportDate', {}, '15/Mar/24 12:00 AM')
  testKey('is asOf when it is sent', 'reportDate', { asOf: '2024-03-10T15:30:00Z' }, '10/Mar/24 3:30 PM')
})

const OPEN = { id: '1', name: 'Open', deleted: false }
const DONE = { id: '6', name: 'Done', deleted: false }
const WAITING = { id: '4', name: 'Waiting', deleted: true }

clause('§2.2', 'includedStatuses', () => {
  testKey('are those selected', 'includedStatuses', { statuses: '6,1' }, [DONE, OPEN])
  testKey('else those found in histories', 'includedStatuses', { projectKey: 'OPS' }, [OPEN])
  testKey('members of consolidated columns are', 'includedStatuses', { statuses: ACTIVE }, [
    { id: '3', name: 'In Progress', deleted: false },
    { id: '10', name: 'Review', deleted: false },
    DONE,
  ])
})
clause('§2.2', 'excludedStatuses', () => {
  testKey('are those found that are not included', 'excludedStatuses', { statuses: '3,10' }, [OPEN, DONE, WAITING])
  testKey('are none when all are included', 'excludedStatuses', {}, [])
})
clause('§2.2', 'deletedStatuses', () => {
  testKey('are those found that the tracker no longer has', 'deletedStatuses', { statuses: '3' }, [WAITING])
  testKey('are none where none was found', 'deletedStatuses', { projectKey: 'OPS' }, [])
})

clause('§2.2', 'isAggregationType', () => {
  it('distinguishes the two reports', async () => {
    expect(await readKey('aggregation', 'isAggregationType', {})).toBe(true)
    expect(await readKey('list', 'isAggregationType', {})).toBe(false)
  })
})
clause('§2.2', 'isOverall', () => {
  it('is only true for an aggregation without groups', async () => {
    expect(await readKey('aggregation', 'isOverall', {})).toBe(true)
    expect(await readKey('aggregation', 'isOverall', { groupByFields: 'priority' })).toBe(false)
    expect(await readKey('list', 'isOverall', {})).toBe(false)
  })
})

const FLAGS = ['isAverage', 'isSum', 'isMedian', 'isStddev'] as const

/** The flags that are true. */
async function flags(aggregationType: string): Promise<string> {
  const body = await tracker.aggregation({ aggregationType })
  return FLAGS.filter(flag => body[flag]).join(' ')
}

clause('§2.2', 'isAverage', () => {
  it('is only true for averages', async () => expect(await flags('average')).toBe('isAverage'))
  it('is false for a list', async () => expect(await readKey('list', 'isAverage', {})).toBe(false))
})
clause('§2.2', 'isSum', () => {
  it('is only true for sums', async () => expect(await flags('sum')).toBe('isSum'))
  it('is false for a list', async () => expect(await readKey('list', 'isSum', {})).toBe(false))
})
clause('§2.2', 'isMedian', () => {
  it('is only true for medians', async () => expect(await flags('median')).toBe('isMedian'))
})
clause('§2.2', 'isStddev', () => {
  it('is only true for deviations', async () => expect(await flags('standardDeviation')).toBe('isStddev'))
})

clause('§2.2', 'totalIssueCount', () => {
  it('is the number of issues that went into the calculation', async () => {
    expect(await readKey('aggregation', 'totalIssueCount', { groupByFields: 'priority' })).toBe(3)
  })
})
clause('§2.2', 'multiVisitBehavior', () => {
  it('is the effective one, total if it does not apply', async () => {
    expect(await readKey('aggregation', 'multiVisitBehavior', { multiVisitBehavior: 'LAST' })).toBe('last')
    expect(await readKey('aggregation', 'multiVisitBehavior', {})).toBe('total')
    const count = { columnsBy: 'statusCount', multiVisitBehavior: 'last' }
    expect(await readKey('aggregation', 'multiVisitBehavior', count)).toBe('total')
  })
})
clause('§2.2', 'dayLength', () => {
  it('is the effective one, 24HourDays if it does not apply', async () => {
    expect(await readKey('aggregation', 'dayLength', { calendar: '0', dayLength: 'businessDays' })).toBe('businessDays')
    expect(await readKey('aggregation', 'dayLength', { columnsBy: 'statusCount', calendar: '' })).toBe('24HourDays')
  })
})
clause('§2.2', 'trimHistoryStartDate', () => {
  it('is formatted as yyyy-MM-dd HH:mm, null if absent', async () => {
    const key = 'trimHistoryStartDate'
    expect(await readKey('aggregation', key, { trimHistoryStartDate: '2024-03-01' })).toBe('2024-03-01 00:00')
    expect(await readKey('aggregation', key, {})).toBeNull()
  })
})
clause('§2.2', 'trimHistoryEndDate', () => {
  it('is formatted as yyyy-MM-dd HH:mm, null if absent', async () => {
    const key = 'trimHistoryEndDate'
    expect(await readKey('aggregation', key, { trimHistoryEndDate: '2024-03-01 13:30' })).toBe('2024-03-01 13:30')
    expect(await readKey('aggregation', key, {})).toBeNull()
  })
})
clause('§2.2', 'drawAllChart', () => {
  it('is true when any cell has a value', async () => {
    expect(await readKey('aggregation', 'drawAllChart', {})).toBe(true)
    expect(await readKey('aggregation', 'drawAllChart', { statuses: '7' })).toBe(false)
  })
})

clause('§2.2', 'startIssueIndex', () => {
  it('is the first index of the page returned', async () => {
    expect(await readKey('list', 'startIssueIndex', { pageSize: 2, startIssueIndex: 3 })).toBe(2)
  })
})
clause('§2.2', 'endIssueIndex', () => {
  it('is the last index of the page returned, inclusive', async () => {
    expect(await readKey('list', 'endIssueIndex', { pageSize: 2 })).toBe(1)
    expect(await readKey('list', 'endIssueIndex', { pageSize: 2, startIssueIndex: 2 })).toBe(2)
  })
})
clause('§2.2', 'pageSize', () => {
  it('is the effective one', async () => {
    expect(await readKey('list', 'pageSize', { pageSize: 0 })).toBe(200)
    expect(await readKey('list', 'pageSize', { pageSize: 7 })).toBe(7)
  })
})

/** The keys of the calendar, as each of the two original reports returns them. */
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const AGGREGATION_KEYS = [
  'id',
  'name',
  ...WEEK,
  'timeZone',
  'holidayList',
  'holidaysSuccessfullyLoaded',
  'startTime',
].concat(['endTime', 'isDefault', 'holidays'])
const LIST_KEYS = [
  'id',
  'name',
  ...WEEK,
  'startHour',
  'startMinute',
  'endHour',
  'endMinute',
  'holidaysText',
  'timeZone',
].concat(['holidaysWithDesc', 'holidaysWithoutDesc', 'holidayMap', 'default', 'startTime', 'endTime'])

clause('§2.2', 'calendar', () => {
  inBoth('has the keys of both reports', async endpoint => {
    const calendar = (await readKey(endpoint, 'calendar', {})) as object
    expect(Object.keys(calendar)).toEqual(expect.arrayContaining([...AGGREGATION_KEYS, ...LIST_KEYS]))
  })

  inBoth('of normalHours has no id and counts every day from 00:00 to 00:00', async endpoint => {
    const calendar = (await readKey(endpoint, 'calendar', {})) as Record<string, unknown>
    const day = { startTime: '00:00', endTime: '00:00', startHour: 0, startMinute: 0, endHour: 0, endMinute: 0 }
    const week = Object.fromEntries(WEEK.map(weekday => [weekday, true]))
    const flags = { isDefault: false, default: false, holidaysText: null, timeZone: 'UTC' }
    expect(calendar).toMatchObject({ id: null, ...week, ...day, ...flags })
  })

  inBoth('is the default business calendar for 0', async endpoint => {
    const calendar = await readKey(endpoint, 'calendar', { calendar: '0', dayLength: 'businessDays' })
    expect(calendar).toMatchObject({ id: '0', monday: true, friday: true, saturday: false, sunday: false })
    expect(calendar).toMatchObject({ startTime: '09:00', endTime: '17:00', startHour: 9, endHour: 17 })
    expect(calendar).toMatchObject({ isDefault: true, default: true, dailyWorkingHours: 8 })
  })

  inBoth('contains the holidays of a calendar in all formats', async endpoint => {
    const calendar = await readKey(endpoint, 'calendar', { calendar: 'support', dayLength: '24HourDays' })
    const holiday = { date: '01/01/2024', applyEachYear: true, description: 'New Year' }
    expect(calendar).toMatchObject({ holidayList: [holiday], holidaysWithDesc: [holiday], holidaysWithoutDesc: [] })
    const byDate = { '01/01/2024': 'New Year' }
    expect(calendar).toMatchObject({ holidays: byDate, holidayMap: byDate, holidaysText: '01/01/2024 New Year' })
  })
})

clause('§2.2', 'table', () => {
  inBoth('has a header of four arrays and a body of rows', async endpoint => {
    const { table } = await tracker.report(endpoint)
    expect(Object.keys(table)).toEqual(['header', 'body'])
    expect(Object.keys(table.header)).toEqual(['headerColumns', 'groupByColumns', 'fieldColumns', 'valueColumns'])
    expect(Object.keys(table.body)).toEqual(['rows'])
  })

  it('has two more headers in composite reports, one for each level', async () => {
    const { header } = (
      await tracker.list({ columnsBy: 'assigneeDurationByStatus', statuses: ACTIVE, assignees: 'bob' })
    ).table
    expect(header.valueColumns[0]).toEqual({
      id: 'Active|bob',
      value: 'Active - Bob',
      baseHeaderId: 'Active',
      subHeaderId: 'bob',
      isConsolidated: true,
      containsStatuses: ['3', '10'],
      hint: 'In Progress, Review',
    })
    expect(header.baseHeader!.valueColumns).toEqual([
      { id: 'Active', value: 'Active', baseHeaderId: 'Active', isConsolidated: true },
      { id: '6', value: 'Done', baseHeaderId: '6', isConsolidated: false },
    ])
    expect(header.subHeader!.valueColumns).toEqual([
      { id: 'bob', value: 'Bob', baseHeaderId: 'Active', isConsolidated: false },
      { id: 'otherUsers', value: 'Other Users', baseHeaderId: 'Active', isConsolidated: false },
      { id: 'bob', value: 'Bob', baseHeaderId: '6', isConsolidated: false },
      { id: 'otherUsers', value: 'Other Users', baseHeaderId: '6', isConsolidated: false },
    ])
  })
})

clause('§2.2', 'header columns and group columns', () => {
  it('a list has the issue columns, key and summary', async () => {
    expect((await tracker.list()).table.header.headerColumns).toEqual([
      { id: 'issuekey', value: 'Key' },
      { id: 'summary', value: 'Summary' },
    ])
  })
  it('an aggregation has none', async () => {
    expect((await tracker.aggregation()).table.header.headerColumns).toEqual([])
  })
  inBoth('groups have an id and a name', async endpoint => {
    const { header } = (await tracker.report(endpoint, { groupByFields: 'assignee' })).table
    expect(header.groupByColumns).toEqual([{ id: 'assignee', value: 'Assignee' }])
  })
})

clause('§2.2', 'value columns', () => {
  inBoth('a standard column has an id, a name and isConsolidated', async endpoint => {
    const { header } = (await tracker.report(endpoint, { statuses: '3' })).table
    expect(header.valueColumns).toEqual([{ id: '3', value: 'In Progress', isConsolidated: false }])
  })
  inBoth('a consolidated column also has its statuses and a hint', async endpoint => {
    const { header } = (await tracker.report(endpoint, { statuses: ACTIVE })).table
    expect(header.valueColumns[0]).toEqual({
      id: 'Active',
      value: 'Active',
      isConsolidated: true,
      containsStatuses: ['3', '10'],
      hint: 'In Progress, Review',
    })
  })
})

clause('§2.2', 'rows', () => {
  it('of a list are the issues, by key descending', async () => {
    expect(keys(await tracker.list())).toBe('WEB-3 WEB-2 WEB-1')
  })
  it('of a list have key and summary', async () => {
    const [row] = (await tracker.list()).table.body.rows
    expect(row!.headerColumns).toEqual([
      { id: 'issuekey', value: 'WEB-3' },
      { id: 'summary', value: '=1+1,\r\n"export"' },
    ])
  })
  it('of an aggregation have the number of their issues, and no current state', async () => {
    const { rows } = (await tracker.aggregation({ groupByFields: 'priority' })).table.body
    expect(rows.map(({ issueCount }) => issueCount)).toEqual([1, 2])
    expect(rows.map(({ currentState }) => currentState)).toEqual([[], []])
  })
})

/** The current state of each issue of a list, `id value`. */
async function current(parameters: RequestParameters): Promise<string[]> {
  const { rows } = (await tracker.list(parameters)).table.body
  return rows.map(({ currentState }) => currentState.map(({ id, value }) => `${id} ${value}`).join(', '))
}

clause('§2.2', 'currentState', () => {
  it('is the open stay with its time so far, or 1 in counts', async () => {
    expect(await current({})).toEqual(['6 336.0', '3 216.0', '6 240.0'])
    expect(await current({ columnsBy: 'statusCount' })).toEqual(['6 1', '3 1', '6 1'])
  })
  it('is present even without a column', async () => {
    expect(await current({ statuses: '1' })).toEqual(['6 336.0', '3 216.0', '6 240.0'])
  })
  it('is that of the assignee or value in reports of users and fields', async () => {
    expect(await current({ columnsBy: 'assigneeDuration' })).toEqual(['cyd 372.0', 'cyd 120.0', 'bob 264.0'])
    const priority = await current({ columnsBy: 'anyfieldDuration', historyFields: 'priority' })
    expect(priority).toEqual(['priority|2 372.0', 'priority|4 264.0', 'priority|4 312.0'])
  })
  it('has one entry for each running metric', async () => {
    const dbsMetrics = '[{"name":"Lead","to":{"id":"6"}},{"name":"Idle","to":{"id":"6"},"excluded":["3"]}]'
    const columnsBy = 'durationBetweenStatuses'
    // WEB-2 was 48 h in Open, and has been in progress for 216 h.
    expect(await current({ columnsBy, dbsMetrics })).toEqual(['', 'Lead 264.0, Idle 48.0', ''])
  })
  it('is empty in transition counts and in reports of dates', async () => {
    expect(await current({ columnsBy: 'transitionCount' })).toEqual(['', '', ''])
    expect(await current({ columnsBy: 'firstTransitionToStatusDate' })).toEqual(['', '', ''])
  })
  it('is the state at the end of the window', async () => {
    // Just before 03-05 WEB-1 was in progress for a day and a half, of which one lies in the window.
    const window = { trimHistoryStartDate: '2024-03-04', trimHistoryEndDate: '2024-03-05' }
    expect(await current(window)).toEqual(['6 24.0', '1 24.0', '3 24.0'])
  })
})

clause('§2.2', 'values', () => {
  inBoth('a value is formatted, raw is the same in milliseconds as text', async endpoint => {
    const body = await tracker.report(endpoint, { projectKey: 'OPS', viewFormat: 'days' })
    expect(body.table.body.rows[0]!.valueColumns).toEqual([{ id: '1', value: '5.0', raw: hours(120) }])
  })
  inBoth('an empty value is the token, without raw', async endpoint => {
    const body = await tracker.report(endpoint, { projectKey: 'OPS', statuses: '3', emptyValueToken: 'Zero' })
    expect(body.table.body.rows[0]!.valueColumns).toEqual([{ id: '3', value: '0' }])
  })
  inBoth('raw of a count is the number', async endpoint => {
    const body = await tracker.report(endpoint, { projectKey: 'OPS', columnsBy: 'statusCount', calendar: '' })
    expect(body.table.body.rows[0]!.valueColumns).toEqual([{ id: '1', value: '1', raw: '1' }])
  })
  inBoth('standard columns have the ids of their statuses', async endpoint => {
    expect(ids(await tracker.report(endpoint))).toBe('1 3 10 6 4')
  })
  inBoth('composite cells have the ids of both levels', async endpoint => {
    const body = await tracker.report(endpoint, { projectKey: 'OPS', columnsBy: 'statusDurationByAssignee' })
    expect(body.table.body.rows[0]!.valueColumns).toEqual([
      { id: 'ann|1', baseHeaderId: 'ann', subHeaderId: '1', value: '120.0', raw: hours(120) },
    ])
  })
})
