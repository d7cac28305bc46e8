import { describe, expect, it } from 'vitest'
import type { PageCatalogue } from '../../../src/reports/page/page-types.ts'
import { parameters } from '../../../src/store/plan/parameters.ts'
import { labelledText, settingErrors, warningText } from '../../../src/web/builder/setting-errors.ts'
import { type Choices, endpointOf, parametersOf } from '../../../src/web/state/choices.ts'
import { service } from '../../contract/service.ts'

const server = await service()
const catalogue = JSON.parse((await server.inject({ method: 'GET', url: '/api/catalogue' })).text) as PageCatalogue

const standard: Choices = {
  filterType: 'project',
  projectKey: 'WEB',
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
}
const groups: Choices = { ...standard, aggregationType: 'average' }
const issues: Choices = { ...standard, report: 'list' }

const METRIC = { name: 'Lead time', to: { id: '6' } }

/** Addresses with an error, each with its settings. */
const ADDRESSES: Readonly<Record<string, Choices>> = {
  'an unknown aggregate': { ...groups, aggregationType: 'most' },
  'no aggregate': standard,
  'an unknown report': { ...groups, columnsBy: 'time' },
  'no report': { ...groups, columnsBy: '' },
  'a summary of dates': { ...groups, columnsBy: 'lastTransitionFromDate' },
  'an unknown way to select issues': { ...groups, filterType: 'board' },
  'no way to select issues': { ...groups, filterType: '' },
  'two ways to select issues': { ...groups, customjql: 'project = WEB', user: 'bob', sprintID: '7', jqlFilterID: '3' },
  'a project next to a query': { ...groups, filterType: 'customjql', customjql: 'project = WEB' },
  'no project': { ...groups, projectKey: '' },
  'no user': { ...groups, filterType: 'user', projectKey: '' },
  'no query': { ...groups, filterType: 'customjql', projectKey: '' },
  'no saved query': { ...groups, filterType: 'jqlfilter', projectKey: '' },
  'no sprint': { ...groups, filterType: 'sprint', projectKey: '' },
  'an unknown project': { ...groups, projectKey: 'WEBB' },
  'an unknown user': { ...groups, filterType: 'user', projectKey: '', user: 'nobody' },
  'an unknown saved query': { ...groups, filterType: 'jqlfilter', projectKey: '', jqlFilterID: 'mine' },
  'an unknown sprint': { ...groups, filterType: 'sprint', projectKey: '', sprintID: 'Sprint 7' },
  'an error of a query': { ...groups, filterType: 'customjql', projectKey: '', customjql: 'status =' },
  'unknown visits': { ...groups, multiVisitBehavior: 'some' },
  'average visits by month worked': { ...groups, multiVisitBehavior: 'average', groupByFields: 'period:month' },
  'an unknown denominator': { ...groups, averageDenominator: 'none' },
  'no percentile': { ...groups, aggregationType: 'percentile' },
  'a wrong percentile': { ...groups, aggregationType: 'percentile', percentile: '101' },
  'wrong percentiles': { ...groups, percentiles: '50,x' },
  'too many percentiles': { ...groups, percentiles: '1,2,3,4,5,6,7,8,9,10,11' },
  'unknown fields': { ...issues, fields: 'assignee,nothing,currentStatusAge,less' },
  'no fields to measure': { ...groups, columnsBy: 'anyfieldDuration' },
  'unknown fields to measure': { ...groups, columnsBy: 'anyfieldDuration', historyFields: 'nothing' },
  'unknown statuses': { ...groups, statuses: '3,Nowhere' },
  'a status twice': { ...groups, statuses: '3,In Progress' },
  'a combined status of unknown ones': {
    ...groups,
    statuses: JSON.stringify([{ type: 'cons', name: 'Both', statuses: ['3', '99'] }]),
  },
  'combined statuses that cannot be read': { ...groups, statuses: '[{"type":"std"' },
  'a combined status without statuses': {
    ...groups,
    statuses: JSON.stringify([{ type: 'cons', name: 'Both', statuses: [] }]),
  },
  'an unknown kind of column': { ...groups, statuses: JSON.stringify([{ type: 'other', id: '3' }]) },
  'assignees that cannot be read': { ...groups, columnsBy: 'assigneeDuration', assignees: '[1]' },
  'unknown groups': { ...groups, columnsBy: 'groupDuration', groups: 'developers,nobody' },
  'no metrics': { ...groups, columnsBy: 'durationBetweenStatuses' },
  'an empty list of metrics': { ...groups, columnsBy: 'durationBetweenStatuses', dbsMetrics: '[]' },
  'metrics that cannot be read': { ...groups, columnsBy: 'durationBetweenStatuses', dbsMetrics: 'x' },
  'a metric of an unknown status': {
    ...groups,
    columnsBy: 'durationBetweenStatuses',
    dbsMetrics: JSON.stringify([{ ...METRIC, from: { id: 'Nowhere' } }]),
  },
  'two metrics with one name': {
    ...groups,
    columnsBy: 'durationBetweenStatuses',
    dbsMetrics: JSON.stringify([METRIC, METRIC]),
  },
  'a metric with a wrong name': {
    ...groups,
    columnsBy: 'durationBetweenStatuses',
    dbsMetrics: JSON.stringify([{ ...METRIC, name: 'A-B' }]),
  },
  'a metric of an unknown category': {
    ...groups,
    columnsBy: 'durationBetweenStatuses',
    dbsMetrics: JSON.stringify([{ name: 'A', to: { category: 'undefined' } }]),
  },
  'too many metrics': {
    ...groups,
    columnsBy: 'durationBetweenStatuses',
    dbsMetrics: JSON.stringify(Array.from({ length: 11 }, (_, i) => ({ ...METRIC, name: `M ${i}` }))),
  },
  'an unknown choice of deleted statuses': { ...groups, includeDeletedStatuses: 'maybe' },
  'wrong dates': {
    ...groups,
    dateRangeField: 'created',
    startDate: 'soon',
    endDate: '2024-02-31',
    trimHistoryStartDate: 'x',
    trimHistoryEndDate: 'y',
  },
  'dates in a wrong order': {
    ...groups,
    dateRangeField: 'created',
    startDate: '2024-03-01',
    endDate: '2024-02-01',
    trimHistoryStartDate: '2024-03-01',
    trimHistoryEndDate: '2024-02-01',
  },
  'dates without a field': { ...groups, startDate: '2024-03-01', endDate: '2024-04-01' },
  'dates of an unknown field': { ...groups, startDate: '2024-03-01', dateRangeField: 'due' },
  'an unknown calendar': { ...groups, calendar: 'gone' },
  'no calendar': { ...groups, calendar: '' },
  'no length of a day': { ...groups, calendar: '0' },
  'an unknown length of a day': { ...groups, calendar: '0', dayLength: 'long' },
  'working days around the clock': { ...groups, dayLength: 'businessDays' },
  'working days of different lengths': { ...groups, calendar: 'support', dayLength: 'businessDays' },
  'an unknown format': { ...groups, viewFormat: 'weeks' },
  'wrong patterns of dates': { ...groups, dateFormat: 'yyyy-MM-ddb', dateTimeFormat: "dd 'of" },
  'an unknown column to sort by': { ...groups, sortBy: 'Nowhere', sortDir: 'desc' },
  'sorting without a direction': { ...groups, sortBy: '3' },
  'a direction without sorting': { ...groups, sortDir: 'up' },
  'sorting a report that cannot be sorted': { ...groups, columnsBy: 'transitionCount', sortBy: '3', sortDir: 'desc' },
  'conditions of a report without them': { ...groups, columnsBy: 'transitionCount', filters: '[]' },
  'conditions that cannot be read': { ...groups, filters: '[{"column"' },
  'a condition on an unknown column': {
    ...groups,
    filters: JSON.stringify([{ column: 'Nowhere', operator: 'greaterThan', value: '2', unit: 'day' }]),
  },
  'a condition with a wrong value': {
    ...groups,
    filters: JSON.stringify([{ column: '3', operator: 'greaterThan', value: 'two', unit: 'day' }]),
  },
  'a condition with a wrong comparison': {
    ...groups,
    filters: JSON.stringify([{ column: '3', operator: 'greater', value: '2', unit: 'week' }]),
  },
  'too many conditions': {
    ...groups,
    filters: JSON.stringify(
      Array.from({ length: 11 }, () => ({ column: '3', operator: 'greaterThan', value: '2', unit: 'day' })),
    ),
  },
  'an unknown placeholder': { ...groups, emptyValueToken: 'Dash' },
  'an unknown grouping': { ...groups, groupByFields: 'priority,nothing' },
  'a grouping by an unknown unit': { ...groups, groupByFields: 'date:moon:created' },
  'a grouping by a date without a unit': { ...groups, groupByFields: 'date' },
  'a grouping by the month of no date': { ...groups, groupByFields: 'date:month:priority' },
  'a grouping by the month of an unknown field': { ...groups, groupByFields: 'date:month:nothing' },
  'a grouping by an unknown period': { ...groups, groupByFields: 'period:moon' },
  'a grouping by a period without a unit': { ...groups, groupByFields: 'period' },
  'a grouping by two periods': { ...groups, groupByFields: 'period:month,period:week' },
  'a period in a list': { ...issues, groupByFields: 'period:month' },
  'a wrong size of a page': { ...issues, pageSize: 'all' },
  'a page before the first': { ...issues, startIssueIndex: '-1' },
  'a page that is no number': { ...issues, startIssueIndex: 'x' },
  'a wrong time': { ...groups, asOf: 'once' },
  'a time in the future': { ...groups, asOf: '2099-01-01' },
  'an unknown time zone': { ...groups, timeZone: 'Mars/Base' },
  'settings of CSV': {
    ...groups,
    csvSafe: 'x',
    csvBom: 'x',
    delimiter: 'x',
    decimal: 'x',
    durations: 'x',
    columnNames: 'x',
    uniqueHeaders: 'x',
    outputType: 'x',
  },
  'an unknown database': { ...groups, engine: 'oracle' },
  'a group of other groupings': { ...issues, groupByFields: 'priority', inGroup: '["High","Bug"]' },
  'a group without groupings': { ...issues, inGroup: '["High"]' },
  'a group that cannot be read': { ...issues, groupByFields: 'priority', inGroup: 'High' },
  'an unknown order': { ...issues, orderBy: 'Nowhere' },
  'an unknown direction': { ...issues, orderBy: 'key', orderDir: 'up' },
  'a direction without an order': { ...issues, orderDir: 'asc' },
  'a setting in two spellings': { ...groups, viewformat: 'days', viewFormat: 'hours' } as Choices,
  'a setting in another spelling': { ...groups, VIEWFORMAT: 'weeks' } as Choices,
}

