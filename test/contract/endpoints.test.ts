import { beforeAll, expect, it } from 'vitest'
import { defaultSettings } from '../../src/access/settings/known-settings.ts'
import { serverLimits } from '../../src/app/workspace/limited-workspace.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { concurrentQueries } from '../../src/store/engine/engine.ts'
import type { Endpoint } from '../../src/store/plan/parameters.ts'
import { clause, inBoth } from './clause.ts'
import { keys, lines } from './notation.ts'
import {
  type Answer,
  aggregationBody,
  errorBody,
  LIMITS,
  listBody,
  messagesOf,
  type RequestParameters,
  type Service,
  saying,
  service,
  VERSION,
} from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

const LIST: RequestParameters = {
  filterType: 'project',
  projectKey: 'WEB',
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
  startDate: '2024-03-01',
  endDate: '2024-03-02',
  dateRangeField: 'created',
}
const AGGREGATION: RequestParameters = {
  aggregationType: 'sum',
  filterType: 'project',
  projectKey: 'WEB',
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
}
const SMALLEST: Readonly<Record<Endpoint, RequestParameters>> = { list: LIST, aggregation: AGGREGATION }

function linesOf(endpoint: Endpoint, answer: Answer): string[] {
  return lines(endpoint === 'list' ? listBody(answer) : aggregationBody(answer))
}

clause('§1', 'the aggregation report', () => {
  it('is one table of aggregates, with a row for each group', async () => {
    const body = await tracker.aggregation({ groupByFields: 'priority', statuses: '1' })
    expect(lines(body)).toEqual(['High 1 | 12.0', 'Low 2 | 72.0'])
  })
})

clause('§1', 'the list report', () => {
  it('has one row for each issue', async () => {
    expect(keys(await tracker.list())).toBe('WEB-3 WEB-2 WEB-1')
  })
})

clause('§1', 'JSON or CSV', () => {
  inBoth('defaults to JSON', async endpoint => {
    const { headers } = await tracker.get(endpoint, SMALLEST[endpoint])
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })
})

clause('§2.1', 'outputType', () => {
  inBoth('csv and json', async endpoint => {
    const csv = await tracker.get(endpoint, { ...SMALLEST[endpoint], outputType: 'CSV' })
    expect(csv.text).toMatch(/^"(Key|Number Of Issues)"/)
    const json = await tracker.get(endpoint, { ...SMALLEST[endpoint], outputType: 'json' })
    expect(linesOf(endpoint, json)).toHaveLength(1)
  })
  inBoth('rejects any other value and lists the two allowed ones', endpoint =>
    tracker.refuses(endpoint, { outputType: 'xml' }, 'outputType', "'xml'", 'csv or json'),
  )

  inBoth('a format of files names the export', endpoint =>
    tracker.refuses(endpoint, { outputType: 'xlsx' }, 'outputType', "'xlsx'", "'sojourn export'", 'csv or json'),
  )
})

clause('§1', 'GET and POST', () => {
  inBoth('a POST without a body is like a GET', async endpoint => {
    const got = await tracker.get(endpoint, SMALLEST[endpoint])
    const posted = await tracker.post(endpoint, SMALLEST[endpoint], undefined)
    expect(JSON.parse(posted.text)).toEqual(JSON.parse(got.text))
  })

  inBoth('statuses may be in a form body, the others in the query', async endpoint => {
    const answer = await tracker.post(endpoint, SMALLEST[endpoint], { statuses: '3' })
    expect(linesOf(endpoint, answer)).toEqual([endpoint === 'list' ? 'WEB-1 | 3600.0' : '3 | 16560.0'])
  })

  inBoth('all parameters may be in the body', async endpoint => {
    const got = await tracker.get(endpoint, SMALLEST[endpoint])
    const posted = await tracker.post(endpoint, {}, SMALLEST[endpoint])
    expect(JSON.parse(posted.text)).toEqual(JSON.parse(got.text))
  })

  inBoth('the body wins', async endpoint => {
    const answer = await tracker.post(
      endpoint,
      { ...SMALLEST[endpoint], statuses: '1', viewFormat: 'days' },
      { STATUSES: '3', viewFormat: 'hours' },
    )
    expect(linesOf(endpoint, answer)).toEqual([endpoint === 'list' ? 'WEB-1 | 60.0' : '3 | 276.0'])
  })

  inBoth('a body that is not form-encoded is rejected with the usual error format', async endpoint => {
    const path = `/rest/sojourn/report/1.0/api/${endpoint}`
    const headers = { 'content-type': 'application/json' }
    const answer = await tracker.inject({ method: 'POST', url: path, headers, payload: '{"statuses":"3"}' })
    expect(answer.status).toBe(415)
    expect(errorBody(answer)).toMatchObject({ statusCode: 415, message: expect.stringContaining('application/json') })
  })

  inBoth('errors have the same format', async endpoint => {
    const got = await tracker.get(endpoint, { ...SMALLEST[endpoint], viewFormat: 'weeks' })
    const posted = await tracker.post(endpoint, SMALLEST[endpoint], { viewFormat: 'weeks' })
    expect(messagesOf(endpoint, posted)).toEqual(messagesOf(endpoint, got))
  })
})

