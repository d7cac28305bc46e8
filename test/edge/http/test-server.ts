import { EventEmitter, once } from 'node:events'
import { calendarOperations } from '../../../src/app/operations/calendars.ts'
import { connectionRequestOperations } from '../../../src/app/operations/connection-requests.ts'
import { exportOperations } from '../../../src/app/operations/exports.ts'
import { flowOperations } from '../../../src/app/operations/flow.ts'
import { logNameOperations } from '../../../src/app/operations/log-names.ts'
import { callsOf } from '../../../src/app/operations/operation.ts'
import { pageOperations } from '../../../src/app/operations/page.ts'
import { pageDataOperations } from '../../../src/app/operations/page-data.ts'
import { queryOperations } from '../../../src/app/operations/queries.ts'
import { teamOperations } from '../../../src/app/operations/teams.ts'
import { viewOperations } from '../../../src/app/operations/views.ts'
import { workflowOperations } from '../../../src/app/operations/workflows.ts'
import { UserError } from '../../../src/core/base/errors.ts'
import { createServer, type Server, type ServerDeps } from '../../../src/edge/http/create-server.ts'
import { bodyOf } from '../../support/collected.ts'
import { DEPS } from './small-tracker.ts'

/** Returns a log that records its lines. */
export function recordingLog() {
  const lines: Record<string, unknown>[] = []
  const events = new EventEmitter()
  const write = (fields: object, message: string) => {
    lines.push({ ...fields, message })
    events.emit('line')
  }
  /** Returns the lines as soon as there are so many. */
  const linesFrom = async (count: number) => {
    while (lines.length < count) await once(events, 'line')
    return lines
  }
  return { lines, linesFrom, debug: write, info: write, error: write }
}

/** The body limit of such a server. */
export const BODY_LIMIT = 6 * 1024 * 1024

/** Creates a server whose parts do nothing, with some parts replaced. */
export function testServer(deps: Partial<ServerDeps> = {}): Server {
  return createServer({ ...testServerDeps(), ...deps })
}

/** Returns the dependencies of such a server. */
export function testServerDeps(): ServerDeps {
  return {
    authenticate: null,
    requiresTls: false,
    apiOn: true,
    report: async () => bodyOf('json', '{}'),
    flow: async () => bodyOf('json', '{}'),
    exports: noExports(),
    exportQueue: { write: () => Promise.reject(new Error('not here')) },
    ping: async () => {},
    isScanned: () => true,
    dataChanges: () => 0,
    changeStreamLimits: { perServer: 200, perUser: 5 },
    storeStatus: async () => ({ bytes: 4096, issues: 3, batches: 2, lastImport: DEPS.now() }),
    connectionMetrics: async () => [],
    lakeMetrics: async () => ({ current: null, publishes: { succeeded: 0, failed: 0 }, cluster: null }),
    connectionRequests: {
      ...callsOf(connectionRequestOperations, () => noConnection),
      list: async () => ({ connections: [] }),
    },
    logNames: {
      ...callsOf(logNameOperations, notHere),
      list: async () => ({ mapped: [], unmatched: [] }),
      map: async (name, id) => ({ name, field: { id, name: null } }),
      remove: async name => Promise.reject(new UserError('LOG_NAME_UNKNOWN', { name, near: [] })),
    },
    hooks: { isKnown: async () => false, receive: async () => {} },
    load: () => ({
      long: { running: 1, waiting: 2 },
      short: { running: 3, waiting: 4 },
      export: { running: 5, waiting: 6 },
    }),
    calendars: noCalendars(),
    queries: {
      ...callsOf(queryOperations, notHere),
      parse: async () => ({ query: null, tree: null, mistakes: [] }),
      problems: async () => [],
      explain: async query => ({ query, explanation: '', issues: 0 }),
      suggest: async () => ({ replace: { start: 0, end: 0 }, items: [] }),
      language: async () => ({ fields: [], functions: [], withoutData: [] }),
    },
    pageData: {
      ...callsOf(pageDataOperations, notHere),
      sync: async () => ({ syncedAt: null, behind: [], unread: { count: 0, first: [] } }),
      people: async () => [],
      signIn: async () => 'secret',
      signOut: async () => {},
    },
    page: {
      ...callsOf(pageOperations, notHere),
      repairs: async () => ({}),
      distribution: async () => ({ columns: [] }),
    },
    views: {
      ...callsOf(viewOperations, () => id => Promise.reject(new UserError('SAVED_REPORT_UNKNOWN', { id: String(id) }))),
      list: async () => ({ views: [], total: 0, startIndex: 0, groups: [] }),
      create: async () => Promise.reject(new Error('not here')),
      remove: async () => {},
    },
    teams: {
      ...callsOf(teamOperations, () => id => Promise.reject(new UserError('TEAM_UNKNOWN', { id: String(id) }))),
      list: async () => ({ teams: [], total: 0, startIndex: 0, groups: [] }),
      remove: async () => {},
    },
    workflows: {
      ...callsOf(workflowOperations, () => noWorkflow),
      list: async () => [],
    },
    webFolder: null,
    log: recordingLog(),
    now: DEPS.now,
    zone: DEPS.zone,
    version: DEPS.version,
    app: 'tis',
    basePath: '',
    bodyLimit: BODY_LIMIT,
    maxConnections: 1000,
  }
}

/** Returns the method of an operation that such a server does not have. */
const notHere = () => () => Promise.reject(new Error('not here'))

function noCalendars(): ServerDeps['calendars'] {
  return {
    ...callsOf(
      calendarOperations,
      () => id => Promise.reject(new UserError('CALENDAR_UNKNOWN', { id: String(id), near: [] })),
    ),
    shown: async () => [],
    summaries: async () => ({ calendars: [] }),
    countries: async () => ({ countries: [] }),
  }
}

function noWorkflow(name: unknown): Promise<never> {
  return Promise.reject(new UserError('WORKFLOW_UNKNOWN', { name: String(name), known: '' }))
}

function noConnection(name: unknown): Promise<never> {
  return Promise.reject(new UserError('CONNECTION_UNKNOWN', { name: String(name), near: [] }))
}

function noExports(): ServerDeps['exports'] {
  return {
    ...callsOf(exportOperations, () => id => Promise.reject(new UserError('EXPORT_UNKNOWN', { id: String(id) }))),
    list: async () => ({ total: 0, exports: [] }),
  }
}

/** The paths of the reports on such a server. */
export const LIST = '/rest/tis/report/1.0/api/list'
export const AGGREGATION = '/rest/tis/report/1.0/api/aggregation'

/** The path of the saved reports on such a server. */
export const FILES = '/rest/tis/report/1.0/api/file'
export const VIEWS = '/rest/tis/report/1.0/api/views'

/** The path of the working calendars on such a server. */
export const CALENDARS = '/rest/tis/report/1.0/data/calendars'

/** The paths of flow measures. */
export const FLOW_PATHS = flowOperations.map(({ path }) => path)

/** The header of a form body. */
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** The header of a JSON body. */
export const JSON_BODY = { 'content-type': 'application/json' }
