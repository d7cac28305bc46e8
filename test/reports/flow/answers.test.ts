import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { UTC } from '../../../src/core/time/zone.ts'
import { openApi } from '../../../src/edge/http/openapi.ts'
import { type FlowEndpoint, flowEndpoints } from '../../../src/reports/flow/flow-measures.ts'
import { createReportDeps } from '../../../src/reports/report/run-report.ts'
import { flowWorkflow } from '../../../src/reports/table/flow/flow-parts.ts'
import { calendarObject } from '../../../src/reports/table/report-schema.ts'
import { flowSchemas, flowText } from '../../support/flow-text.ts'
import { atHour, importTiny } from '../../support/tiny-tracker.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { importSprints, saveTeam, TEAM } from './team.ts'

const AS_OF = 4000

/** Issues of 24 weeks: together they have something for each member of an answer. */
const HISTORIES = [
  ...Array.from({ length: 60 }, (_, i) => {
    const at = 24 + 60 * i
    return `AB-${i + 1} status Open@${at} Doing@${at + 5} Review@${at + 9} Done@${at + 12 + (i % 10)}`
  }),
  'AB-4 labels api@210 api+blocked@211 api@212',
  'AB-70 status Open@3000 Doing@3010 Review@3020 Doing@3030 Done@3040 Doing@3050 Done@3060',
  ...[71, 72, 73].map(i => `AB-${i} status Doing@180 Done@190 Doing@230 Done@240 Doing@3600 Done@3610`),
  'AB-74 status Open@3000 Done@3020',
  'AB-75 status Open@3500 Doing@3510 Waiting@3520 Doing@3530 Done@3540',
  'AB-76 status Open@0 Doing@1',
  'AB-77 status Open@12 Doing@500 Open@520',
  'AB-78 status Open@3600 Review@3610',
  'AB-78 labels blocked@3620',
  'AB-78 assignee Ann@3600',
  'AB-78 priority Low@3600 High@3615',
  'AB-78 sprint -@3600 s1+s2+s3@3620',
  'AB-79 status Open@3600 Waiting@3610',
  'AB-80 status Open@3600 Doing@3610 -@3620',
  'AB-81 status Doing@3999',
  'AB-82 status Done@3600',
  'AB-82 resolved 3700',
  'AB-83 status Done@3600',
  'AB-84 status Doing@3970',
]

/** Who made the changes of issues; nobody knows the ghost. */
const AUTHORS = { 'AB-71': 'ann', 'AB-72': 'ghost' }

type Request = Readonly<Record<string, string>>

const hour = (at: number) => new Date(atHour(at)).toISOString()
const COMPARED = { compare: 'previous' }

/** Requests that together have most variants of each answer: endpoints ignore parameters of others. */
const REQUESTS: readonly Request[] = [
  { ...COMPARED, percentiles: '1,50,85,99', state: 'all' },
  { ...COMPARED, workflow: 'default', returns: 'keep', unit: 'inclusiveDays', levels: 'all' },
  { ...COMPARED, from: '2024-03-04', wasIn: 'Doing', calendar: '0', bucket: 'quarter' },
  { startDate: '2024-03-05', endDate: '2024-07-06', dateRangeField: 'created', to: '2024-06-01', bucket: 'day' },
]

/** Windows before, during and after most work, and expectations: of endpoints with numbers that either may lack. */
const WINDOWS: readonly Request[] = [
  { ...COMPARED, asOf: hour(504), from: '2024-03-18' },
  { ...COMPARED, asOf: hour(336), from: '2024-03-11', workflow: 'default' },
  { ...COMPARED, asOf: hour(2) },
  { ...COMPARED, workflow: 'Goal' },
  { ...COMPARED, workflow: 'Goal', asOf: hour(504), from: '2024-03-18' },
  { ...COMPARED, workflow: 'Measured' },
  { ...COMPARED, asOf: hour(2000), from: '2024-04-27' },
  { ...COMPARED, startDate: '2025-01-01', dateRangeField: 'created' },
]

const GROUPS: readonly Request[] = [
  {},
  { workflow: 'Goal' },
  { from: '2024-03-04' },
  { workflow: 'default' },
  { asOf: hour(504) },
].map(more => ({ ...more, groupBy: 'labels' }))

/** Windows without time, and one in which work in progress was stable. */
const STABILITY: readonly Request[] = [
  { from: '2024-04-01', to: '2024-04-01', compare: 'startOfMonth(-2)..startOfMonth(-2)' },
  { compare: '2024-04-23..2024-06-13 06:00' },
]

