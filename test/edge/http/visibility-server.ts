import type { InjectOptions } from 'fastify'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { createServer } from '../../../src/edge/http/create-server.ts'
import type { Tracker, TrackerPermissions } from '../../../src/intake/source/tracker.ts'
import { refreshPermissions } from '../../../src/intake/sync/refresh-permissions.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { replaceLink } from '../../../src/store/rows/tracker-permissions.ts'
import { addConnection } from '../../support/connected-store.ts'
import { type StoreTemplate, storeTemplate } from '../../support/store-template.ts'
import { openTemporaryStore } from '../../support/temporary-store.ts'
import { DEPS, NOW } from './small-tracker.ts'
import { recordingLog, testServerDeps } from './test-server.ts'
import { filtersOf, importVisibilityTracker, type Kind } from './visibility-tracker.ts'

/**
 * The users of these tests: `bob` and `bobby` may not browse the hidden issues, and `half` lacks a project too; the
 * others may browse all, each for another reason.
 */
export type TestUser = 'bob' | 'bobby' | 'half' | 'admin' | 'granted' | 'ingroup' | 'zqxlogin'

/** A whole response: its headers and its body. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** What hides issues: permissions that administrators set here, or those of a connected tracker. */
export interface ServerKind extends Kind {
  readonly permissions: 'manual' | 'tracker'
}

/** A server over the tracker of visibility-tracker.ts, in access mode `tokens`. */
export interface VisibilityServer {
  readonly request: (who: TestUser, request: InjectOptions | string) => Promise<WholeAnswer>
  /** Returns how a query is interpreted, or its errors. */
  readonly explain: (who: TestUser, text: string) => Promise<unknown>
  readonly logged: () => string
  /** Its routes, as `METHOD /path/:parameter`. */
  readonly routes: readonly string[]
  /** Lets only administrators browse the hidden issues. */
  readonly withdraw: () => Promise<unknown>
}

/** The users with their groups. */
const GROUPS: Readonly<Record<TestUser, readonly string[]>> = {
  bob: ['planners'],
  bobby: ['planners'],
  half: [],
  admin: ['administrators'],
  granted: [],
  ingroup: ['insiders'],
  zqxlogin: [],
}

/** A store with the tracker and the users, whose tokens it returns. */
async function fill(store: Store, kind: ServerKind): Promise<Map<string, string>> {
  await importVisibilityTracker(store, kind)
  const { access, savedQueries } = createWorkspace(store, DEPS)
  await savedQueries.importList('filters', filtersOf(kind))
  const tokens = new Map<string, string>()
  for (const [login, groups] of Object.entries(GROUPS)) {
    await access.addUser({ login, groups, timeZone: null })
    tokens.set(login, (await access.createToken(login, null)).token)
  }
  await access.restrict('PUB', [], ['bob', 'bobby', 'granted', 'ingroup', 'zqxlogin'])
  if (kind.permissions === 'tracker') await connect(store, kind)
  else if (kind.withHidden) await access.restrict('ZQXHID', ['insiders', 'zqx-staff'], ['granted'])
  return tokens
}

const templates = new Map<string, ReturnType<typeof storeTemplate<Map<string, string>>>>()

/** Returns the store of a kind of server. The files of a run share it. */
function templateOf(kind: ServerKind): Promise<StoreTemplate<Map<string, string>>> {
  const { permissions, hidden, withHidden } = kind
  const name = JSON.stringify([permissions, hidden, withHidden])
  const template = templates.get(name) ?? storeTemplate(store => fill(store, kind))
  templates.set(name, template)
  return template()
}

/** Creates such a server. */
export async function visibilityServer(kind: ServerKind): Promise<VisibilityServer> {
  const { filled: tokens, copyTo } = await templateOf(kind)
  const store = await openTemporaryStore(copyTo)
  const { access, savedQueries: _, ...workspace } = createWorkspace(store, DEPS)
  const log = recordingLog()
  const routes = new Set<string>()
  const { server } = createServer({ ...testServerDeps(), ...workspace, log })
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
    withdraw: () =>
      kind.permissions === 'tracker'
        ? refreshPermissions(trackerFor([]), store, { now: () => NOW })
        : access.restrict('ZQXHID', ['administrators'], []),
    request: async (who, request) => {
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

/** The users whose tracker accounts may browse the hidden issues. */
const INSIDERS = ['granted', 'ingroup', 'zqxlogin']

/** Connects the store to the tracker, and links all users but the administrator to accounts of it. */
async function connect(store: Store, { withHidden, hidden }: Kind): Promise<void> {
  const projects = { 100: true, 200: true, ...(withHidden && hidden === 'project' ? { 9753100: true } : {}) }
  await addConnection(store, { name: 'harbour', mode: 'tracker', projects })
  for (const login of ['bob', 'bobby', 'half', ...INSIDERS]) {
    const account = { connection: 'harbour', account: `account-${login}` }
    await store.transact(run => replaceLink(run, login, account))
  }
  await refreshPermissions(trackerFor(INSIDERS), store, { now: () => NOW })
}

/** The ids of the hidden issues. */
const HIDDEN_IDS = ['9753171', '9753172', '9753173', '200']

/** Returns the tracker, of whose accounts only those of some users may browse hidden projects and issues. */
function trackerFor(insiders: readonly string[]): Pick<Tracker, 'name' | 'hello' | 'permissions'> {
  const check: TrackerPermissions['check'] = async (account, { projects, issues }) => {
    const isInsider = insiders.includes(account.replace('account-', ''))
    const visible = projects.filter(ref => isInsider || ref !== '9753100')
    return { projects: new Set(visible), issues: new Set(issues.filter(ref => isInsider || !HIDDEN_IDS.includes(ref))) }
  }
  const hello = () => Promise.reject(new Error('not needed'))
  return { name: 'harbour', hello, permissions: { check, browsers: null, groupMembers: null } }
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
