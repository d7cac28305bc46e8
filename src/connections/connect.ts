import { nearNames } from '../base/did-you-mean.ts'
import { UserError } from '../base/errors.ts'
import type { ConnectionSettings } from '../settings/connection-settings.ts'
import type { ConnectionsInFile } from '../settings/settings.ts'
import type { OpenTracker, Tracker, TrackerHello, TrackerProject } from '../source/tracker.ts'
import {
  type Connection,
  insertConnection,
  type PermissionMode,
  readConnection,
  readConnections,
} from '../store/connection-rows.ts'
import type { Store } from '../store/store.ts'
import { readTrackerInfo } from '../store/tracker-info.ts'
import { isChosen } from '../sync/is-chosen.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'
import { type ConnectOptions, type ConnectRequest, readConnectOptions } from './connect-request.ts'
import { effectiveSettings } from './effective-settings.ts'
import { deploymentOf, readSettings } from './read-settings.ts'
import type { Secret } from './secret.ts'
import { keepSecret, parsedToken, readToken } from './secret-files.ts'
import { orConnectionFailed, trackerAccess } from './tracker-access.ts'

/** The dependencies of connections. */
export interface ConnectDeps {
  readonly store: Store
  readonly now: () => Instant
  readonly zone: Zone
  readonly env: Readonly<Record<string, string | undefined>>
  /** The settings of connections in the configuration file. */
  readonly settings: ConnectionsInFile
  /** Loads the client of trackers, which most commands do not need. */
  readonly loadTracker: () => Promise<OpenTracker>
}

/** The result of testing a connection. */
export interface TestedConnection {
  readonly name: string
  readonly product: string
  readonly version: string | null
  readonly address: string
  readonly account: string
  /** The IANA time zone of the account; `null` when the tracker does not say. */
  readonly timeZone: string | null
  readonly isAdministrator: boolean
  readonly projects: readonly { readonly key: string; readonly name: string }[]
  /** The lists that the account may not read, each with its effect. */
  readonly limitations: readonly string[]
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
  options: ConnectOptions,
  token: string | null,
  deps: ConnectDeps,
): Promise<TestedConnection> {
  const { store, env } = deps
  const read = readConnectOptions(options, deps.zone)
  if ('problems' in read) throw new UserError('OPTIONS_INVALID', { problems: read.problems })
  const { request } = read
  const { name, tokenFile } = request
  const others = await store.snapshot(readConnections)
  if (others.some(other => other.name === name)) throw new UserError('CONNECTION_TAKEN', { name })
  const stored = await store.snapshot(readTrackerInfo)
  if (stored.isDemo) throw new UserError('CONNECTION_DEMO', { dir: store.dir })
  const place = { dir: store.dir, name, tokenFile, env }
  const { token: secret, from } =
    token === null
      ? await readToken(place)
      : { token: parsedToken(token, name, 'the standard input'), from: 'the folder of the store' }
  const { values } = effectiveSettings(name, request.kind ?? 'server', {}, deps.settings)
  const { hello, projects } = await ask({ ...request, url: request.address }, values, secret, deps)
  refuseOtherTracker(hello, stored.address, others, store.dir)
  const permissions = permissionMode(request, hello)
  const chosen = chosenProjects(request, projects, hello)
  const setup = {
    ...{ name, kind: kindOf(hello), url: request.address, email: request.email, tokenFile },
    ...{ projects: request.projects === null ? null : chosen.map(({ id }) => id) },
    ...{ since: request.since, permissions, created: deps.now() },
  }
  if (token !== null) await keepSecret(store.dir, name, secret)
  await store.transact(async run => {
    if ((await readConnection(run, name)) !== null) throw new UserError('CONNECTION_TAKEN', { name })
    await insertConnection(run, setup)
  })
  return { ...tested(name, hello, chosen), permissions, token: from }
}

/**
 * Tests a stored connection with its settings. Throws CONNECTION_TOKEN, CONNECTION_FAILED, CONNECTION_OTHER_TRACKER, and
 * FILE_UNREADABLE for its certificates.
 */
