import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { flowEndpoints } from '../../../src/reports/flow/flow-measures.ts'
import { aggregationReport, calendarObject, listReport } from '../../../src/reports/table/report-schema.ts'
import { parameters } from '../../../src/store/plan/parameters.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { temporaryStore } from '../../support/temporary-store.ts'
import { DEPS } from './small-tracker.ts'
import { AGGREGATION, CALENDARS, FILES, LIST, testServer, VIEWS } from './test-server.ts'

interface Schema {
  readonly 'x-stability'?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Returns the paths of the members of a schema that are marked as stable, sorted. */
function marksIn(schema: Schema, path = ''): string[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => marksIn(one, `${path}.${name}`))
  const marked = schema['x-stability'] === 'stable' ? [path] : []
  return [...marked, ...inner, ...(schema.items ? marksIn(schema.items, `${path}[]`) : [])].sort()
}

describe('the OpenAPI document', () => {
  const document = async () => (await testServer().server.inject('/openapi.json')).json()

  it('has the parameters that are parsed, at the endpoint that uses them', async () => {
    const { paths } = await document()
    for (const [path, endpoint] of [
      [LIST, 'list'],
      [AGGREGATION, 'aggregation'],
    ] as const) {
      const names = parameters.filter(({ of }) => of === 'both' || of === endpoint).map(({ name }) => name)
      expect(paths[path].get.parameters.map(({ name }: { name: string }) => name)).toEqual(names)
      const form = paths[path].post.requestBody.content['application/x-www-form-urlencoded'].schema
      expect(Object.keys(form.properties)).toEqual(names)
    }
  })

  it('has an example of each report, which is valid under its schema', async () => {
    const { paths } = await document()
    const examples = (path: string) => paths[path].get.responses[200].content['application/json'].examples
    expect(Object.keys(examples(LIST))).toEqual(Object.keys(reportTypes))
    for (const example of Object.values<{ value: unknown }>(examples(LIST))) listReport.parse(example.value)
    for (const example of Object.values<{ value: unknown }>(examples(AGGREGATION)))
      aggregationReport.parse(example.value)
  })

  it('marks what the contract does not have with its stability', async () => {
    interface Operation {
      readonly 'x-stability'?: string
      readonly parameters?: readonly { readonly name: string; readonly 'x-stability'?: string }[]
    }
    const { paths } = (await document()) as { paths: Record<string, Record<string, Operation>> }
    const stabilityOf = (path: string) => new Set(Object.values(paths[path]!).map(one => one['x-stability']))
    for (const path of [AGGREGATION, LIST, '/healthz', '/readyz', '/metrics']) {
      expect(stabilityOf(path), path).toEqual(new Set([undefined]))
    }
    const others = Object.keys(paths).filter(
      path => ![AGGREGATION, LIST, '/healthz', '/readyz', '/metrics'].includes(path),
    )
    for (const path of others) {
      const isExperimental =
        /^\/api\/(flow|teams|workflows|workflow-proposal|calendars|calendar-preview|holiday-countries|connections|connection-test|log-names)\b/.test(
          path,
        )
      expect(stabilityOf(path), path).toEqual(new Set([isExperimental ? 'experimental' : 'stable']))
    }
    const marked = paths[LIST]!.get!.parameters!.filter(one => one['x-stability'] === 'stable').map(({ name }) => name)
    expect(marked).toEqual(expect.arrayContaining(['asOf', 'timeZone', 'csvSafe', 'inGroup', 'orderBy']))
    expect(marked).not.toContain('groupByFields')
  })

  it('marks the values and members of parameters that the contract does not have', async () => {
    const { paths } = await document()
    const relative = ['-<number><unit>', '<function>(<number>)']
    const both = {
      dbsMetrics: ['from.ids', 'from.category', 'to.ids', 'to.category'],
      startDate: relative,
      endDate: relative,
      trimHistoryStartDate: relative,
      trimHistoryEndDate: relative,
      groupByFields: ['period:<unit>'],
    }
    const marks = (values: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(
        Object.entries(values).map(([name, all]) => [name, all.map(value => ({ value, stability: 'stable' }))]),
      )
    type Described = { readonly 'x-extensions'?: unknown }
    const marked = (described: readonly (readonly [string, Described])[]) =>
      Object.fromEntries(
        described.flatMap(([name, one]) => ('x-extensions' in one ? [[name, one['x-extensions']]] : [])),
      )
    for (const [path, expected] of [
      [AGGREGATION, marks({ aggregationType: ['percentile'], ...both })],
      [LIST, marks({ fields: ['currentStatusAge'], ...both })],
    ] as const) {
      const { get, post } = paths[path]
      expect(marked(get.parameters.map((one: { name: string }) => [one.name, one]))).toEqual(expected)
      const form = post.requestBody.content['application/x-www-form-urlencoded'].schema
      expect(marked(Object.entries(form.properties))).toEqual(expected)
    }
    // They are experimental as a whole.
    expect(JSON.stringify(paths['/api/flow/items'])).not.toContain('x-extensions')
  })

  it('marks the members of answers that the contract does not have', async () => {
    const { schemas } = (await document()).components
    const row = '.table.body.rows[]'
    const header = '.table.header'
    const levels = (at: string) => [`${at}.baseHeaderId`, `${at}.subHeaderId`]
    const shared = [
      ...['.repairedIssueCount', '.warnings', `${header}.baseHeader`, `${header}.subHeader`],
      ...levels(`${header}.valueColumns[]`),
      ...[`${row}.fieldColumns[].raw`, ...levels(`${row}.valueColumns[]`), ...levels(`${row}.currentState[]`)],
    ]
    expect(marksIn(schemas.ListReport)).toEqual([...shared, `${row}.valueColumns[].state`].sort())
    expect(marksIn(schemas.AggregationReport)).toEqual(
      [
        ...[...shared, '.isPercentile', '.percentile'],
        ...['isMaximum', 'n', 'percentiles'].map(name => `${row}.valueColumns[].${name}`),
      ].sort(),
    )
    expect(marksIn(schemas.Calendar)).toEqual(['.dailyWorkingHours', '.exceptions', '.workingTimes'])
  })

  it('lets a parameter have several values only if they are a list', async () => {
    const { paths } = await document()
    const schemaOf = (name: string) =>
      paths['/api/flow/items'].get.parameters.find((one: { name: string }) => one.name === name).schema
    const states = new RegExp(schemaOf('state').pattern)
    // The link of the issues of a forecast sends the first one.
    expect(['inProgress,notStarted', 'all', 'finished,', 'done'].map(text => states.test(text))).toEqual([
      ...[true, true, false, false],
    ])
    expect(schemaOf('orderBy')).toEqual({ type: 'string', enum: ['finish', 'time'] })
  })

  it('has an array of a parameter that can be repeated', async () => {
    const { get, post } = (await document()).paths['/api/flow/forecast']
    const repeated = { type: 'array', items: { type: 'string' } }
    const named = get.parameters.find(({ name }: { name: string }) => name === 'then')
    expect(named).toMatchObject({ schema: repeated, example: ['fixVersion = 2.0'] })
    const form = post.requestBody.content['application/x-www-form-urlencoded'].schema
    expect(form.properties.then).toMatchObject(repeated)
  })

  it('marks required parameters', async () => {
    const { paths } = await document()
    const required = (path: string) =>
      paths[path].get.parameters
        .filter((parameter: { required: boolean }) => parameter.required)
        .map(({ name }: { name: string }) => name)
    expect(required('/api/repairs')).toEqual(['issueKeys'])
    expect(required('/api/explain')).toEqual(['columnsBy', 'issueKey', 'column'])
    expect(required(AGGREGATION)).toEqual(['aggregationType', 'filterType', 'columnsBy'])
    expect(paths['/api/jql/parse'].post.requestBody.required).toBe(true)
  })

  it('lists the common rejections of every route, and those of bodies on routes with a body', async () => {
    const { paths } = await document()
    const forbidding = ['get /metrics', `get ${VIEWS}`, `post ${VIEWS}`, `post ${VIEWS}/{id}/restore`]
    forbidding.push(`patch ${VIEWS}/{id}`, `delete ${VIEWS}/{id}`, `post ${FILES}`, `delete ${FILES}/{id}`)
    forbidding.push(`delete ${FILES}/{id}/download`)
    forbidding.push('get /api/teams', 'put /api/teams/{id}', 'delete /api/teams/{id}', 'post /api/teams/{id}/restore')
    forbidding.push('put /api/workflows/{id}', 'delete /api/workflows/{id}', 'post /api/calendars')
    forbidding.push('put /api/calendars/{id}', 'delete /api/calendars/{id}', 'post /api/calendars/{id}/default')
    forbidding.push('get /api/connections', 'post /api/connections', 'post /api/connection-test')
    forbidding.push(...['get', 'patch', 'delete'].map(method => `${method} /api/connections/{name}`))
    forbidding.push(...['sync', 'pause', 'resume'].map(action => `post /api/connections/{name}/${action}`))
    forbidding.push('get /api/log-names', 'put /api/log-names', 'delete /api/log-names/{name}')
    type Operation = { readonly responses: object; readonly requestBody?: object }
    for (const [path, operations] of Object.entries<Record<string, Operation>>(paths)) {
      for (const [method, { responses, requestBody }] of Object.entries(operations)) {
        const statuses = Object.keys(responses)
        const operation = `${method} ${path}`
        expect([operation, ...statuses]).toEqual(expect.arrayContaining([operation, '400', '405', '500', '503']))
        // A PUT may create or replace.
        const successes = statuses.filter(status => /^2/.test(status) && status !== '206')
        const created = method === 'put' && statuses.includes('201')
        expect([operation, successes.length]).toEqual([operation, created ? 2 : 1])
        expect([operation, statuses.includes('413')]).toEqual([operation, requestBody !== undefined])
        expect([operation, statuses.includes('403')]).toEqual([operation, forbidding.includes(operation)])
      }
    }
  })

  it('matches responses: exceptions of a calendar need no name', async () => {
    const { calendars } = createWorkspace(await temporaryStore(), DEPS)
    const exceptions = [{ date: '2024-12-24', workingTimes: [{ start: '09:00', end: '12:00' }] }]
    const week = [{ weekday: 'monday', start: '09:00', end: '17:00' }]
    const file = { name: 'office.json', json: { name: 'Office', timeZone: 'UTC', workingTimes: week, exceptions } }
    await calendars.add('office', {
      file,
      name: null,
      country: null,
      region: null,
      timeZone: null,
      hours: null,
      ics: null,
    })
    expect(z.array(calendarObject).parse(await calendars.shown({ caller: LOCAL_CALLER }))).toHaveLength(2)
  })

  it('refers only to existing schemas', async () => {
    const text = JSON.stringify(await document())
    const names = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name))
    const { components } = JSON.parse(text)
    expect([...names].filter(name => !(name! in components.schemas))).toEqual([])
    expect(components.schemas.ListReport.additionalProperties).toBe(false)
  })

  it('has a schema of every answer of flow measures, and only valid schemas', async () => {
    const text = JSON.stringify(await document()).replaceAll('#/components/schemas/', '#/$defs/')
    const { paths, components } = JSON.parse(text)
    for (const name of Object.keys(components.schemas)) {
      z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: components.schemas })
    }
    for (const endpoint of flowEndpoints) {
      const name = `Flow${endpoint[0]!.toUpperCase()}${endpoint.slice(1)}`
      for (const { responses } of Object.values<{ responses: Record<string, never> }>(paths[`/api/flow/${endpoint}`])) {
        expect(responses).toMatchObject({
          200: { content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } } },
        })
      }
      expect(components.schemas[name]).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })
})