/** Returns the errors of an address in the words of the page, with the server's messages. */
async function errorsOf(address: Choices) {
  const choices = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''))
  const { status, text } = await server.get(endpointOf(choices), parametersOf(choices))
  expect(status, text).toBe(400)
  const { messages } = JSON.parse(text) as { readonly messages: readonly string[] }
  return { messages, errors: settingErrors(messages, choices, catalogue) }
}

/** Names and values of parameters that are no words. */
const API_WORDS = parameters
  .flatMap(one => [one.name, ...('values' in one ? one.values : [])])
  .filter(word => /[a-z][A-Z]|hhmmss|jql/.test(word))

const named = (message: string, choices: Choices = {}) =>
  settingErrors([`ERROR: ${message}`], { ...groups, ...choices }, catalogue).map(labelledText)

describe('an error', () => {
  it.each(Object.entries(ADDRESSES))(
    'of %s is in the words of the page, with the message of the server',
    async (_, address) => {
      const { messages, errors } = await errorsOf(address)
      for (const [index, error] of errors.entries()) {
        const shown = labelledText(error)
        for (const word of API_WORDS) expect(shown).not.toContain(word)
        expect(error.details ?? messages[index]).toBe(messages[index])
        expect(error.details !== null || messages[index]!.includes(error.text.replace(/^This /, ''))).toBe(true)
      }
    },
  )

  it('is known for every parameter of a report', async () => {
    const explained = new Set<string | null>()
    for (const address of Object.values(ADDRESSES)) {
      for (const { parameter } of (await errorsOf(address)).errors) explained.add(parameter)
    }
    const known = parameters.filter(({ of }) => of !== 'issue').map(({ name }) => name)
    expect(known.filter(name => !explained.has(name))).toEqual([])
  })

  it.each([
    [
      'an unknown aggregate',
      'Show: “most” is not possible. Choose one of: Average, Sum, Median, Standard deviation, Percentile.',
    ],
    [
      'a summary of dates',
      'Report: “Last left” reports dates, which cannot be summarized. Set Layout to “Issue list”.',
    ],
    [
      'a project next to a query',
      'Project: This does not apply, because the issues are selected by Query (JQL). Remove it.',
    ],
    ['an unknown project', 'Project: “WEBB” is not a project that you have access to.'],
    ['no user', 'Current assignee: Choose a person.'],
    [
      'average visits by month worked',
      'If an issue returns to a status: “use the average visit” is not possible if rows are grouped by the time worked. Choose one of: add up the visits, use the first visit, use the last visit.',
    ],
    ['a wrong percentile', 'Percentile: Choose a whole number from 1 to 100.'],
    ['too many percentiles', 'Additional percentiles: This has 11 elements. Allowed: at most 10.'],
    ['unknown fields', 'Additional fields: “nothing” and “less” are not fields.'],
    ['a status twice', 'Statuses: Two columns are named “In Progress”.'],
    ['a combined status of unknown ones', 'Statuses: “99” is not a status.'],
    ['a combined status without statuses', 'Statuses: The combined column “Both” has no status.'],
    ['combined statuses that cannot be read', 'Statuses: This part of the address cannot be read. Choose it again.'],
    ['assignees that cannot be read', 'Assignees: This part of the address cannot be read. Choose it again.'],
    ['a metric of an unknown status', 'Metrics: “Nowhere” is not a status.'],
    ['a metric of an unknown category', 'Metrics: This is not possible here.'],
    ['two metrics with one name', 'Metrics: Two columns are named “Lead time”.'],
    ['dates without a field', 'Date field: Choose one of: created, updated, resolved.'],
    [
      'an unknown calendar',
      'Working hours: “gone” is not a calendar. Choose one of: Around the clock (24/7), Business hours, Support.',
    ],
    [
      'working days around the clock',
      'Length of a day: “a working day” needs a calendar. Choose one under Working hours, or remove this.',
    ],
    [
      'working days of different lengths',
      'Length of a day: The working days of this calendar differ in length. Choose 24 hours.',
    ],
    ['an unknown column to sort by', 'Sort rows by: “Nowhere” is not a column of this report.'],
    [
      'sorting a report that cannot be sorted',
      'Sort rows by: The report “Transitions” does not have this setting. Remove it.',
    ],
    ['a condition on an unknown column', 'Conditions: “Nowhere” is not a column of this report.'],
    ['a condition with a wrong value', 'Conditions: “two” is not a number.'],
    [
      'a grouping by an unknown unit',
      'Group by: “moon” is not possible. Choose one of: year, quarter, month, week, day.',
    ],
    ['a grouping by the month of no date', 'Group by: “Priority” is not a date. Group by it without a unit.'],
    [
      'a period in a list',
      'Group by: This issue list cannot be grouped by the time worked. Choose a date, such as the month created.',
    ],
    [
      'an unknown time zone',
      'Time zone: “Mars/Base” is not a time zone. Choose one from the list, such as Europe/Berlin.',
    ],
    ['a time in the future', "As of: '2099-01-01' is in the future. Allowed: up to now, 2024-03-15T00:00:00.000Z."],
    ['a setting in two spellings', 'Duration format: The address has this setting more than once.'],
  ])('of %s says: %s', async (name, text) => {
    const { errors } = await errorsOf(ADDRESSES[name]!)
    expect(errors.map(labelledText)).toEqual([text])
  })

  it('of dates says which is wrong', async () => {
    const wrong = await errorsOf(ADDRESSES['wrong dates']!)
    expect(wrong.errors.map(labelledText)).toEqual([
      'Issues from: “soon” is not a date. Choose a date.',
      'Issues to: “2024-02-31” is not a date. Choose a date.',
      'Count time from: “x” is not a date. Choose a date.',
      'Count time to: “y” is not a date. Choose a date.',
    ])
    const order = await errorsOf(ADDRESSES['dates in a wrong order']!)
    expect(order.errors.map(labelledText)).toEqual([
      'Issues from: The first date, 2024-03-01, is after the last one, 2024-02-01.',
      'Count time from: The first date, 2024-03-01, is after the last one, 2024-02-01.',
    ])
  })

  it('of a name that several items have says so', () => {
    const calendars = ['a', 'b'].map(id => ({ id, name: 'Nights', isDefault: false, dailyWorkingHours: 8 }))
    const errors = settingErrors(
      ["ERROR: calendar 'nights' is the name of 2 calendars; give one of their ids: a, b."],
      { ...groups, calendar: 'nights' },
      { ...catalogue, calendars },
    )
    expect(errors.map(({ text }) => text)).toEqual([
      'There are several calendars with the name “nights”. Choose one of: Around the clock (24/7), Nights, Nights.',
    ])
    expect(
      named("assignees 'Ann' is the name of 2 users; give one of their ids: a1, a2.", { assignees: 'Ann' }),
    ).toEqual(['Assignees: A name in this list belongs to several people. Choose the person again.'])
  })

  it('of too much says how much is possible', () => {
    expect(
      named('statuses gives 21000 value columns. Allowed: at most 20000; select fewer.', { statuses: '1,3' }),
    ).toEqual(['Statuses: This gives 21000 value columns. Allowed: at most 20000; select fewer.'])
    const days =
      "groupByFields 'period:day': there are more than 30000 periods since 1900-01-01 00:00. Allowed: at most 30000. Choose a longer unit, or a later trimHistoryStartDate."
    expect(named(days, { groupByFields: 'period:day' })).toEqual([
      'Group by: There would be too many rows. Choose a longer unit, or count time from a later date.',
    ])
  })

  it('without own words of the page is kept in the details', () => {
    const message = 'ERROR: pageSize is not possible with newSetting.'
    expect(settingErrors([message], groups, catalogue)).toEqual([
      {
        parameter: 'pageSize',
        label: 'Issues per page',
        text: 'This is not possible here.',
        details: message,
        isMissing: false,
      },
    ])
  })

  it('about no setting is the message of the server', () => {
    expect(settingErrors(['ERROR: the request cannot be read: it is cut.'], groups, catalogue)).toEqual([
      { parameter: null, label: null, text: 'the request cannot be read: it is cut.', details: null, isMissing: false },
    ])
  })
})

describe('a warning', () => {
  it('names the settings as the page does', () => {
    expect(warningText('viewFormat was ignored: it has no effect on statusCount.')).toBe(
      '“Duration format” is not used: it has no effect on this report.',
    )
    expect(warningText('dateRangeField was ignored: there is no startDate and no endDate.')).toBe(
      '“Date field” is not used: there is no “Issues from” and no “Issues to”.',
    )
  })

  it('about no setting is that of the server', () => {
    const unknown = "Unknown parameter 'viewFormt' was ignored. Did you mean 'viewFormat'?"
    expect(warningText(unknown)).toBe(unknown)
    expect(warningText('3 issues of this report have no change log.')).toBe(
      '3 issues of this report have no change log.',
    )
  })
})
