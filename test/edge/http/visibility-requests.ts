import type { InjectOptions } from 'fastify'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { NAMES, VISIBLE } from './hidden-names.ts'
import { AGGREGATION, CALENDARS, FILES, FLOW_PATHS, FORM, JSON_BODY, LIST, VIEWS } from './test-server.ts'

/** Parameters by name. */
export type Parameters = Readonly<Record<string, string>>

/** The path of the report of one issue. */
export const ISSUE = LIST.replace(/list$/, 'issue')

/** Returns a URL with parameters. */
export function address(path: string, parameters: Parameters): string {
  return `${path}?${new URLSearchParams(parameters)}`
}

/** The fields of the two visible projects, and spellings of them. */
export const FIELDS = [
  ...[
    'issuekey',
    'key',
    'summary',
    'description',
    'project',
    'issuetype',
    'status',
    'priority',
    'resolution',
    'assignee',
  ],
  ...[
    'reporter',
    'creator',
    'created',
    'updated',
    'resolutiondate',
    'duedate',
    'environment',
    'fixVersions',
    'versions',
  ],
  ...[
    'components',
    'labels',
    'parent',
    'sprint',
    'customfield_20',
    'customfield_21',
    'customfield_22',
    'customfield_23',
  ],
  ...['customfield_24', 'customfield_25', 'customfield_26', 'customfield_27', 'customfield_28', 'Epic Link', 'Client'],
]

const DATES = ['created', 'updated', 'resolutiondate', 'duedate', 'customfield_27']
const EVERY_ISSUE = { filterType: 'customjql', customjql: 'order by key' }
const METRICS = JSON.stringify([{ name: 'All', to: { id: '5' } }])
/** All reports. */
export const TYPES = Object.values(reportTypes)

/** Returns the parameters of a report of all visible issues. */
export function base(columnsBy: string): Parameters {
  const { kind, outer } = TYPES.find(({ name }) => name === columnsBy)!
  return {
    ...EVERY_ISSUE,
    columnsBy,
    ...(kind === 'duration' ? { calendar: 'normalHours', viewFormat: 'hours' } : {}),
    ...(outer === 'field' ? { historyFields: FIELDS.join() } : {}),
    ...(outer === 'metric' ? { dbsMetrics: METRICS } : {}),
  }
}

/** Returns a report as a list, and as an aggregation if there is one. */
export function bothLayouts(parameters: Parameters): string[] {
  const { kind } = TYPES.find(({ name }) => name === parameters.columnsBy)!
  const list = address(LIST, parameters)
  return kind === 'date' ? [list] : [list, address(AGGREGATION, { ...parameters, aggregationType: 'sum' })]
}

/** Returns a list of statuses, with parameters that override those of base. */
export const STATUS_LIST = (more: Parameters) => address(LIST, { ...base('statusCount'), ...more })

/** Returns every kind of report of all issues, with every field. */
export function reports(): string[] {
  const groups = ['project,parent', 'customfield_20,customfield_22,labels', 'fixVersions,date:month:created']
  const every = TYPES.flatMap(({ name }) => {
    const whole = { ...base(name), groups: 'builders,planners', fields: FIELDS.join() }
    return [
      ...groups.flatMap(groupByFields => bothLayouts({ ...whole, groupByFields })),
      ...bothLayouts({ ...whole, groupByFields: groups[0]!, outputType: 'csv' }),
      ...bothLayouts({ ...base(name), outputType: 'csv' }),
    ]
  })
  const fieldByField = FIELDS.flatMap(field => [
    ...bothLayouts({ ...base('statusDuration'), groupByFields: field }),
    ...bothLayouts({ ...base('anyfieldDuration'), historyFields: field, trimHistoryStartDate: '2024-02-07' }),
    ...bothLayouts({ ...base('anyFieldCount'), historyFields: field, asOf: '2024-02-09T00:00:00Z' }),
    address(LIST, { ...base('statusDuration'), fields: field, pageSize: '3', startIssueIndex: '3' }),
    ...['asc', 'desc'].map(orderDir =>
      address(LIST, { ...base('statusCount'), fields: field, orderBy: field, orderDir, pageSize: '3' }),
    ),
    address(LIST, { ...base('anyfieldDuration'), historyFields: field, orderBy: `${field}|none`, pageSize: '3' }),
  ])
  const units = ['year', 'quarter', 'month', 'week', 'day']
  const dates = DATES.flatMap(field =>
    units.flatMap(unit => bothLayouts({ ...base('statusDuration'), groupByFields: `date:${unit}:${field}` })),
  )
  const aggregates = ['average', 'median', 'standardDeviation'].flatMap(aggregationType =>
    ['assigneeDuration', 'transitionCount', 'anyFieldCount'].map(name =>
      address(AGGREGATION, { ...base(name), groupByFields: 'assignee', aggregationType }),
    ),
  )
  return [
    ...every,
    ...fieldByField,
    ...dates,
    ...aggregates,
    address(LIST, base('statusCount')).replace('order', 'ORDER'),
  ]
}

