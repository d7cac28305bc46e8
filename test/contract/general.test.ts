import { beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../src/store/plan/parameters.ts'
import { parameters } from '../../src/store/plan/parameters.ts'
import { clause, inBoth } from './clause.ts'
import { ids, lines } from './notation.ts'
import {
  type AggregationBody,
  aggregationBody,
  type ListBody,
  listBody,
  messagesOf,
  type RequestParameters,
  type Service,
  saying,
  service,
} from './service.ts'

let tracker: Service
/** The usual reports, requested once. */
let usual: Readonly<Record<Endpoint, ListBody | AggregationBody>>
beforeAll(async () => {
  tracker = await service()
  usual = { list: await tracker.list(), aggregation: await tracker.aggregation() }
})

clause('General', 'names and enum values', () => {
  inBoth('ignore case', async endpoint => {
    const shouted = {
      FILTERTYPE: 'PROJECT',
      projectkey: 'web',
      COLUMNSBY: 'STATUSDURATION',
      Calendar: 'NORMALHOURS',
      ViewFormat: 'HOURS',
      multivisitbehavior: 'FIRST',
      STATUSES: '3',
      AggregationType: 'SUM',
    }
    const answer = await tracker.get(endpoint, shouted)
    if (endpoint === 'list') expect(lines(listBody(answer))[2]).toBe('WEB-1 | 24.0')
    else expect(lines(aggregationBody(answer))).toEqual(['3 | 240.0'])
  })
  inBoth('the two spellings of the parameter table are one', async endpoint => {
    const others = { columnsBy: 'statusCount', aggregationType: 'sum' }
    const answer = await tracker.get(endpoint, { filterType: 'jqlfilter', jqlfilterID: 77, ...others })
    expect(messagesOf(endpoint, answer)).toEqual([saying('jqlFilterID', "'77'")])
  })
})

/** Parameters that the usual requests need. */
const REQUIRED = new Set<string>(['aggregationType', 'filterType', 'projectKey', 'columnsBy', 'calendar', 'viewFormat'])

clause('General', 'empty is absent', () => {
  it.each(parameters.map(({ name }) => name).filter(name => !REQUIRED.has(name)))('%s', async name => {
    for (const endpoint of ['list', 'aggregation'] as const) {
      const { warnings, ...empty } = await tracker.report(endpoint, { [name]: '' })
      expect(empty).toEqual(usual[endpoint])
      const own = parameters.find(one => one.name === name)!.of
      expect(warnings?.length ?? 0).toBe(own === 'both' || own === endpoint ? 0 : 1)
    }
  })
  inBoth('a required one sent empty is missing', endpoint =>
    tracker.refuses(endpoint, { columnsBy: '  ' }, 'columnsBy', 'required'),
  )
})

clause('General', 'repeated parameters', () => {
  it.each([
    ['statuses', ['6', '1'], {}, '6 1'],
    ['assignees', ['bob', 'ann'], { columnsBy: 'assigneeDuration' }, 'bob ann otherUsers unassigned'],
    ['groups', ['testers', 'guests'], { columnsBy: 'groupDuration' }, 'testers guests notAMember'],
    [
      'historyFields',
      ['priority', 'resolution'],
      { columnsBy: 'anyfieldDuration' },
      'priority|2 priority|4 resolution|none',
    ],
  ])('%s is joined', async (name, values, request, expected) => {
    expect(ids(await tracker.list({ ...request, [name]: values }))).toBe(expected)
    expect(ids(await tracker.aggregation({ ...request, [name]: values }))).toBe(expected)
  })

  inBoth('groupByFields is joined', async endpoint => {
    const body = await tracker.report(endpoint, { groupByFields: ['priority', 'assignee'] })
    expect(body.table.header.groupByColumns).toHaveLength(2)
  })

  it('fields is joined', async () => {
    const body = await tracker.list({ fields: ['priority', 'assignee'] })
    expect(body.table.header.fieldColumns).toHaveLength(2)
  })

  it.each([
    ['outputType', 'json', 'csv'],
    ['projectKey', 'WEB', 'WEB'],
    ['viewFormat', 'days', 'hours'],
    ['calendar', '0', 'normalHours'],
    ['statuses', '[{"type":"std","id":"3"}]', '[{"type":"std","id":"6"}]'],
    ['dbsMetrics', '[]', '[]'],
  ])('repeating any other parameter is rejected: %s', async (name, ...values) => {
    for (const endpoint of ['list', 'aggregation'] as const)
      await tracker.refuses(endpoint, { [name]: values }, name, `'${values[0]}'`)
  })

  inBoth('once in the query and once in the body is not twice', async endpoint => {
    const request = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount', aggregationType: 'sum' }
    const { status } = await tracker.post(endpoint, { ...request, viewFormat: 'days' }, { viewFormat: 'hours' })
    expect(status).toBe(200)
  })
})

clause('General', 'unknown parameters', () => {
  inBoth('are ignored and named in warnings', async endpoint => {
    const { warnings, ...body } = await tracker.report(endpoint, { colour: 'red', aggregationtypes: '' })
    expect(warnings).toEqual([expect.stringContaining("'colour'"), expect.stringContaining("'aggregationtypes'")])
    expect(body).toEqual(usual[endpoint])
  })
  inBoth('the member is absent without warnings', async endpoint => {
    expect(usual[endpoint]).not.toHaveProperty('warnings')
  })
})

clause('General', 'parameters of the other endpoint', () => {
  const nonsense = (of: Endpoint) => parameters.filter(one => one.of === of).map(({ name }) => [name, 'nonsense'])

  it('a list ignores those of aggregations without parsing, with a warning for each', async () => {
    const sent = nonsense('aggregation')
    const { warnings, ...body } = await tracker.list(Object.fromEntries(sent))
    expect(sent.length).toBeGreaterThan(4)
    expect(warnings).toHaveLength(sent.length)
    expect(body).toEqual(usual.list)
  })
  it('an aggregation ignores those of lists without parsing, with a warning for each', async () => {
    const sent = nonsense('list')
    const { warnings, ...body } = await tracker.aggregation(Object.fromEntries(sent))
    expect(sent.length).toBeGreaterThan(4)
    expect(warnings).toHaveLength(sent.length)
    expect(body).toEqual(usual.aggregation)
  })
})

clause('General', 'all errors together', () => {
  const EIGHT = {
    outputType: 'xml',
    projectKey: 'NONE',
    columnsBy: 'statusDuration',
    fields: 'mood',
    statuses: '99',
    startDate: 'soon',
    calendar: 'night',
    viewFormat: 'weeks',
    pageSize: 'many',
    dateRangeField: 'created',
  }
  const ORDER = ['outputType', 'projectKey', 'fields', 'statuses', 'startDate', 'calendar', 'viewFormat', 'pageSize']

  it("eight errors of a list give eight messages, in the contract's order", async () => {
    const request = Object.fromEntries(Object.entries(EIGHT).reverse()) as RequestParameters
    const messages = await tracker.refusal('list', request)
    expect(messages).toHaveLength(8)
    expect(messages.map(text => text.split(' ')[1])).toEqual(ORDER)
    for (const [i, name] of ORDER.entries()) expect(messages[i]).toContain(`'${EIGHT[name as keyof typeof EIGHT]}'`)
  })

  it('eight errors of an aggregation give eight messages', async () => {
    const request = {
      aggregationType: 'mean',
      multiVisitBehavior: 'all',
      averageDenominator: 'some',
      groups: 'admins',
      dayLength: '8h',
      sortBy: '3',
      filters: 'no',
      groupByFields: 'mood',
    }
    const messages = await tracker.refusal('aggregation', request)
    expect(messages.map(text => text.split(' ')[1])).toEqual(
      [
        'aggregationType',
        'multiVisitBehavior',
        'averageDenominator',
        'groups',
        'dayLength',
        'sortDir',
        'filters',
      ].concat('groupByFields'),
    )
  })

  inBoth('one message lists several errors of a parameter', async endpoint => {
    const [message, ...others] = await tracker.refusal(endpoint, { statuses: '97,98,99' })
    expect(others).toEqual([])
    expect(message!.match(/; /g)).toHaveLength(2)
  })

  inBoth('an error after a suggestion starts a sentence', async endpoint => {
    const [message] = await tracker.refusal(endpoint, { statuses: 'In Progres,98' })
    expect(message).toBe(
      "ERROR: statuses 'In Progres' is not the id or the name of a status. Did you mean 'In Progress'? Also, '98' is not the id or the name of a status.",
    )
  })

  inBoth('syntax errors and unresolved names in one JSON parameter are reported together', async endpoint => {
    const dbsMetrics = JSON.stringify([{ name: 'A' }, { name: 'B', to: { id: '99' } }])
    const request = { columnsBy: 'durationBetweenStatuses', dbsMetrics }
    await tracker.refuses(endpoint, request, 'dbsMetrics', 'element 0', 'to', '; ', 'element 1', "'99'")
  })

  it('an error in one key of an element does not hide another', async () => {
    const filter = { column: '99', operator: 'over', value: 'many', unit: 'week', colour: 'red' }
    const [message, ...others] = await tracker.refusal('aggregation', { filters: JSON.stringify([filter]) })
    expect(others).toEqual([])
    expect(message!.split('; ')).toEqual([
      "ERROR: filters element 0: column '99' is not a column of this report",
      "element 0: operator 'over' is not possible. Possible values: greaterThan, greaterThanEquals, equals, lessThanEquals or lessThan",
      "element 0: value 'many' is not a number",
      "element 0: unit 'week' is not possible. Possible values: day, hour, minute or second",
      "element 0: 'colour' is not a known key.",
    ])
  })

  inBoth('an unknown status in an element does not hide its other errors', async endpoint => {
    const metric = { name: 'A-B', from: { id: '98', order: 'third' }, to: { id: 6 }, excluded: ['99', '6'] }
    const request = { columnsBy: 'durationBetweenStatuses', dbsMetrics: JSON.stringify([metric]) }
    const [message] = await tracker.refusal(endpoint, request)
    for (const part of ["name 'A-B'", "from.id '98'", "from.order 'third'", "to.id '6'", "excluded[0] '99'"]) {
      expect(message).toContain(`element 0: ${part}`)
    }
    const column = { type: 'group', name: 'Active', statuses: ['3', '97'], colour: 'red' }
    const [untyped] = await tracker.refusal(endpoint, { statuses: JSON.stringify([column]) })
    for (const part of ["type 'group'", "statuses[1] '97'", "'colour'"]) expect(untyped).toContain(`element 0: ${part}`)
  })

  it('a list with half a million errors is rejected with the first of them', async () => {
    const statuses = Array.from({ length: 500_000 }, (_, i) => `x${i}`)
    const body = { statuses: statuses.join(',') }
    const query = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount' }
    const { status, text } = await tracker.post('list', query, body)
    expect(status).toBe(400)
    const [message] = JSON.parse(text).messages
    expect(message).toContain("'x0' is not the id or the name of a status; 'x1' is not")
    expect(message).toMatch(/; 499950 more errors\.$/)
    expect(message.length).toBeLessThan(10_000)
  })

  inBoth('too many elements do not hide the errors in them', async endpoint => {
    const elements = Array.from({ length: 11 }, (_, i) => ({ name: `M${i}`, to: { id: i === 4 ? '99' : '6' } }))
    const request = { columnsBy: 'durationBetweenStatuses', dbsMetrics: JSON.stringify(elements) }
    await tracker.refuses(endpoint, request, 'dbsMetrics', '11', '; ', 'element 4', "'99'")
  })

  inBoth('a value is shown, cut when it is long', async endpoint => {
    const [message] = await tracker.refusal(endpoint, { viewFormat: 'x'.repeat(5000) })
    expect(message!.length).toBeLessThan(400)
    expect(message).toContain('xxx')
  })
})

clause('General', 'asOf', () => {
  it('a later change is ignored', async () => {
    const body = await tracker.list({ asOf: '2024-03-02T12:00:00Z' })
    const row = body.table.body.rows.find(({ headerColumns }) => headerColumns[0]!.value === 'WEB-1')!
    expect(row.currentState.map(({ id, raw }) => [id, raw])).toEqual([['3', String(12 * 3_600_000)]])
  })

  inBoth('sets the evaluation time of the report', async endpoint => {
    const body = await tracker.report(endpoint, { asOf: '2024-03-02T12:00:00Z', statuses: '3,6' })
    // WEB-2 did not exist; WEB-1 was in progress for 12 h, WEB-3 done for 36 h.
    const list = ['WEB-3 | - 36.0', 'WEB-1 | 12.0 -']
    expect(lines(body)).toEqual(endpoint === 'list' ? list : ['2 | 12.0 36.0'])
  })
  it('may be relative to now', async () => {
    const body = await tracker.list({ asOf: 'startOfDay(-1)', dateTimeFormat: 'yyyy-MM-dd HH:mm' })
    const today = await tracker.list({ asOf: 'now()', dateTimeFormat: 'yyyy-MM-dd HH:mm' })
    const [before, at] = [body, today].map(({ reportDate }) => Date.parse(`${reportDate}Z`))
    expect(before).toBe(Math.floor(at! / 86_400_000 - 1) * 86_400_000)
  })

  it('a date is its midnight in the zone of the report', async () => {
    const request = { asOf: '2024-03-03', statuses: '3' }
    expect(lines(await tracker.list(request))[1]).toBe('WEB-1 | 24.0')
    expect(lines(await tracker.list({ ...request, timeZone: '+06:00' }))[1]).toBe('WEB-1 | 18.0')
  })
  inBoth('in the future it is refused', endpoint =>
    tracker.refuses(endpoint, { asOf: '2024-03-15T00:00:01Z' }, 'asOf', "'2024-03-15T00:00:01Z'", 'future'),
  )
  inBoth('rejects a value that is not a time', endpoint =>
    tracker.refuses(endpoint, { asOf: 'yesterday' }, 'asOf', "'yesterday'"),
  )
})

clause('General', 'timeZone', () => {
  inBoth('an unknown one is refused', endpoint =>
    tracker.refuses(endpoint, { timeZone: 'Mars/Olympus' }, 'timeZone', "'Mars/Olympus'"),
  )
  it('a date in a skipped hour is the instant of the clock change, in a repeated hour the earlier one', async () => {
    const at = async (timeZone: string, trimHistoryStartDate: string) =>
      lines(await tracker.list({ timeZone, trimHistoryStartDate, projectKey: 'OPS', statuses: '1' }))
    // New York skipped 02:00 to 03:00 of 2024-03-10, at 07:00 UTC: 113 h before the report.
    expect(await at('America/New_York', '2024-03-10 02:30')).toEqual(['OPS-1 | 113.0'])
    expect(await at('America/New_York', '2024-03-10 03:00')).toEqual(['OPS-1 | 113.0'])
  })
})

clause('General', 'csvSafe', () => {
  inBoth('is true or false', endpoint =>
    tracker.refuses(endpoint, { csvSafe: 'yes' }, 'csvSafe', "'yes'", 'true or false'),
  )
})

clause('General', 'csvBom', () => {
  inBoth('starts with a byte order mark and turns on csvSafe, unless csvSafe is sent', async endpoint => {
    const csv = await tracker.csv(endpoint, {})
    expect(await tracker.csv(endpoint, { csvBom: 'true' })).toBe(
      `\ufeff${await tracker.csv(endpoint, { csvSafe: 'true' })}`,
    )
    expect(await tracker.csv(endpoint, { csvBom: 'true', csvSafe: 'false' })).toBe(`\ufeff${csv}`)
    expect(await tracker.csv(endpoint, { csvBom: 'false' })).toBe(csv)
  })
  inBoth('is true or false', endpoint =>
    tracker.refuses(endpoint, { csvBom: 'yes' }, 'csvBom', "'yes'", 'true or false'),
  )
})

clause('General', 'delimiter', () => {
  inBoth('is a comma by default, or a semicolon or tab: a name or the character', async endpoint => {
    const csv = await tracker.csv(endpoint, {})
    for (const comma of ['comma', ',']) expect(await tracker.csv(endpoint, { delimiter: comma })).toBe(csv)
    for (const [name, character] of [
      ['semicolon', ';'],
      ['TAB', '\t'],
    ] as const) {
      const expected = csv.replaceAll('","', `"${character}"`)
      expect(await tracker.csv(endpoint, { delimiter: name })).toBe(expected)
      expect(await tracker.csv(endpoint, { delimiter: character })).toBe(expected)
    }
  })
  inBoth('is one of the three', endpoint =>
    tracker.refuses(endpoint, { delimiter: '|' }, 'delimiter', "'|'", 'comma, semicolon or tab'),
  )
})

clause('General', 'decimal', () => {
  inBoth('is a point by default, or a comma', async endpoint => {
    const csv = await tracker.csv(endpoint, { viewFormat: 'hours' })
    expect(await tracker.csv(endpoint, { viewFormat: 'hours', decimal: 'point' })).toBe(csv)
    expect(await tracker.csv(endpoint, { viewFormat: 'hours', decimal: 'comma' })).toBe(
      csv.replace(/"(\d+)\.(\d+)"/g, '"$1,$2"'),
    )
  })
  inBoth('is one of the two', endpoint =>
    tracker.refuses(endpoint, { decimal: 'dot' }, 'decimal', "'dot'", 'point or comma'),
  )
})

clause('General', 'durations', () => {
  inBoth('are texts by default', async endpoint =>
    expect(await tracker.csv(endpoint, { durations: 'text' })).toBe(await tracker.csv(endpoint, {})),
  )
  inBoth('are numbers in the unit that the header names', async endpoint => {
    const [header] = (await tracker.csv(endpoint, { durations: 'number', viewFormat: 'days' })).split('\r\n')
    expect(header).toContain(' (days)"')
    const [hours] = (await tracker.csv(endpoint, { durations: 'number', viewFormat: 'hhmmss' })).split('\r\n')
    expect(hours).toContain(' (hours)"')
  })
  inBoth('is one of the two', endpoint =>
    tracker.refuses(endpoint, { durations: 'digits' }, 'durations', "'digits'", 'text or number'),
  )
})

clause('General', 'columnNames', () => {
  inBoth('are the labels, or the ids of the columns', async endpoint => {
    const parameters = { groupByFields: 'issuetype', ...(endpoint === 'list' ? { fields: 'issuetype' } : {}) }
    const { table } = await tracker.report(endpoint, parameters)
    const { headerColumns, groupByColumns, fieldColumns, valueColumns } = table.header
    const first = [...headerColumns, ...groupByColumns, ...fieldColumns].map(({ id }) => id)
    const ids = [...first, ...(endpoint === 'list' ? [] : ['issueCount']), ...valueColumns.map(({ id }) => id)]
    const headerOf = async (columnNames: string) => {
      const [header] = (await tracker.csv(endpoint, { ...parameters, columnNames })).split('\r\n')
      return header!.slice(1, -1).split('","')
    }
    const byId = await headerOf('id')
    expect(byId.map(name => name.replace(/ \(.*/, ''))).toEqual(ids)
    for (const names of [byId, await headerOf('label')]) expect(new Set(names).size).toBe(names.length)
  })
  inBoth('is label or id', endpoint =>
    tracker.refuses(endpoint, { columnNames: 'name' }, 'columnNames', "'name'", 'label or id'),
  )
})

clause('General', 'uniqueHeaders', () => {
  inBoth('keeps the names of the header apart', async endpoint => {
    const parameters = { groupByFields: 'issuetype', ...(endpoint === 'list' ? { fields: 'issuetype' } : {}) }
    const headerOf = async (uniqueHeaders: string) => {
      const [header] = (await tracker.csv(endpoint, { ...parameters, uniqueHeaders })).split('\r\n')
      return header!.slice(1, -1).split('","')
    }
    const unique = await headerOf('true')
    expect(new Set(unique).size).toBe(unique.length)
    expect(unique.length).toBe((await headerOf('false')).length)
  })
  inBoth('is true or false', endpoint =>
    tracker.refuses(endpoint, { uniqueHeaders: 'x' }, 'uniqueHeaders', "'x'", 'true or false'),
  )
})

clause('General', 'engine', () => {
  inBoth('is auto, duckdb or trino', endpoint =>
    tracker.refuses(endpoint, { engine: 'spark' }, 'engine', "'spark'", 'auto, duckdb or trino'),
  )
  inBoth('duckdb does not change the answer', async endpoint =>
    expect(await tracker.csv(endpoint, { engine: 'duckdb' })).toBe(await tracker.csv(endpoint, {})),
  )
})

clause('General', 'saved reports', () => {
  it('keep the parameters of a report, in their order', async () => {
    const url = '/rest/sojourn/report/1.0/api/views'
    const pairs = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount', startDate: '-90d' }
    const parameters = Object.entries({ ...pairs, dateRangeField: 'created' }).map(([name, value]) => ({ name, value }))
    const headers = { 'content-type': 'application/json', 'x-sojourn': 'page' }
    const payload = JSON.stringify({ name: 'Counts', endpoint: 'list', parameters })
    const { status, text } = await tracker.inject({ method: 'POST', url, headers, payload })
    expect(status, text).toBe(201)
    const { address } = JSON.parse(text)
    const found = JSON.parse((await tracker.inject({ method: 'GET', url: address })).text)
    expect(found).toMatchObject({ name: 'Counts', endpoint: 'list', parameters, sharing: 'private' })
  })
})

clause('General', 'inGroup', () => {
  it('selects the issues of that group, as many as in its row', async () => {
    const groupByFields = 'issuetype,fixVersions'
    const { table } = await tracker.aggregation({ groupByFields, emptyValueToken: 'NoToken' })
    expect(table.body.rows.length).toBeGreaterThan(2)
    for (const { groupByColumns, issueCount } of table.body.rows) {
      const inGroup = JSON.stringify(groupByColumns.map(({ value = null }) => value))
      expect((await tracker.list({ groupByFields, inGroup })).total).toBe(issueCount)
    }
  })
  it('selects the issues and the time of a period, as in its row', async () => {
    const groupByFields = 'period:month'
    const more = { groupByFields, columnsBy: 'statusDuration', calendar: 'normalHours', aggregationType: 'sum' }
    const { table } = await tracker.aggregation(more)
    for (const { groupByColumns, issueCount, valueColumns } of table.body.rows) {
      const inGroup = JSON.stringify(groupByColumns.map(({ value = null }) => value))
      const list = await tracker.list({ ...more, inGroup })
      const sums = valueColumns.map(({ id }) =>
        list.table.body.rows
          .flatMap(row => row.valueColumns.filter(cell => cell.id === id && cell.raw !== undefined))
          .reduce<number | null>((sum, { raw }) => (sum ?? 0) + Number(raw), null),
      )
      expect([list.total, sums]).toEqual([
        issueCount,
        valueColumns.map(({ raw }) => (raw === undefined ? null : Number(raw))),
      ])
    }
  })
  it('selects the row of a group in an aggregation', async () => {
    for (const groupByFields of ['issuetype,fixVersions', 'period:month', 'status,period:week']) {
      const more = { groupByFields, columnsBy: 'statusDuration', calendar: 'normalHours', aggregationType: 'average' }
      for (const multiVisitBehavior of ['total', 'first']) {
        const { table } = await tracker.aggregation({ ...more, multiVisitBehavior, emptyValueToken: 'NoToken' })
        for (const row of table.body.rows.slice(0, 6)) {
          const inGroup = JSON.stringify(row.groupByColumns.map(({ value = null }) => value))
          const own = await tracker.aggregation({ ...more, multiVisitBehavior, emptyValueToken: 'NoToken', inGroup })
          const values = ({ valueColumns }: typeof row) => valueColumns.filter(({ raw }) => raw !== undefined)
          expect(own.table.body.rows.map(one => [one.groupByColumns, one.issueCount, values(one)])).toEqual([
            [row.groupByColumns, row.issueCount, values(row)],
          ])
          expect(own.totalIssueCount).toBe(row.issueCount)
        }
      }
    }
  })
  it('needs groupByFields', () => tracker.refuses('list', { inGroup: '["Bug"]' }, 'groupByFields', 'required'))
  it('has a value for each of groupByFields', () =>
    tracker.refuses('list', { groupByFields: 'status', inGroup: '["Open","Bug"]' }, 'inGroup', '2 elements'))
})

clause('General', 'issueKey', () => {
  const issue = (request: string) =>
    tracker.inject({ method: 'GET', url: `/rest/sojourn/report/1.0/api/issue?columnsBy=statusCount&${request}` })

  it('selects the issue, and ignores other selections', async () => {
    const body = listBody(await issue('issueKey=web-2&filterType=project&projectKey=NONE&pageSize=many'))
    expect(body.table.body.rows.map(({ headerColumns }) => headerColumns[0]!.value)).toEqual(['WEB-2'])
    expect([body.total, body.query, body.warnings?.length]).toEqual([1, 'key = "WEB-2"', 3])
  })
  it('is required, and must be the key of an issue', async () => {
    expect(messagesOf('list', await issue(''))).toEqual([saying('issueKey', 'required')])
    expect(messagesOf('list', await issue('issueKey=WEB-777'))).toEqual([saying('issueKey', "'WEB-777'")])
  })
})