clause('§2', 'read-only', () => {
  it.each(['PUT', 'DELETE', 'PATCH'] as const)('nothing can be changed: %s is not allowed', async method => {
    for (const endpoint of ['list', 'aggregation']) {
      const answer = await tracker.inject({ method, url: `/rest/sojourn/report/1.0/api/${endpoint}` })
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
    }
  })
})

clause('§4', 'endpoints', () => {
  it('GET and POST .../report/1.0/api/aggregation answers with an aggregation', async () => {
    expect(aggregationBody(await tracker.get('aggregation', AGGREGATION)).isAggregationType).toBe(true)
    expect(aggregationBody(await tracker.post('aggregation', AGGREGATION, {})).isAggregationType).toBe(true)
  })
  it('GET and POST .../report/1.0/api/list answers with a list', async () => {
    expect(listBody(await tracker.get('list', LIST)).isAggregationType).toBe(false)
    expect(listBody(await tracker.post('list', LIST, {})).isAggregationType).toBe(false)
  })
})

clause('§4', 'rule 2: the smallest aggregation', () => {
  it('is aggregationType, filterType with its selector, columnsBy and calendar', async () => {
    expect(linesOf('aggregation', await tracker.get('aggregation', AGGREGATION))).toHaveLength(1)
  })
  it.each(Object.keys(AGGREGATION))('is rejected without %s', async name => {
    const messages = messagesOf('aggregation', await tracker.get('aggregation', { ...AGGREGATION, [name]: '' }))
    expect(messages).toEqual([expect.stringMatching(new RegExp(`^ERROR: ${name} is required`))])
  })
})

clause('§4', 'rule 3: the smallest list', () => {
  it('is filterType with its selector, columnsBy, calendar, and a range of dates', async () => {
    expect(linesOf('list', await tracker.get('list', LIST))).toEqual(['WEB-1 | 1440.0 3600.0 720.0 14400.0'])
  })
  it.each(['filterType', 'projectKey', 'columnsBy', 'calendar', 'dateRangeField'])(
    'is rejected without %s',
    async name => {
      const [message] = messagesOf('list', await tracker.get('list', { ...LIST, [name]: '' }))
      expect(message).toMatch(new RegExp(`^ERROR: ${name} is required`))
    },
  )
  it('the dates are optional', async () => {
    const parameters = { ...LIST, startDate: '', endDate: '', dateRangeField: '' }
    expect(linesOf('list', await tracker.get('list', parameters))).toHaveLength(3)
  })
})