describe('the API documentation', () => {
  it('names every report and parameter, and loads nothing external', async () => {
    const { headers, payload } = await testServer().server.inject('/docs')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    for (const name of [...Object.keys(reportTypes), ...parameters.map(({ name }) => name)]) {
      expect(payload).toContain(`<code>${name}</code>`)
    }
    expect(payload).not.toMatch(/<script|src=|https?:/)
  })
})

describe('the working calendars over HTTP', () => {
  let answer: (path: string) => Promise<{ status: number; body: Record<string, unknown> }>
  beforeAll(async () => {
    const workspace = createWorkspace(await temporaryStore(), DEPS)
    const { server } = testServer({ calendars: workspace.calendars })
    const origin = { file: null, name: 'Office', country: null, region: null, timeZone: null, hours: null, ics: null }
    await workspace.calendars.add('office', origin)
    await workspace.calendars.makeDefault('office')
    answer = async path => {
      const { statusCode, payload } = await server.inject(path)
      return { status: statusCode, body: JSON.parse(payload) }
    }
  })

  it('are all listed, as in reports', async () => {
    const { body } = await answer(CALENDARS)
    expect(
      z
        .array(calendarObject)
        .parse(body)
        .map(({ id, isDefault }) => [id, isDefault]),
    ).toEqual([
      ['0', false],
      ['office', true],
    ])
  })

  it('are found by id ignoring case, and the default one by 0', async () => {
    expect((await answer(`${CALENDARS}/OFFICE`)).body.name).toBe('Office')
    expect((await answer(`${CALENDARS}/0`)).body.name).toBe('Office')
  })

  it('respond with 404 and suggestions for an unknown one', async () => {
    const { status, body } = await answer(`${CALENDARS}/ofice`)
    expect([status, body.code]).toEqual([404, 'CALENDAR_UNKNOWN'])
    expect(body.detail).toContain("Did you mean 'office'?")
  })
})