const THEN = 'then'

/** Forecasts of many issues, with a growing scope, a later begin, days off, or parts. */
const FORECASTS: readonly Request[] = [
  { count: '10000', until: '30d', returns: 'restart' },
  { scope: 'grow' },
  { [THEN]: 'key = AB-78', except: '2024-01-01..2090-01-01' },
  { [THEN]: 'key is not EMPTY' },
  { begin: '2024-09-01', except: '2024-09-02,2024-09-04..2024-09-06' },
  { except: '0' },
]

const STAYS: readonly Request[] = [
  ...['AB-4', 'AB-70', 'AB-71', 'AB-74', 'AB-75', 'AB-76', 'AB-78', 'AB-79', 'AB-80', 'AB-82'].map(issueKey => ({
    issueKey,
  })),
  ...['AB-70', 'AB-71'].flatMap(issueKey => [
    { issueKey, returns: 'restart' },
    { issueKey, workflow: 'default' },
  ]),
]

/** The requests of endpoints that need more than the common ones. */
const MORE: Readonly<Partial<Record<FlowEndpoint, readonly Request[]>>> = {
  ageing: WINDOWS,
  blocked: [{ workflow: 'Urgent' }],
  dashboard: [...WINDOWS, ...STABILITY, ...FORECASTS],
  forecast: FORECASTS,
  stability: STABILITY,
  stages: [...WINDOWS, { workflow: 'Release', percentiles: '1,50,99' }],
  summary: [...WINDOWS, ...GROUPS],
  throughput: WINDOWS,
}

function requestsOf(endpoint: FlowEndpoint): readonly Request[] {
  return endpoint === 'stays' ? STAYS : [...REQUESTS, ...(MORE[endpoint] ?? [])]
}

/** A team whose work waits for a release after Done, so most of it is in progress. */
const RELEASING = {
  ...TEAM,
  stages: TEAM.stages.map(stage => {
    if (stage.kind === 'done') return { ...stage, statuses: ['Waiting'] }
    return stage.kind === 'waiting' ? { ...stage, statuses: ['Review', 'Done'] } : stage
  }),
}

/** A sprint that was completed, one with a planned end, and one without an end. */
const SPRINTS = [
  { id: 's1', start: 3600, end: 3650, completed: 3660 },
  { id: 's2', start: 3660, end: 5000 },
  { id: 's3', start: 3600 },
]

/** Sources of blocking without a label. */
const BY_PRIORITY = { fields: ['priority'], statuses: ['Review'], labels: [] }

/** What the tracker cannot show: it has no types, its calendars have equal days, and some intervals have two ends. */
const ELSEWHERE =
  /\.type$|\.workingDay is null$|^(dashboard|ageing)\..*\.(lower|upper) is null$|^summary\.groups.*\.lower is null$/

type Visit = (schema: z.ZodType, path: string) => string[]

/** Returns the variants of the values of a schema: members that are absent, null or there, and options. */
const variantsOf: Visit = (schema, path) => {
  if (schema === calendarObject || schema === flowWorkflow) return [path]
  if (schema instanceof z.ZodOptional) return [`${path} is absent`, ...variantsOf(schema.unwrap() as z.ZodType, path)]
  if (schema instanceof z.ZodNullable) return [`${path} is null`, ...variantsOf(schema.unwrap() as z.ZodType, path)]
  if (schema instanceof z.ZodArray) return variantsOf(schema.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodRecord) return variantsOf(schema.valueType as z.ZodType, `${path}{}`)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((one, i) => variantsOf(one as z.ZodType, `${path}|${i}`))
  if (!(schema instanceof z.ZodObject)) return [path]
  return Object.entries(schema.shape).flatMap(([name, member]) => variantsOf(member as z.ZodType, `${path}.${name}`))
}