/** Returns queries with every field and every operator, every function, and every order. */
export function queries(): string[] {
  const fields = [
    ...FIELDS.filter(name => !name.startsWith('customfield_24')),
    'statusCategory',
    'text',
    'filter',
    'originalEstimate',
  ]
  const written = (field: string) => (/ /.test(field) ? `"${field}"` : field)
  const values = ['OPN-1', 'PUB-1', 'PUB', '"1.0"', 'bob', '2024-02-05']
  const named = [...VISIBLE, ...NAMES.map(({ hidden }) => hidden)]
  return [
    ...fields.flatMap(field => {
      const name = written(field)
      return [
        ...[
          'is empty',
          'is not empty',
          'was empty',
          'was not empty',
          'changed',
          'was in (empty, Open)',
          '!= OPN-1',
        ].map(rest => `${name} ${rest}`),
        ...[
          'changed after 2024-02-06',
          'changed before 2024-02-07 by ann',
          'changed from empty',
          'changed to empty',
        ].map(rest => `${name} ${rest}`),
        ...[
          'changed during (2024-02-06, 2024-02-08)',
          'was empty on 2024-02-08',
          'was not empty before 2024-02-08',
        ].map(rest => `${name} ${rest}`),
        ...values.flatMap(value => [`${name} = ${value}`, `${name} != ${value}`, `${name} was ${value}`]),
        `${name} ~ zq*`,
        `not ${name} is empty and ${name} not in (${values.slice(0, 2)})`,
        `order by ${name}`,
        `order by ${name} desc`,
      ]
    }),
    ...named.flatMap(one => [
      ...['project', 'key', 'parent', '"Epic Link"', 'Client', 'Related'].map(field => `${field} = "${one}"`),
      ...['status', 'assignee', 'labels', 'Tier', 'fixVersion', 'component', 'sprint', 'filter'].map(
        field => `${field} in ("${one}")`,
      ),
      ...['status', 'project', 'parent', 'fixVersion', 'Tier', 'assignee'].map(field => `${field} was "${one}"`),
      ...['parent', 'Client', '"Epic Link"', 'fixVersion'].map(field => `${field} changed from "${one}"`),
      ...['resolution', 'priority', 'type'].map(field => `${field} != "${one}"`),
      ...[
        `issue in updatedBy("${one}")`,
        `reporter in membersOf("${one}")`,
        `fixVersion = latestReleasedVersion("${one}")`,
      ],
      ...[`issue in timeInStatus("${one}", ">", "1h")`, `text ~ "${one}"`, `key > "${one}"`, `"${one}" is empty`],
      ...[`status changed by "${one}"`, `order by "${one}"`, `fixVersion in unreleasedVersions("${one}")`],
      `status was Open by "${one}"`,
    ]),
    ...['assignee = currentUser()', 'updated > startOfYear()', 'sprint in openSprints()', 'sprint in closedSprints()'],
    ...[
      'fixVersion in releasedVersions()',
      'type in standardIssueTypes()',
      'fixVersion = earliestUnreleasedVersion(OPN)',
    ],
    ...[
      'text ~ "zqxfence"',
      'text ~ "zqxfense~"',
      'text ~ "paint fence"',
      'text !~ fence',
      'due > 2030-01-01',
      'Points > 100',
    ],
    ...['text ~ "zq*" order by Client', 'cf[9753130] is empty', 'cf[20] is empty', 'id = 9753171', 'id = 9753100'],
  ]
}

/**
 * Returns requests for suggestions at every position of some queries, and with the first characters of hidden names.
 */
export function suggestions(): string[] {
  const whole = [
    'project = OPN and status was Open by ann order by key',
    'assignee in (ann, bob) and "Epic Link" = OPN-1 and Tier = "Gold"',
    'fixVersion = "1.0" and labels in (dock) and filter = "All open"',
  ]
  const prefixes = whole.flatMap(text => [...text].map((_, i) => text.slice(0, i + 1)))
  const fields = ['project', 'status', 'assignee', 'labels', 'Tier', 'fixVersion', 'component', 'sprint', 'filter']
  const more = ['resolution', 'priority', 'type', 'parent', 'Client', 'key', '"Zqx Clearance"']
  const firsts = ['', 'z', 'zq', 'zqx', 'Zqx ', '9', '97531', '"z', '"Zqx', 'c']
  const begun = [...fields, ...more].flatMap(field =>
    firsts.flatMap(first => [`${field} = ${first}`, `${field} was ${first}`, `${field} in (${first}`]),
  )
  return [...new Set([...prefixes, ...begun, ...firsts, ...firsts.map(first => `order by ${first}`)])].map(text =>
    address('/api/jql/suggest', { text }),
  )
}

