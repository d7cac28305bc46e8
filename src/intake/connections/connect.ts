import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import { removeDemo } from '../../store/batches/remove-issues.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Store } from '../../store/engine/store.ts'
import {
  type Connection,
  insertConnection,
  type PermissionMode,
  readConnection,
  readConnections,
  readScopes,
} from '../../store/rows/connection-rows.ts'
import { readTrackerInfo } from '../../store/rows/tracker-info.ts'
import type { TrackerHello, TrackerProject } from '../source/tracker.ts'
import { productOf } from '../source/trackers.ts'
import { isChosen } from '../sync/is-chosen.ts'
import { type AskedTracker, askNewTracker, askStoredTracker, type KnownTrackers } from './ask-tracker.ts'
import type { ConnectDeps } from './connect-deps.ts'
import { type ConnectOptions, type ConnectRequest, readConnectOptions } from './connect-request.ts'
import { COMMAND_WORDING, type ConnectWording } from './connect-wording.ts'
import type { Secret } from './secret.ts'
import { keepSecret, parsedToken, readToken } from './secret-files.ts'

/** The result of testing a connection. */
export type TestedConnection = Readonly<ReturnType<typeof tested>> & {
  readonly permissions: PermissionMode
  /** Where the token comes from. */
  readonly token: string
}

/**
 * Tests a new connection and stores it. `token` is the text of a token; without it, the token is read from its place.
 *
 * Throws OPTIONS_INVALID with all problems, CONNECTION_TAKEN, CONNECTION_DEMO, CONNECTION_TOKEN, CONNECTION_FAILED,
 * CONNECTION_OTHER_TRACKER, CONNECTION_PERMISSIONS and CONNECTION_PROJECTS; then nothing is stored.
 */
export async function connect(
  deps: ConnectDeps,
  options: ConnectOptions,
  token: string | null,
): Promise<TestedConnection> {
  const { store, env } = deps
  const read = readConnectOptions(options, deps.zone, COMMAND_WORDING)
  if ('problems' in read) throw COMMAND_WORDING.invalid(read.problems)
  const { request } = read
  const { name, tokenFile } = request
  const known = await refuseUnusable(request, deps, COMMAND_WORDING)
  const found =
    token === null
      ? await readToken({ dir: store.dir, name, tokenFile, env })
      : { token: parsedToken(token, name, 'the standard input'), from: 'the folder of the store' }
  const asked = await askNewTracker({ request, secret: found.token, known, wording: COMMAND_WORDING }, deps)
  const added = { request, secret: found.token, isKept: token !== null, asked, wording: COMMAND_WORDING }
  return { ...(await addConnection(added, deps)), token: found.from }
}

/** Refuses a name or a store that a new connection cannot have. Throws CONNECTION_TAKEN and CONNECTION_DEMO. */
export async function refuseUnusable(
  { name, replaceDemo }: ConnectRequest,
  { store }: ConnectDeps,
  wording: ConnectWording,
): Promise<KnownTrackers> {
  const connections = await store.snapshot(readConnections)
  if (connections.some(other => other.name === name)) throw new UserError('CONNECTION_TAKEN', { name })
  const stored = await store.snapshot(readTrackerInfo)
  if (stored.isDemo && !replaceDemo)
    throw new UserError('CONNECTION_DEMO', { dir: wording.store(store.dir), option: wording.replaceDemo })
  return { connections, address: stored.isDemo ? null : stored.address }
}

/**
 * Stores a new connection whose tracker was asked, and removes the demo if the request says so. Throws CONNECTION_PERMISSIONS, CONNECTION_PROJECTS, CONNECTION_PROJECT_TAKEN, CONNECTION_TAKEN,
 * and the error of `wording` for unknown projects; then nothing is stored.
 */
