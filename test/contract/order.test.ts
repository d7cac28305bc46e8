import { beforeAll, expect, it } from 'vitest'
import { clause } from './clause.ts'
import { hours, keys } from './notation.ts'
import { type RequestParameters, type Service, service } from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

/** Returns the keys of WEB in the order of a column, ascending and descending. Without it: WEB-3 WEB-2 WEB-1. */
async function orders(orderBy: string, more: RequestParameters = {}): Promise<string[]> {
  const sent = { ...more, orderBy }
  return [keys(await tracker.list(sent)), keys(await tracker.list({ ...sent, orderDir: 'desc' }))]
}

const COUNTS = { columnsBy: 'statusCount', calendar: '' }
const METRICS = JSON.stringify([{ name: 'Lead', to: { id: '6', order: 'first' } }])
const WORK = JSON.stringify([
  { type: 'std', id: '1' },
  { type: 'cons', name: 'Work', statuses: ['3', '10'] },
])

clause('General', 'orderBy', () => {
  it('sorts all issues by a value column, with empty cells last in both directions', async () => {
    expect(await orders('1')).toEqual(['WEB-3 WEB-1 WEB-2', 'WEB-2 WEB-1 WEB-3'])
    expect(await orders('3')).toEqual(['WEB-1 WEB-2 WEB-3', 'WEB-2 WEB-1 WEB-3'])
  })

  it('names a column by its id or its name, in any case', async () => {
    expect(await orders('in progress')).toEqual(await orders('3'))
    expect(await orders('WORK', { statuses: WORK })).toEqual(['WEB-1 WEB-2 WEB-3', 'WEB-2 WEB-1 WEB-3'])
    // Lead: WEB-1 96, WEB-2 264 so far, WEB-3 36.
    const metrics = { columnsBy: 'durationBetweenStatuses', dbsMetrics: METRICS }
    expect(await orders('lead', metrics)).toEqual(['WEB-3 WEB-1 WEB-2', 'WEB-2 WEB-1 WEB-3'])
  })

  it('sorts by users, groups, pairs, transitions and values of fields', async () => {
    const byUser = { columnsBy: 'assigneeDuration' }
    // Bob: WEB-1 264, WEB-2 120.
    for (const bob of ['bob', 'KEY-BOB'])
      expect(await orders(bob, byUser)).toEqual(['WEB-2 WEB-1 WEB-3', 'WEB-1 WEB-2 WEB-3'])
    expect(await orders('unassigned', byUser)).toEqual(['WEB-2 WEB-3 WEB-1', 'WEB-2 WEB-3 WEB-1'])
    // Others than Bob: WEB-1 72, WEB-2 120, WEB-3 372.
    const ascending = 'WEB-1 WEB-2 WEB-3'
    expect(await orders('Other Users', { ...byUser, assignees: 'bob' })).toEqual([ascending, 'WEB-3 WEB-2 WEB-1'])
    // Testers are bob and cyd: WEB-1 264, WEB-2 240, WEB-3 372.
    const byGroup = { columnsBy: 'groupDuration', groups: 'testers' }
    expect(await orders('testers', byGroup)).toEqual(['WEB-2 WEB-1 WEB-3', 'WEB-3 WEB-1 WEB-2'])
    expect(await orders('notAMember', byGroup)).toEqual(['WEB-2 WEB-1 WEB-3', 'WEB-1 WEB-2 WEB-3'])
    const composite = { columnsBy: 'statusDurationByAssignee' }
    // In Progress with bob: WEB-1 24, WEB-2 96.
    for (const pair of ['bob|3', 'Bob|In Progress'])
      expect(await orders(pair, composite)).toEqual(['WEB-1 WEB-2 WEB-3', 'WEB-2 WEB-1 WEB-3'])
    const transitions = { columnsBy: 'transitionCount', calendar: '' }
    for (const transition of ['1-3', 'Open -> In Progress'])
      expect(await orders(transition, transitions)).toEqual(['WEB-2 WEB-1 WEB-3', 'WEB-2 WEB-1 WEB-3'])
    const values = { columnsBy: 'anyfieldDuration', historyFields: 'priority,fixVersions' }
    // High: WEB-1 24, WEB-3 372.
    for (const high of ['priority|2', 'Priority|high'])
      expect(await orders(high, values)).toEqual(['WEB-1 WEB-3 WEB-2', 'WEB-3 WEB-1 WEB-2'])
  })

  it('sorts by dates', async () => {
    const entries = { columnsBy: 'firstTransitionToStatusDate', calendar: '' }
    expect(await orders('Done', entries)).toEqual(['WEB-3 WEB-1 WEB-2', 'WEB-1 WEB-3 WEB-2'])
  })

  it('sorts by the key and the summary', async () => {
    for (const key of ['issuekey', 'Key']) expect(await orders(key)).toEqual(['WEB-1 WEB-2 WEB-3', 'WEB-3 WEB-2 WEB-1'])
    expect(await orders('summary')).toEqual(['WEB-3 WEB-1 WEB-2', 'WEB-2 WEB-1 WEB-3'])
  })

  it.each([
    // In the order of the tracker, as in ORDER BY: the highest priority is last in ascending order.
    ['priority', 'WEB-2 WEB-1 WEB-3', 'WEB-3 WEB-2 WEB-1'],
    ['status', 'WEB-2 WEB-3 WEB-1', 'WEB-3 WEB-1 WEB-2'],
    ['assignee', 'WEB-1 WEB-3 WEB-2', 'WEB-3 WEB-2 WEB-1'],
    ['resolutiondate', 'WEB-3 WEB-1 WEB-2', 'WEB-1 WEB-3 WEB-2'],
    ['fixVersions', 'WEB-1 WEB-3 WEB-2', 'WEB-3 WEB-1 WEB-2'],
    ['customfield_10', 'WEB-1 WEB-3 WEB-2', 'WEB-1 WEB-3 WEB-2'],
    ['date:month:created', 'WEB-3 WEB-2 WEB-1', 'WEB-2 WEB-1 WEB-3'],
  ])('sorts by the values of %s', async (column, ascending, descending) => {
    const shown = column.startsWith('date:') ? { groupByFields: column } : { fields: column }
    expect(await orders(column, shown)).toEqual([ascending, descending])
  })

  it('a field column has its item as id, its own id and its name', async () => {
    for (const name of ['GO-LIVE', 'customfield_10', 'Go-live'])
      expect(await orders(name, { fields: 'GO-LIVE' })).toEqual(
        await orders('customfield_10', { fields: 'customfield_10' }),
      )
  })

  it('precedes the groups; ties keep the order of the groups, then of the query', async () => {
    const byPriority = { ...COUNTS, groupByFields: 'priority' }
    expect(await orders('Done', byPriority)).toEqual(['WEB-3 WEB-1 WEB-2', 'WEB-3 WEB-1 WEB-2'])
    const query = { filterType: 'customjql', projectKey: '', customjql: 'project = WEB ORDER BY created ASC' }
    expect(await orders('Open', { ...COUNTS, ...query })).toEqual(['WEB-3 WEB-1 WEB-2', 'WEB-3 WEB-1 WEB-2'])
  })

  it('sorts the whole result, of which a page is a part', async () => {
    const page = (startIssueIndex: number) => tracker.list({ orderBy: '1', pageSize: 1, startIssueIndex })
    expect([keys(await page(0)), keys(await page(1)), keys(await page(2))]).toEqual(['WEB-3', 'WEB-1', 'WEB-2'])
  })

  it('sorts CSV', async () => {
    const csv = await tracker.csv('list', { orderBy: '1', orderDir: 'desc' })
    expect([...csv.matchAll(/^"(WEB-\d)"/gm)].map(([, key]) => key).join(' ')).toBe('WEB-2 WEB-1 WEB-3')
  })

  it('a known column without cells changes nothing', async () => {
    expect(await orders('Parked')).toEqual(['WEB-3 WEB-2 WEB-1', 'WEB-3 WEB-2 WEB-1'])
    expect(await orders('labels|big', { columnsBy: 'anyFieldCount', calendar: '', historyFields: 'labels' })).toEqual([
      'WEB-1 WEB-3 WEB-2',
      'WEB-1 WEB-3 WEB-2',
    ])
  })

  it.each([
    ['an unknown id', { orderBy: '99' }, "'99'"],
    ['a status that is left out', { orderBy: '3', statuses: '1' }, "'3'"],
    ['a field that is no column', { orderBy: 'priority' }, "'priority'"],
    ['a misspelled status', { orderBy: 'In Progres' }, "Did you mean 'In Progress'?"],
    ['a misspelled field', { orderBy: 'prioriti', fields: 'priority' }, "Did you mean 'priority'?"],
    [
      'a misspelled inner level',
      { columnsBy: 'statusDurationByAssignee', orderBy: 'bob|Opn' },
      "Did you mean 'bob|Open'?",
    ],
    ['one of two levels', { columnsBy: 'statusDurationByAssignee', orderBy: 'bob|' }, 'is not a column'],
    [
      'a misspelled transition',
      { columnsBy: 'transitionCount', calendar: '', orderBy: 'Open->Don' },
      "Did you mean 'Open -> Done'?",
    ],
    [
      'a value that never occurs',
      { columnsBy: 'anyFieldCount', calendar: '', historyFields: 'labels', orderBy: 'labels|bigg' },
      "Did you mean 'labels|big',",
    ],
    ['other users without a selection', { columnsBy: 'assigneeDuration', orderBy: 'otherUsers' }, "'otherUsers'"],
    ['a group that is not selected', { columnsBy: 'groupDuration', orderBy: 'testers' }, "'testers'"],
  ])('rejects %s', (_, parameters, message) => tracker.refuses('list', parameters, 'orderBy', message))

  it('is reported with all other errors', async () => {
    const messages = await tracker.refusal('list', { orderBy: '99', orderDir: 'up', pageSize: 'many' })
    expect(messages.map(message => message.split(' ')[1])).toEqual(['pageSize', 'orderBy', 'orderDir'])
  })

  it('is ignored in aggregations, as sortBy is in lists', async () => {
    const { warnings } = await tracker.aggregation({ orderBy: '99' })
    expect(warnings).toEqual(['orderBy was ignored: it is a parameter of the list report.'])
    const list = await tracker.list({ sortBy: '99' })
    expect([keys(list), list.warnings]).toEqual([
      'WEB-3 WEB-2 WEB-1',
      ['sortBy was ignored: it is a parameter of the aggregation report.'],
    ])
  })
})

