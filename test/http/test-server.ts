import { createServer, type Server, type ServerDeps } from '../../src/http/create-server.ts'
import { readQuery } from '../../src/service/queries.ts'
import { DEPS } from './small-tracker.ts'

/** A log that remembers its lines. */
export function rememberingLog() {
  const lines: Record<string, unknown>[] = []
  const write = (fields: object, message: string) => void lines.push({ ...fields, message })
  return { lines, debug: write, info: write, error: write }
}

/** A server whose parts do nothing, but for those given. */
export function testServer(deps: Partial<ServerDeps> = {}): Server {
  return createServer({
    report: async () => ({ format: 'json', text: '{}' }),
    ping: async () => {},
    calendars: async () => [],
    queries: {
      read: readQuery,
      mistakes: async () => [],
      explain: async query => ({ query, words: '', issues: 0 }),
      suggest: async () => ({ replace: { start: 0, end: 0 }, items: [] }),
      language: async () => ({ fields: [], functions: [], withoutData: [] }),
    },
    log: rememberingLog(),
    now: DEPS.now,
    zone: DEPS.zone,
    version: DEPS.version,
    app: 'tis',
    basePath: '',
    ...deps,
  })
}

/** The addresses of the reports at such a server. */
export const LIST = '/rest/tis/report/1.0/api/list'
export const AGGREGATION = '/rest/tis/report/1.0/api/aggregation'

/** The address of the working calendars at such a server. */
export const CALENDARS = '/rest/tis/report/1.0/data/calendars'

/** The header of a form body. */
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
