import { type FlowEndpoint, type FlowMeasure, flowEndpoints, flowMeasures } from '../src/reports/flow/flow-measures.ts'

/** A request with a list of `count` members. In its path, `{view}` and `{calendar}` are the ids of VIEW and CALENDAR. */
export interface ListRequest {
  readonly path: string
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly body: URLSearchParams | string
}

/** A list-like parameter of an operation. */
export interface ListInput {
  readonly operation: string
  readonly parameter: string
  readonly of: (count: number) => ListRequest
}

const API = '/rest/tis/report/1.0/api'

function many<T>(count: number, one: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => one(i))
}

/** Returns `count` different texts, joined by commas. */
function names(count: number, prefix = 'unknown'): string {
  return many(count, i => `${prefix}${i}`).join(',')
}

function json(count: number, element: (i: number) => unknown = i => `unknown${i}`): string {
  return JSON.stringify(many(count, element))
}

/** The lists of the parameters that choose issues. */
const QUERIES = {
  'customjql, IN': (count: number) => `key in (${names(count, 'WEB-')})`,
  'customjql, names': (count: number) => `status in (${names(count)})`,
  'customjql, OR': (count: number) => many(count, i => `key = WEB-${i}`).join(' OR '),
}

/** The lists of the other parameters of reports. */
const REPORT_LISTS = {
  statuses: names,
  'statuses, JSON': (count: number) => json(count, i => ({ type: 'std', id: `unknown${i}` })),
  'statuses, columns': (count: number) => json(count, i => ({ type: 'cons', name: `Column ${i}`, statuses: ['Done'] })),
  'statuses, members': (count: number) => `[{"type":"cons","name":"All","statuses":${json(count)}}]`,
  'statuses, one member': (count: number) => `[{"type":"cons","name":"All","statuses":${json(count, () => 'Done')}}]`,
  assignees: names,
  'assignees, JSON': (count: number) => json(count),
  groups: names,
  fields: names,
  historyFields: names,
  groupByFields: names,
  'groupByFields, dates': (count: number) => names(count, 'date:month:unknown'),
  dbsMetrics: (count: number) => json(count, i => ({ name: `Metric ${i}`, to: { id: 'Done', order: 'first' } })),
  'dbsMetrics, excluded': (count: number) =>
    `[{"name":"Lead","to":{"id":"Done","order":"first"},"excluded":${json(count)}}]`,
  filters: (count: number) => json(count, i => ({ column: `${i}`, operator: 'equals', value: '1', unit: 'day' })),
  inGroup: (count: number) => json(count),
  percentiles: names,
}

const FLOW_LISTS = {
  percentiles: names,
  inGroup: (count: number) => json(count),
  state: names,
  groupBy: names,
  wasIn: names,
}

/** The lists of some flow measures only. */
const FORECAST_LISTS = { except: (count: number) => many(count, i => dayAfter(i)).join(',') }
const PART_LISTS = {
  'then, IN': QUERIES['customjql, IN'],
  'then, OR': QUERIES['customjql, OR'],
  'then, repeated': (count: number) => many(count, i => `key = WEB-${i}`),
}

/** Returns the lists of a flow measure. */
function flowLists(name: FlowEndpoint) {
  const { parameters }: FlowMeasure = flowMeasures[name]
  return {
    ...FLOW_LISTS,
    ...(parameters.includes('except') && FORECAST_LISTS),
    ...(parameters.includes('then') && PART_LISTS),
  }
}

function form(
  path: string,
  fixed: Readonly<Record<string, string>>,
  lists: Readonly<Record<string, (count: number) => string | readonly string[]>>,
): ListInput[] {
  return Object.entries(lists).map(([parameter, listOf]) => ({
    operation: path.replace(API, ''),
    parameter,
    of: count => {
      const [name] = parameter.split(',') as [string]
      const body = new URLSearchParams(fixed)
      body.delete(name)
      for (const value of [listOf(count)].flat()) body.append(name, value)
      return { path, method: 'POST', body }
    },
  }))
}

function sent(
  path: string,
  parameter: string,
  bodyOf: (count: number) => object,
  method: ListRequest['method'] = 'POST',
): ListInput {
  const operation = method === 'POST' ? path.replace(API, '') : `${method} ${path.replace(API, '')}`
  return { operation, parameter, of: count => ({ path, method, body: JSON.stringify(bodyOf(count)) }) }
}

const QUERY = { filterType: 'customjql', calendar: 'normalHours' }
const REPORT = { ...QUERY, customjql: 'key = WEB-1', columnsBy: 'statusDuration' }

let made = 0

/** Returns a name that no other request has, so that nothing is refused as a duplicate. */
function newName(): string {
  return `Long ${++made}`
}

const HOURS = { weekday: 'monday', start: '09:00', end: '17:00' }

const calendar = (parts: object) => ({ name: newName(), timeZone: 'UTC', workingTimes: [HOURS], ...parts })