clause('§7', '400', () => {
  it('of a list has exactly these keys, and no message', async () => {
    const { status, text } = await tracker.get('list', {})
    expect(status).toBe(400)
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['messages', 'pluginVersion', 'statusCode', 'time'])
    expect(JSON.parse(text)).toMatchObject({ statusCode: 400, pluginVersion: VERSION, time: '2024-03-15 00:00:00' })
  })

  it('of an aggregation also has a message', async () => {
    const { status, text } = await tracker.get('aggregation', {})
    expect(status).toBe(400)
    const names = ['message', 'messages', 'pluginVersion', 'statusCode', 'time']
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(names)
    expect(JSON.parse(text)).toMatchObject({ message: 'Invalid report parameters', statusCode: 400 })
  })

  inBoth('every message begins with ERROR: and the parameter, and there is one for each', async endpoint => {
    const messages = await tracker.refusal(endpoint, { columnsBy: '', viewFormat: 'x', calendar: '', projectKey: '' })
    expect(messages).toEqual([saying('projectKey'), saying('columnsBy'), saying('viewFormat')])
  })

  inBoth('the code for programs is in a header', async endpoint => {
    const { headers } = await tracker.get(endpoint, {})
    expect(headers['x-error-code']).toBe('REPORT_INVALID')
  })
})

clause('§7', 'error bodies are JSON', () => {
  inBoth('with outputType=csv too', async endpoint => {
    const { status, headers, text } = await tracker.get(endpoint, { outputType: 'csv' })
    expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
    expect(JSON.parse(text).statusCode).toBe(400)
  })
})

clause('§7', 'example: an invalid outputType', () => {
  inBoth('lists the possible values csv and json', async endpoint => {
    const messages = await tracker.refusal(endpoint, { outputType: 'pdf' })
    expect(messages).toEqual(["ERROR: outputType 'pdf' is not a possible value. Possible values: csv or json."])
  })
})

clause('§7', 'example: a missing calendar', () => {
  inBoth('is required, and normalHours and the id of a custom calendar are its values', async endpoint => {
    const messages = await tracker.refusal(endpoint, { calendar: '' })
    expect(messages).toEqual([
      'ERROR: calendar is required. Possible values: normalHours or the id of a custom calendar.',
    ])
  })
})

clause('§7', '408', () => {
  it('an aggregation that times out suggests a smaller report, or running it without a limit', async () => {
    const hasty = await service({}, { ...LIMITS, long: { ...LIMITS.long, timeoutMs: 1 } })
    const answer = await hasty.get('aggregation', AGGREGATION)
    expect([answer.status, answer.headers['x-error-code'], answer.headers['retry-after']]).toEqual([
      408,
      'AGGREGATION_TIMEOUT',
      undefined,
    ])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(answer.text)).toEqual({
      message:
        "The aggregation was not finished after 0.001 seconds and was canceled. Request fewer issues (a shorter range, a narrower query), or run it with 'sojourn report' on the server's machine, which has no time limit.",
      statusCode: 408,
      pluginVersion: VERSION,
      time: '2024-03-15 00:00:00',
    })
    expect(Object.keys(errorBody(answer))).toEqual(['message', 'statusCode', 'pluginVersion', 'time'])
  })

  it('a list has a different limit, and is never a 408', async () => {
    const hasty = await service({}, { ...LIMITS, short: { ...LIMITS.short, timeoutMs: 1 } })
    const answer = await hasty.get('list', LIST)
    expect([answer.status, answer.headers['x-error-code'], answer.headers['retry-after']]).toEqual([
      503,
      'LIST_TIMEOUT',
      '5',
    ])
    expect(errorBody(answer).statusCode).toBe(503)
  })
})

clause('§7', '429', () => {
  it('an aggregation beyond the limit of its user suggests waiting or cancelling', async () => {
    const strict = await service({}, { ...LIMITS, long: { ...LIMITS.long, perUser: 1 } })
    const [first, second] = await Promise.all([1, 2].map(() => strict.get('aggregation', AGGREGATION)))
    expect(first!.status).toBe(200)
    const { status, headers, text } = second!
    expect([status, headers['x-error-code'], headers['retry-after']]).toEqual([429, 'AGGREGATIONS_TOO_MANY', '5'])
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({
      message:
        'You have 1 aggregation or flow request running already, the maximum for one user (setting aggregationsPerUser). Wait for one of them to finish, or cancel its request.',
      statusCode: 429,
      pluginVersion: VERSION,
      time: '2024-03-15 00:00:00',
    })
    expect(Object.keys(errorBody(second!))).toEqual(['message', 'statusCode', 'pluginVersion', 'time'])
  })
})