export async function testConnection(connection: Connection, deps: ConnectDeps): Promise<TestedConnection> {
  const { name, tokenFile, permissions } = connection
  const { token, from } = await readToken({ dir: deps.store.dir, name, tokenFile, env: deps.env })
  const account = { ...connection, kind: deploymentOf(connection) }
  const settings = await deps.store.snapshot(run => readSettings(run, connection, deps.settings))
  const { hello, projects } = await ask(account, settings, token, deps)
  refuseOtherTracker(hello, null, [connection], deps.store.dir)
  const chosen = projects.filter(project => isChosen(connection.projects, project))
  return { ...tested(name, hello, chosen), permissions, token: from }
}

async function ask(
  account: Parameters<typeof trackerAccess>[0],
  settings: ConnectionSettings,
  secret: Secret,
  { loadTracker }: ConnectDeps,
): Promise<{ readonly hello: TrackerHello; readonly projects: readonly TrackerProject[] }> {
  const openTracker = await loadTracker()
  const tracker = openTracker(await trackerAccess(account, settings, async () => secret.reveal()))
  try {
    return await orConnectionFailed(account.url, () => askTracker(tracker))
  } finally {
    await tracker.close()
  }
}

async function askTracker(tracker: Tracker) {
  const hello = await tracker.hello()
  return { hello, projects: await tracker.projects() }
}

function refuseOtherTracker(
  hello: TrackerHello,
  storedAddress: string | null,
  connections: readonly Connection[],
  dir: string,
): void {
  const known = connections.find(({ identity }) => identity !== null && identity.identity !== hello.identity)
  const address = known?.identity?.address ?? storedAddress
  const isOther = known !== undefined || (storedAddress !== null && !isSameSite(storedAddress, hello.address))
  if (isOther) throw new UserError('CONNECTION_OTHER_TRACKER', { dir, address: hello.address, known: address! })
}

/** Compares two addresses. A tracker that moves from HTTP to HTTPS remains the same. */
function isSameSite(a: string, b: string): boolean {
  const bare = (address: string) =>
    address
      .replace(/^https?:/, '')
      .replace(/\/+$/, '')
      .toLowerCase()
  return bare(a) === bare(b)
}

function permissionMode({ permissions }: ConnectRequest, { account, isAdministrator }: TrackerHello): PermissionMode {
  const mode = permissions ?? 'tracker'
  if (mode === 'tracker' && !isAdministrator) throw new UserError('CONNECTION_PERMISSIONS', { account: account.name })
  return mode
}

function chosenProjects(
  { projects: keys }: ConnectRequest,
  projects: readonly TrackerProject[],
  { account }: TrackerHello,
): readonly TrackerProject[] {
  if (projects.length === 0) throw new UserError('CONNECTION_PROJECTS', { account: account.name })
  if (keys === null) return projects
  const byKey = new Map(projects.map(project => [project.key.toUpperCase(), project]))
  const problems = keys.filter(key => !byKey.has(key)).map(key => unknownProject(key, [...byKey.keys()]))
  if (problems.length > 0) throw new UserError('OPTIONS_INVALID', { problems })
  return keys.map(key => byKey.get(key)!)
}

const KEYS_SHOWN = 10

function unknownProject(key: string, keys: readonly string[]): string {
  const [near] = nearNames(key, keys)
  const more = keys.length > KEYS_SHOWN ? `, and ${keys.length - KEYS_SHOWN} more` : ''
  const allowed = near ?? `${keys.slice(0, KEYS_SHOWN).join(', ')}${more}`
  return `--projects: the account cannot browse a project '${key}'. ${near ? 'Did you mean' : 'Allowed:'} ${allowed}${near ? '?' : '.'}`
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
    timeZone,
    isAdministrator,
    projects: shown,
    limitations,
  }
}

/** Returns how the kind of a tracker is stored. */
function kindOf({ product }: TrackerHello): string {
  return product === 'Jira Cloud' ? 'cloud' : 'server'
}