export async function addConnection(
  {
    request,
    secret,
    isKept,
    asked: { hello, projects },
    wording,
  }: {
    readonly request: ConnectRequest
    readonly secret: Secret
    /** Whether the secret is kept in the folder of the store. */
    readonly isKept: boolean
    readonly asked: AskedTracker
    readonly wording: ConnectWording
  },
  { store, now }: ConnectDeps,
): Promise<Omit<TestedConnection, 'token'>> {
  const { name, tokenFile } = request
  const permissions = permissionMode(request, hello)
  const chosen = chosenProjects(request, projects, hello, wording)
  const setup = {
    name,
    kind: productOf(hello.product).word,
    url: request.address,
    email: request.email,
    tokenFile,
    projects: request.projects === null ? null : chosen.map(({ id }) => id),
    since: request.since,
    permissions,
    created: now(),
  }
  await refuseTaken(chosen, name, store)
  if (isKept) await keepSecret(store.dir, name, secret)
  const add = async (run: Run) => {
    if ((await readConnection(run, name)) !== null) throw new UserError('CONNECTION_TAKEN', { name })
    if (request.replaceDemo) await removeDemo(run)
    await insertConnection(run, setup)
  }
  await (request.replaceDemo ? store.remove(add) : store.transact(add))
  return { ...tested(name, hello, chosen), permissions }
}

/** Refuses projects that another connection reads, or will read in its first round. Throws CONNECTION_PROJECT_TAKEN. */
async function refuseTaken(chosen: readonly TrackerProject[], name: string, store: Store): Promise<void> {
  await store.snapshot(async run => {
    for (const other of await readConnections(run)) {
      if (other.name === name) continue
      const scopes = await readScopes(run, other.name)
      const read = new Set(scopes.map(({ project }) => project))
      const taken = chosen.filter(project =>
        scopes.length > 0 ? read.has(project.id) : isChosen(other.projects, project),
      )
      const [first] = taken
      if (first)
        throw new UserError('CONNECTION_PROJECT_TAKEN', {
          project: first.key,
          connection: other.name,
          more: taken.length - 1,
        })
    }
  })
}

/**
 * Tests a stored connection with its settings. Throws CONNECTION_TOKEN, CONNECTION_FAILED, CONNECTION_OTHER_TRACKER, and
 * FILE_UNREADABLE for its certificates.
 */
export async function testConnection(connection: Connection, deps: ConnectDeps): Promise<TestedConnection> {
  const { name, tokenFile, permissions } = connection
  const { token, from } = await readToken({ dir: deps.store.dir, name, tokenFile, env: deps.env })
  const { hello, projects } = await askStoredTracker({ connection, secret: token, wording: COMMAND_WORDING }, deps)
  const chosen = projects.filter(project => isChosen(connection.projects, project))
  return { ...tested(name, hello, chosen), permissions, token: from }
}

/** Returns who may see the issues of a connection. Throws CONNECTION_PERMISSIONS. */
export function permissionMode(
  { permissions }: Pick<ConnectRequest, 'permissions'>,
  { account, isAdministrator }: TrackerHello,
): PermissionMode {
  const mode = permissions ?? 'tracker'
  if (mode === 'tracker' && !isAdministrator) throw new UserError('CONNECTION_PERMISSIONS', { account: account.name })
  return mode
}

function chosenProjects(
  { projects: keys }: ConnectRequest,
  projects: readonly TrackerProject[],
  { account }: TrackerHello,
  { labels, invalid }: ConnectWording,
): readonly TrackerProject[] {
  if (projects.length === 0) throw new UserError('CONNECTION_PROJECTS', { account: account.name })
  if (keys === null) return projects
  const byKey = new Map(projects.map(project => [project.key.toUpperCase(), project]))
  const problems = keys
    .filter(key => !byKey.has(key))
    .map(key => `${labels.projects}: ${unknownProject(key, [...byKey.keys()])}`)
  if (problems.length > 0) throw invalid(problems)
  return keys.map(key => byKey.get(key)!)
}

const KEYS_SHOWN = 10

function unknownProject(key: string, keys: readonly string[]): string {
  const [near] = nearNames(key, keys)
  const more = keys.length > KEYS_SHOWN ? `, and ${keys.length - KEYS_SHOWN} more` : ''
  const allowed = near ?? `${keys.slice(0, KEYS_SHOWN).join(', ')}${more}`
  return `the account cannot browse a project '${key}'. ${near ? 'Did you mean' : 'Allowed:'} ${allowed}${near ? '?' : '.'}`
}

function tested(name: string, hello: TrackerHello, projects: readonly TrackerProject[]) {
  const { product, version, address, account, timeZone, isAdministrator, limitations } = hello
  const shown = projects.map(({ key, name }) => ({ key, name }))
  return {
    name,
    product,
    version,
    address,
    account: account.name,
    /** The IANA time zone of the account; `null` when the tracker does not say. */
    timeZone,
    isAdministrator,
    projects: shown,
    /** The lists that the account may not read, each with its effect. */
    limitations,
  }
}