clause('§8', 'aggregation processing time', () => {
  it('an aggregation times out after 60 seconds by default; an administrator can change this', async () => {
    expect(LIMITS.long.timeoutMs).toBe(60_000)
    const settings = { ...defaultSettings(UTC), aggregationTimeoutSeconds: 5 }
    expect(serverLimits(settings, { queries: 14, cores: 2 }).long.timeoutMs).toBe(5_000)
  })

  it('waiting for others counts as well', async () => {
    const limits = { ...LIMITS, long: { slots: 1, slotsPerUser: 1, waiting: 30, perUser: 30, timeoutMs: 1 } }
    const slow = await service({}, limits)
    const answers = await Promise.all(Array.from({ length: 30 }, () => slow.get('aggregation', AGGREGATION)))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(408))
    expect((await slow.get('list', LIST)).status).toBe(200)
  })
})

clause('§8', 'concurrent aggregations per user', () => {
  it('are limited by a setting of the administrator, 3 by default', async () => {
    const statuses = async (requested: Service, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => requested.get('aggregation', AGGREGATION)))
      return answers.map(({ status }) => status)
    }
    const usual = await service()
    expect(await statuses(usual, 5)).toEqual([200, 200, 200, 429, 429])
    expect(await statuses(usual, 3)).toEqual([200, 200, 200])
    const settings = { ...defaultSettings(UTC), aggregationsPerUser: 4 }
    const limits = serverLimits(settings, { queries: concurrentQueries(), cores: 2 })
    expect(await statuses(await service({}, limits), 5)).toEqual([200, 200, 200, 200, 429])
  })

  it('lists do not count', async () => {
    const strict = await service({}, { ...LIMITS, long: { ...LIMITS.long, perUser: 1 } })
    const answers = await Promise.all(
      (['aggregation', 'list', 'list', 'list'] as const).map(endpoint => strict.get(endpoint, SMALLEST[endpoint])),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

clause('§8', 'GET request size', () => {
  it('POST accepts a request that is far too long for a URL', async () => {
    const statuses = JSON.stringify(
      Array.from({ length: 4000 }, (_, i) => ({ type: 'cons', name: `Column number ${i}`, statuses: ['3'] })),
    )
    expect(statuses.length).toBeGreaterThan(200_000)
    const body = aggregationBody(await tracker.post('aggregation', AGGREGATION, { statuses }))
    expect(body.table.header.valueColumns).toHaveLength(4000)
  })

  it('POST accepts a query of 5 MB', async () => {
    const values = Array.from({ length: 10_000 }, (_, i) => `WEB-${(i % 2) + 1}`).join(',')
    const lists = Array.from({ length: 50 }, () => `key in (${values})`).join(' OR ')
    const customjql = `${lists} OR labels = "${'x'.repeat(2_000_000)}" ORDER BY key ASC`
    expect(customjql.length).toBeGreaterThan(5_000_000)
    const { filterType: _, projectKey: __, ...rest } = LIST
    const requested = { ...rest, startDate: '', endDate: '', dateRangeField: '', filterType: 'customjql' }
    const body = listBody(await tracker.post('list', requested, { customjql }))
    expect(keys(body)).toBe('WEB-1 WEB-2')
  })
})

clause('§9', 'the version of the interface', () => {
  it('is a segment of the path', async () => {
    const answer = await tracker.inject({ method: 'GET', url: '/rest/sojourn/report/2.0/api/list' })
    expect(answer.status).toBe(404)
  })
})

clause('§9', 'version and pluginVersion', () => {
  inBoth('are the version of the service, as text', async endpoint => {
    const body = JSON.parse((await tracker.get(endpoint, SMALLEST[endpoint])).text)
    const refusal = JSON.parse((await tracker.get(endpoint, {})).text)
    expect([typeof body.version, refusal.pluginVersion]).toEqual(['string', body.version])
  })
})

clause('§9', 'deprecated: filterType advanced', () => {
  inBoth('is read as jqlfilter', async endpoint => {
    const request = (filterType: string) => tracker.refusal(endpoint, { filterType, projectKey: '', jqlFilterID: 77 })
    expect(await request('advanced')).toEqual(await request('jqlfilter'))
  })
})