/** The paths with parameters, all of which these requests use. */
export const TAKING_PARAMETERS = [
  ...[LIST, AGGREGATION, ISSUE, `${CALENDARS}/:id`, '/api/jql/parse', '/api/jql/suggest', '/api/people'],
  ...['/api/explain', '/api/timeline', '/api/repairs', '/api/distribution', '/api/session'],
  ...[VIEWS, `${VIEWS}/:id`, `${VIEWS}/:id/restore`, `${VIEWS}/:id/rows`],
  ...[FILES, `${FILES}/:id`, `${FILES}/:id/download`],
  ...['/api/workflows', '/api/workflows/:id', '/api/workflow-proposal'],
  ...['/api/teams', '/api/teams/:id', '/api/teams/:id/restore'],
  ...['/api/calendars', '/api/calendars/:id', '/api/calendars/:id/default', '/api/calendar-preview'],
  ...['/api/connection-test', '/api/connections', '/api/connections/:name'],
  ...['sync', 'pause', 'resume'].map(action => `/api/connections/:name/${action}`),
  ...FLOW_PATHS,
  '/hooks/:name/:key',
]
/** The paths without parameters. */
export const TAKING_NONE = [
  ...['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/api', '/api/catalogue', '/api/sync', CALENDARS],
  ...['/api/holiday-countries', '/api/log-names', '/api/log-names/:name'],
  // A stream that never ends. It says that something changed, not what.
  '/api/changes',
]

const ISSUES = ['OPN-1', 'OPN-2', 'OPN-3', 'OPN-4', 'OPN-5', 'OPN-6', 'OPN-7', 'PUB-1', 'PUB-7']
/** Fields with values that link to something hidden. */
export const LINKS = [
  'parent',
  'project',
  'customfield_20',
  'customfield_21',
  'customfield_22',
  'fixVersions',
  'components',
]

/** Returns all drill-down requests: for every issue, and for each field that links to something hidden. */
export function insides(): string[] {
  const cells = LINKS.flatMap(field => ['none', '201', '9753171'].map(id => `${field}|${id}`))
  const requested = { ...base('anyFieldCount'), filterType: '', customjql: '', historyFields: LINKS.join() }
  return [
    ...ISSUES.flatMap(issueKey => [
      address('/api/timeline', { issueKey }),
      address(ISSUE, { ...base('statusDuration'), filterType: '', customjql: '', issueKey }),
      address(ISSUE, { ...requested, issueKey, fields: FIELDS.join() }),
      ...cells.map(column => address('/api/explain', { ...requested, issueKey, column })),
    ]),
    address('/api/repairs', { issueKeys: [...ISSUES, 'ZQXHID-1', 'OPN-975311'].join() }),
    ...TYPES.filter(({ kind }) => kind !== 'date').map(({ name }) => address('/api/distribution', base(name))),
    ...flowRequests(),
    ...staysOfIssues({}),
    address('/api/catalogue', {}),
    address('/api/sync', {}),
    ...['', 'a', 'zqx', 'example.org'].map(text => address('/api/people', { text })),
  ]
}

/** Returns all requests of flow measures, with sources of blocking. */
function flowRequests(): string[] {
  const window = { from: '2024-01-01', levels: 'all', state: 'all', bucket: 'day', compare: 'previous' }
  const groups = ['labels', 'project', 'issuetype', 'security'].map(groupBy =>
    address('/api/flow/summary', { ...EVERY_ISSUE, ...window, groupBy }),
  )
  const all = FLOW_PATHS.flatMap(path =>
    ['json', 'csv'].flatMap(outputType => [
      address(path, { ...EVERY_ISSUE, ...window, outputType }),
      address(path, { ...EVERY_ISSUE, outputType, asOf: '2024-02-09T00:00:00Z', from: '2024-02-01' }),
    ]),
  )
  const parts = new URLSearchParams({ ...EVERY_ISSUE, levels: 'all' })
  for (const query of ['parent is not EMPTY', '"Epic Link" is not EMPTY']) parts.append('then', query)
  const items = [1, 2, 3].map(part => `/api/flow/items?${parts}&state=all&part=${part}`)
  return [...all, ...groups, `/api/flow/forecast?${parts}`, ...items]
}

/** Returns requests for the stays of every issue, as JSON and CSV. */
export function staysOfIssues(parameters: Parameters): string[] {
  return [...ISSUES, 'ZQXHID-1', 'OPN-975311'].flatMap(issueKey =>
    ['json', 'csv'].map(outputType => address('/api/flow/stays', { ...parameters, issueKey, outputType })),
  )
}