/** Returns the variants that a value has. */
function variantsIn(value: unknown, schema: z.ZodType, path: string): string[] {
  const as = (inner: unknown, one: unknown, more = '') => variantsIn(one, inner as z.ZodType, `${path}${more}`)
  if (schema === calendarObject || schema === flowWorkflow) return [path]
  if (schema instanceof z.ZodOptional) return value === undefined ? [`${path} is absent`] : as(schema.unwrap(), value)
  if (schema instanceof z.ZodNullable) return value === null ? [`${path} is null`] : as(schema.unwrap(), value)
  if (schema instanceof z.ZodArray) return (value as unknown[]).flatMap(one => as(schema.element, one, '[]'))
  if (schema instanceof z.ZodRecord) return Object.values(value!).flatMap(one => as(schema.valueType, one, '{}'))
  if (schema instanceof z.ZodUnion) {
    const i = schema.options.findIndex(one => (one as z.ZodType).safeParse(value).success)
    return as(schema.options[i], value, `|${i}`)
  }
  if (!(schema instanceof z.ZodObject)) return [path]
  return Object.entries(schema.shape).flatMap(([name, member]) => as(member, (value as Json)[name], `.${name}`))
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Returns copies of an answer in which one object of `schema` has an unknown member, or lacks one. */
function broken(value: unknown, schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return broken(value, schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray && Array.isArray(value) && value.length > 0) {
    return broken(value[0], schema.element as z.ZodType).map(one => [one, ...value.slice(1)])
  }
  if (!(schema instanceof z.ZodObject) || !isObject(value)) return []
  const members = Object.entries(value)
  const required = members.filter(([name]) => !(schema.shape[name] instanceof z.ZodOptional))
  return [
    { ...value, unknown: 1 },
    ...required.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name))),
    ...members.flatMap(([name, member]) =>
      broken(member, schema.shape[name] as z.ZodType).map(one => ({ ...value, [name]: one })),
    ),
  ]
}

/** Returns the schema of the answer of an endpoint in the OpenAPI document. */
function documentedSchema(endpoint: FlowEndpoint): z.ZodType {
  const text = JSON.stringify(openApi('/report', '1')).replaceAll('#/components/schemas/', '#/$defs/')
  const document = JSON.parse(text)
  const { schema } = document.paths[`/api/flow/${endpoint}`].get.responses[200].content['application/json']
  return z.fromJSONSchema({ ...schema, $defs: document.components.schemas })
}

const answers = new Map<FlowEndpoint, unknown[]>()

beforeAll(() =>
  withTemporaryStore(async store => {
    await importTiny(store, HISTORIES, { authors: AUTHORS })
    await importSprints(store, SPRINTS)
    await saveTeam(store, TEAM)
    const sle = { percent: 85, ms: 20 * 3_600_000 }
    await saveTeam(store, { ...TEAM, sle }, '2', 'Goal')
    const measured = { date: '2024-06-01', count: 60 }
    await saveTeam(store, { ...TEAM, sle: { ...sle, measured } }, '3', 'Measured')
    await saveTeam(store, RELEASING, '4', 'Release')
    await saveTeam(store, { ...TEAM, blocked: BY_PRIORITY }, '5', 'Urgent')
    const deps = createReportDeps(store, {
      now: () => atHour(AS_OF),
      zone: UTC,
      locale: 'en-US',
      dateFormat: null,
      dateTimeFormat: null,
    })
    for (const endpoint of flowEndpoints) {
      const found = []
      for (const request of requestsOf(endpoint)) {
        const sent = { filterType: 'project', projectKey: 'AB', workflow: 'Team', ...request }
        const parameters = Object.entries(sent).map(([name, value]) => ({ name, value, location: 'query' as const }))
        found.push(JSON.parse(await flowText({ endpoint, parameters }, deps)))
      }
      answers.set(endpoint, found)
    }
  }),
)

describe.each(flowEndpoints)('the schema of flow/%s', endpoint => {
  const schema: z.ZodType = flowSchemas[endpoint]

  it('allows nothing that no answer has', () => {
    const seen = new Set(answers.get(endpoint)!.flatMap(one => variantsIn(one, schema, endpoint)))
    expect(variantsOf(schema, endpoint).filter(one => !seen.has(one) && !ELSEWHERE.test(one))).toEqual([])
  })

  it('refuses an answer with an unknown member, or without a member', () => {
    const wrong = broken(answers.get(endpoint)![0], schema)
    expect(wrong.length).toBeGreaterThan(50)
    expect(wrong.filter(one => schema.safeParse(one).success)).toEqual([])
  })
  it('is that of the OpenAPI document', () => {
    const documented = documentedSchema(endpoint)
    for (const answer of answers.get(endpoint)!) documented.parse(answer)
    const wrong = broken(answers.get(endpoint)![0], schema)
    expect(wrong.filter(one => documented.safeParse(one).success)).toEqual([])
  })
})
