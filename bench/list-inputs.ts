import { flowEndpoints } from '../src/plan/flow/flow-parameters.ts'

/** A request with a list of `count` members. */
export interface ListRequest {
  readonly path: string
  readonly method: 'POST' | 'PUT' | 'GET'
  readonly body: URLSearchParams | string
}

/** A list-like parameter of an operation. */
export interface ListInput {
  readonly operation: string
  readonly parameter: string
  readonly of: (count: number) => ListRequest
}

const API = '/rest/tis/report/1.0/api'

/** Returns `count` different texts, joined by commas. */
function names(count: number, prefix = 'unknown'): string {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`).join(',')
}

function json(count: number, element: (i: number) => unknown = i => `unknown${i}`): string {
  return JSON.stringify(Array.from({ length: count }, (_, i) => element(i)))
}

const conditions = (count: number) => Array.from({ length: count }, (_, i) => `key = WEB-${i}`).join(' OR ')

/** The lists of the parameters that choose issues. */
const QUERIES = {
  'customjql, IN': (count: number) => `key in (${names(count, 'WEB-')})`,
  'customjql, names': (count: number) => `status in (${names(count)})`,
  'customjql, OR': conditions,
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

function form(
  path: string,
  fixed: Readonly<Record<string, string>>,
  lists: Readonly<Record<string, (count: number) => string>>,
): ListInput[] {
  return Object.entries(lists).map(([parameter, listOf]) => ({
    operation: path.replace(API, ''),
    parameter,
    of: count => ({
      path,
      method: 'POST',
      body: new URLSearchParams({ ...fixed, [parameter.split(',')[0]!]: listOf(count) }),
    }),
  }))
}

function posted(
  path: string,
  parameter: string,
  bodyOf: (count: number) => string,
  method: 'POST' | 'PUT' = 'POST',
): ListInput {
  return { operation: path.replace(API, ''), parameter, of: count => ({ path, method, body: bodyOf(count) }) }
}

const QUERY = { filterType: 'customjql', calendar: 'normalHours' }
const REPORT = { ...QUERY, customjql: 'key = WEB-1', columnsBy: 'statusDuration' }

const HOURS = { weekday: 'monday', start: '09:00', end: '17:00' }
const calendar = (count: number) => ({
  name: 'Long',
  timeZone: 'UTC',
  workingTimes: [HOURS],
  exceptions: Array.from({ length: Math.ceil(count / 24) }, (_, i) => ({
    date: new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10),
    workingTimes: Array.from({ length: 24 }, (_, hour) => ({ start: clock(hour, 0), end: clock(hour, 30) })),
  })),
})

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

const workflow = (count: number) => ({
  name: 'Long',
  stages: [{ name: 'Work', kind: 'active', statuses: Array.from({ length: count }, (_, i) => `unknown${i}`) }],
})

const view = (parameters: readonly object[]) =>
  JSON.stringify({ name: 'Long', endpoint: 'list', parameters, display: [] })

const VIEWS = `${API}/views`

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
    form(`/api/flow/${name}`, { ...QUERY, customjql: 'key = WEB-1' }, { ...QUERIES, ...FLOW_LISTS }),
  ),
  posted('/api/jql/parse', 'query, IN', count => JSON.stringify({ query: QUERIES['customjql, IN'](count) })),
  posted('/api/jql/parse', 'query, names', count => JSON.stringify({ query: QUERIES['customjql, names'](count) })),
  posted('/api/jql/parse', 'query, OR', count => JSON.stringify({ query: conditions(count) })),
  posted('/api/calendar-preview', 'exceptions', count =>
    JSON.stringify({ calendar: calendar(count), month: '2024-12' }),
  ),
  posted('/api/calendars', 'holidays', count =>
    JSON.stringify({ ...calendar(0), holidays: Array.from({ length: count }, () => ({ date: '2024-12-25' })) }),
  ),
  posted('/api/workflows/Long', 'statuses', count => JSON.stringify(workflow(count)), 'PUT'),
  posted(VIEWS, 'statuses', count => view([{ name: 'statuses', value: names(count) }])),
  posted(VIEWS, 'parameters', count => view(Array.from({ length: count }, () => ({ name: 'statuses', value: '1' })))),
]