clause('General', 'orderDir', () => {
  it('is ascending by default', async () =>
    expect(keys(await tracker.list({ orderBy: '1', orderDir: 'ASC' }))).toBe(
      keys(await tracker.list({ orderBy: '1' })),
    ))

  it('needs orderBy', () => tracker.refuses('list', { orderDir: 'asc' }, 'orderBy', 'required', 'orderDir'))

  it('is one of the two', () =>
    tracker.refuses('list', { orderBy: '1', orderDir: 'up' }, 'orderDir', "'up'", 'asc or desc'))
})

clause('General', 'currentStatusAge', () => {
  const age = { fields: 'currentStatusAge', viewFormat: 'hours' }
  const ages = async (more: RequestParameters = {}) =>
    (await tracker.list({ ...age, ...more })).table.body.rows.map(({ headerColumns, fieldColumns }) =>
      [headerColumns[0]!.value, fieldColumns[0]!.value].join(' '),
    )

  it('is a column of fields, formatted with viewFormat, with its raw value', async () => {
    const { header, body } = (await tracker.list({ ...age, fields: 'status,CurrentStatusAge' })).table
    expect(header.fieldColumns[1]).toEqual({ id: 'CurrentStatusAge', value: 'Current Status Age' })
    expect(body.rows[1]!.fieldColumns[1]).toEqual({ id: 'CurrentStatusAge', value: '216.0', raw: hours(216) })
    expect(await tracker.csv('list', { ...age, statuses: '1' })).toContain('"Current Status Age","Open"\r\n')
  })

  it('is the time since the latest entry into the status', async () => {
    expect(await ages()).toEqual(['WEB-3 336.0', 'WEB-2 216.0', 'WEB-1 240.0'])
    expect(await ages({ asOf: '2024-03-04T00:00:00Z' })).toEqual(['WEB-3 72.0', 'WEB-2 0.0', 'WEB-1 12.0'])
  })

  it.each([COUNTS, { columnsBy: 'firstTransitionToStatusDate', calendar: '' }])(
    'counts all hours in reports without a calendar: $columnsBy',
    async report => {
      expect(await ages(report)).toEqual(['WEB-3 336.0', 'WEB-2 216.0', 'WEB-1 240.0'])
      expect((await tracker.list({ ...age, ...report })).warnings).toBeUndefined()
    },
  )

  it('counts working time with a calendar, in reports of all types', async () => {
    // Until Friday 03-15, 00:00. WEB-1 since Tuesday 03-05: 8 weekdays. WEB-3 since Friday 03-01: 10. WEB-2 since 03-06: 7.
    const working = { calendar: '0', dayLength: 'businessDays', viewFormat: 'days' }
    for (const columnsBy of ['statusDuration', 'statusCount', 'lastTransitionFromDate'])
      expect(await ages({ ...working, columnsBy })).toEqual(['WEB-3 10.0', 'WEB-2 7.0', 'WEB-1 8.0'])
  })

  it('is empty for an issue that did not exist at the end of the window', async () =>
    expect(await ages({ trimHistoryEndDate: '2024-03-01' })).toEqual(['WEB-3 24.0', 'WEB-2 -', 'WEB-1 -']))

  it('sorts lists, and is a number in CSV with durations=number', async () => {
    expect(await orders('currentStatusAge', age)).toEqual(['WEB-2 WEB-1 WEB-3', 'WEB-3 WEB-1 WEB-2'])
    const csv = await tracker.csv('list', { ...age, statuses: '1', durations: 'number' })
    expect(csv).toContain('"Current Status Age (hours)","Open (hours)"\r\n')
    expect(csv).toContain(',"336","12"\r\n')
  })

  it('is no field of the tracker', async () => {
    await tracker.refuses('list', { groupByFields: 'currentStatusAge' }, 'groupByFields', "'currentStatusAge'")
    await tracker.refuses('list', { orderBy: 'currentStatusAge' }, 'orderBy', "'currentStatusAge'")
  })
})
