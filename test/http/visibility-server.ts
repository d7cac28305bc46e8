import type { InjectOptions } from 'fastify'
import { createServer } from '../../src/http/create-server.ts'
import { workspaceOver } from '../../src/workspace/workspace.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import { DEPS } from './small-tracker.ts'
import { recordingLog, testServerDeps } from './test-server.ts'
import { filtersOf, importVisibilityTracker, type Kind } from './visibility-tracker.ts'

/**
 * The users of these tests: `bob` may not browse the hidden project, and `half` lacks another one too; the others may
 * browse all, each for another reason.
 */
export type TestUser = 'bob' | 'half' | 'admin' | 'granted' | 'ingroup' | 'zqxlogin'

/** A whole response: its headers and its body. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** A server over the tracker of hidden-tracker.ts, in access mode `tokens`. */
export interface VisibilityServer {
  readonly ask: (who: TestUser, request: InjectOptions | string) => Promise<WholeAnswer>
  /** Returns how a query is interpreted, or its errors. */
  readonly explain: (who: TestUser, text: string) => Promise<unknown>
  readonly logged: () => string
  /** Its routes, as `METHOD /path/:parameter`. */
  readonly routes: readonly string[]
  /** Restricts the hidden project to administrators. */
  readonly withdraw: () => Promise<unknown>
}

/** Creates such a server. */
export async function visibilityServer(kind: Kind): Promise<VisibilityServer> {
  const store = await temporaryStore()
  await importVisibilityTracker(store, kind)
  const { access, savedQueries, ...workspace } = workspaceOver(store, DEPS)
  await savedQueries.importList('filters', filtersOf(kind))
  const groups = {
    ...{ bob: ['planners'], half: [], admin: ['administrators'] },
    ...{ granted: [], ingroup: ['insiders'], zqxlogin: [] },
  }
  const tokens = new Map<string, string>()
  for (const [login, own] of Object.entries(groups)) {
    await access.addUser({ login, groups: own, timeZone: null })
    tokens.set(login, (await access.createToken(login, null)).token)
  }
  await access.restrict('PUB', [], ['bob', 'granted', 'ingroup', 'zqxlogin'])
  if (kind.withHidden) await access.restrict('ZQXHID', ['insiders', 'zqx-staff'], ['granted'])
  const log = recordingLog()
  const routes = new Set<string>()
  const { server } = createServer({ ...testServerDeps(), ...workspace, calendars: workspace.calendars.shown, log })
  await server.ready()
  for (const route of routesIn(server.printRoutes({ commonPrefix: false }))) routes.add(route)
  return {
    routes: [...routes],
    // Of thousands of random ids and times, some contain the digits of hidden ids.
    logged: () => {
      const requests = log.lines.filter(({ message }) => message === 'request')
      return JSON.stringify(requests.map(line => ({ ...line, requestId: 0, ms: 0 })))
    },
    explain: async (who, text) => {
      const caller = await workspace.authenticate({ token: tokens.get(who)!, login: null })
      return workspace.queries.explain(text, { caller }).catch((error: Error) => error.message)
    },
    withdraw: () => access.restrict('ZQXHID', ['administrators'], []),
    ask: async (who, request) => {
      const options = typeof request === 'string' ? { url: request } : request
      const headers = { ...options.headers, authorization: `Bearer ${tokens.get(who)}` }
      const {
        statusCode,
        headers: responseHeaders,
        payload,
      } = await server.inject({ method: 'GET', ...options, headers })
      // These differ between responses.
      const { 'x-request-id': _id, date: _date, ...others } = responseHeaders
      return { status: statusCode, headers: others, body: payload }
    },
  }
}

/** Returns the routes in Fastify's route tree: each line continues the path of its parent line. */
function* routesIn(tree: string): Iterable<string> {
  const paths: string[] = []
  for (const line of tree.split('\n')) {
    const [, indent, path, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
    if (path === undefined) continue
    const depth = indent!.length / 4
    paths.splice(depth, paths.length, path)
    for (const method of methods?.split(', ') ?? []) yield `${method} ${paths.join('')}`
  }
}