/** Returns requests with a name in every parameter and position that accepts one. */
export function naming(name: string): (InjectOptions & { readonly url: string })[] {
  const list = (parameters: Parameters): InjectOptions & { readonly url: string } => ({ url: STATUS_LIST(parameters) })
  const chosen = (filterType: string, selector: string) =>
    list({ filterType, customjql: '', [selector]: name, columnsBy: 'statusCount' })
  return [
    ...[chosen('project', 'projectKey'), chosen('user', 'user'), chosen('sprint', 'sprintID')],
    ...[chosen('jqlfilter', 'jqlFilterID'), chosen('advanced', 'jqlFilterID')],
    ...[{ statuses: name }, { groupByFields: name }, { fields: name }, { orderBy: name }].map(list),
    ...['parent', 'labels', 'fixVersions', 'project'].map(field =>
      list({ ...base('anyFieldCount'), historyFields: field, orderBy: `${field}|${name}` }),
    ),
    list({ ...base('statusDurationByAssignee'), orderBy: `${name}|1` }),
    list({ groupByFields: `date:month:${name}` }),
    list({ statuses: JSON.stringify([{ type: 'cons', name: 'All', statuses: ['1', name] }]) }),
    list({ ...base('assigneeDuration'), assignees: `ann,${name}` }),
    list({ ...base('groupDuration'), groups: name }),
    list({ ...base('anyFieldCount'), historyFields: name }),
    list({ ...base('durationBetweenStatuses'), dbsMetrics: JSON.stringify([{ name: 'All', to: { id: name } }]) }),
    list({ ...base('statusDuration'), calendar: name, dayLength: '24HourDays' }),
    ...[name, `project = "${name}"`, `key = "${name}"`, `status = "${name}"`, `status was "${name}"`].map(customjql =>
      list({ customjql }),
    ),
    ...[`assignee = "${name}"`, `"${name}" = 1`, `Tier = "${name}"`, `labels = "${name}"`, `filter = "${name}"`].map(
      customjql => list({ customjql }),
    ),
    ...[`parent = "${name}"`, `"Epic Link" = "${name}"`, `order by "${name}"`, `fixVersion was "${name}"`].map(
      customjql => list({ customjql }),
    ),
    ...['sortBy', 'issue', 'issueKey'].map(parameter =>
      list({ ...base('assigneeDuration'), [parameter]: name, sortDir: 'asc', aggregationType: 'sum' }),
    ),
    {
      url: address(AGGREGATION, { ...base('assigneeDuration'), aggregationType: 'sum', sortBy: name, sortDir: 'asc' }),
    },
    ...['issueKey', 'issue', 'key'].map(parameter => ({
      url: address(ISSUE, { columnsBy: 'statusCount', calendar: 'normalHours', [parameter]: name }),
    })),
    ...['/api/timeline', '/api/explain', ISSUE].map(path => ({
      url: address(path, { ...base('statusDuration'), filterType: '', customjql: '', issueKey: name, column: '1' }),
    })),
    { url: address('/api/explain', { ...base('anyFieldCount'), issueKey: 'OPN-3', column: `parent|${name}` }) },
    { url: address('/api/repairs', { issueKeys: `OPN-3,${name}` }) },
    { url: address('/api/flow/stays', { issueKey: name }) },
    { url: address('/api/flow/summary', { ...EVERY_ISSUE, groupBy: name }) },
    ...[`project = "${name}"`, `key = "${name}"`, `labels = "${name}"`].map(query => ({
      url: `${address('/api/flow/forecast', EVERY_ISSUE)}&${new URLSearchParams([['then', query]])}`,
    })),
    {
      url: address('/api/flow/items', {
        ...EVERY_ISSUE,
        wasIn: name,
        wasInStage: name,
        movedFrom: name,
        movedTo: name,
        reopenedBy: name,
        blockedBy: name,
        blockedNowBy: name,
        inSprint: name,
      }),
    },
    { url: `${CALENDARS}/${encodeURIComponent(name)}` },
    { url: `/api/workflows/${encodeURIComponent(name)}` },
    { url: `/api/calendars/${encodeURIComponent(name)}` },
    { url: address('/api/people', { text: name }) },
    // One by one: messages quote a part of a long query, which may end in the name.
    ...[`project = "${name}"`, `assignee in ("${name}")`, `"${name}" is empty`].map(query => ({
      method: 'POST' as const,
      url: '/api/jql/parse',
      headers: JSON_BODY,
      payload: JSON.stringify({ query }),
    })),
    { method: 'POST', url: LIST, headers: FORM, payload: `filterType=project&projectKey=${encodeURIComponent(name)}` },
  ]
}