/** Returns exceptions with `count` periods together, 24 for each day. */
const exceptions = (count: number) =>
  many(Math.ceil(count / 24), i => ({
    date: dayAfter(i),
    workingTimes: many(24, hour => ({ start: clock(hour, 0), end: clock(hour, 30) })),
  }))

function dayAfter(days: number): string {
  return new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10)
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** The lists of a calendar. */
const CALENDAR_LISTS: Readonly<Record<string, (count: number) => object>> = {
  exceptions: count => calendar({ exceptions: exceptions(count) }),
  'exceptions, days': count => calendar({ exceptions: many(count, i => ({ date: dayAfter(i), workingTimes: [] })) }),
  workingTimes: count => calendar({ workingTimes: many(count, () => HOURS) }),
  holidays: count => calendar({ holidays: many(count, () => ({ date: '2024-12-25' })) }),
}

/** The lists of a workflow. */
const WORKFLOW_LISTS: Readonly<Record<string, (count: number) => object>> = {
  statuses: count => ({
    name: newName(),
    stages: [{ name: 'Work', kind: 'active', statuses: many(count, i => `unknown${i}`) }],
  }),
  stages: count => ({
    name: newName(),
    stages: many(count, i => ({ name: `Stage ${i}`, kind: 'active', statuses: [`unknown${i}`] })),
  }),
}

/** The lists of a saved report. The last one is as short as the limit of characters allows. */
const VIEW_LISTS: Readonly<Record<string, (count: number) => object>> = {
  statuses: count => ({ parameters: [{ name: 'statuses', value: names(count) }] }),
  parameters: count => ({ parameters: many(count, () => ({ name: 'statuses', value: '1' })) }),
  display: count => ({ display: many(count, i => ({ name: `view.${i}`, value: '1' })) }),
  'parameters, short': count => ({ parameters: many(count, () => ({ name: 'a', value: '' })) }),
}

/** The lists of a team. */
const TEAM_LISTS: Readonly<Record<string, (count: number) => object>> = {
  parameters: count => ({ parameters: many(count, i => ({ name: `name${i}`, value: '' })) }),
  workflow: count => ({
    parameters: [{ name: 'workflow', value: JSON.stringify(WORKFLOW_LISTS.statuses!(count)) }],
  }),
}

const VIEWS = `${API}/views`

const view = (parts: object) => ({ name: newName(), endpoint: 'list', parameters: [], display: [], ...parts })

/** Creates the calendar that requests replace. */
export const CALENDAR = { path: '/api/calendars', body: JSON.stringify({ ...calendar({}), name: 'Base' }) }

/** Creates the saved report that requests change. */
export const VIEW = {
  path: VIEWS,
  body: JSON.stringify(
    view({
      parameters: Object.entries({ filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount' }).map(
        ([name, value]) => ({ name, value }),
      ),
    }),
  ),
}

/** Every list-like parameter of every operation. Connections accept bodies of 64 kB only. */
export const listInputs: readonly ListInput[] = [
  ...form(`${API}/aggregation`, { ...REPORT, aggregationType: 'average' }, { ...QUERIES, ...REPORT_LISTS }),
  ...form(`${API}/list`, REPORT, { ...QUERIES, ...REPORT_LISTS }),
  ...form(`${API}/issue`, { ...REPORT, issueKey: 'WEB-1' }, REPORT_LISTS),
  ...form(
    `${API}/file`,
    { ...REPORT, outputType: 'CSV' },
    { ...QUERIES, ...REPORT_LISTS, columns: count => json(count) },
  ),
  ...form('/api/explain', { ...REPORT, issueKey: 'WEB-1', column: 'Done' }, REPORT_LISTS),
  ...form('/api/distribution', REPORT, { ...QUERIES, ...REPORT_LISTS }),
  ...flowEndpoints.flatMap(name =>
    form(`/api/flow/${name}`, { ...QUERY, customjql: 'key = WEB-1' }, { ...QUERIES, ...flowLists(name) }),
  ),
  ...Object.entries(QUERIES).map(([parameter, query]) =>
    sent('/api/jql/parse', parameter.replace('customjql', 'query'), count => ({ query: query(count) })),
  ),
  ...Object.entries(CALENDAR_LISTS).flatMap(([parameter, body]) => [
    sent('/api/calendar-preview', parameter, count => ({ calendar: body(count), month: '2024-12' })),
    sent('/api/calendars', parameter, body),
    sent('/api/calendars/{calendar}', parameter, body, 'PUT'),
  ]),
  ...Object.entries(WORKFLOW_LISTS).map(([parameter, body]) => sent('/api/workflows/Long', parameter, body, 'PUT')),
  ...Object.entries(TEAM_LISTS).map(([parameter, parts]) =>
    sent('/api/teams/Long', parameter, count => ({ name: newName(), ...parts(count) }), 'PUT'),
  ),
  ...Object.entries(VIEW_LISTS).flatMap(([parameter, parts]) => [
    sent(VIEWS, parameter, count => view(parts(count))),
    sent(`${VIEWS}/{view}`, parameter, parts, 'PATCH'),
  ]),
]
