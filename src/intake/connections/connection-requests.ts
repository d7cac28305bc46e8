import { UserError } from '../../core/base/errors.ts'
import type { Connection } from '../../store/rows/connection-rows.ts'
import type { TrackerHello } from '../source/tracker.ts'
import { type AskedTracker, askNewTracker, askStoredTracker } from './ask-tracker.ts'
import { addConnection, permissionMode, refuseUnusable } from './connect.ts'
import { readConnectJson, readTokenJson } from './connect-json.ts'
import { REQUEST_WORDING } from './connect-wording.ts'
import { tokenVariable } from './connection-name.ts'
import { type ConnectionDeps, changeConnection, storedConnection, syncConnections } from './connections.ts'
import type { RunTest } from './test-turn.ts'

/** What the test of a new connection found. */
export interface FoundTracker
  extends Pick<TrackerHello, 'product' | 'version' | 'address' | 'timeZone' | 'isAdministrator' | 'limitations'> {
  /** The display name of the account. */
  readonly account: string
  /** All projects that the account may browse. */
  readonly projects: readonly { readonly key: string; readonly name: string }[]
}

/**
 * The dependencies of the operations on connections for requests of administrators, who may be on other machines: bodies
 * are JSON, and no request reads a file or a variable of the server. Every name throws CONNECTION_UNKNOWN, and every body
 * CONNECTION_INVALID.
 *
 * A test of a tracker also throws CONNECTION_BUSY, CONNECTION_FAILED and CONNECTION_OTHER_TRACKER.
 */
export interface ConnectionRequestDeps extends ConnectionDeps {
  readonly runTest: RunTest
}

/** Tests a new connection, and stores nothing. Throws CONNECTION_TAKEN and CONNECTION_DEMO. */
export async function testForRequest(
  deps: ConnectionRequestDeps,
  json: unknown,
  signal?: AbortSignal,
): Promise<FoundTracker> {
  return foundTracker((await askNew(deps, json, signal)).asked)
}

/**
 * Tests a new connection, stores it and starts its first round. Returns its name. Throws as `testForRequest` does,
 * CONNECTION_PERMISSIONS, CONNECTION_PROJECTS and CONNECTION_PROJECT_TAKEN.
 */
export async function addForRequest(deps: ConnectionRequestDeps, json: unknown, signal?: AbortSignal): Promise<string> {
  const added = await askNew(deps, json, signal)
  const { name } = await addConnection({ ...added, isKept: true, wording: REQUEST_WORDING }, deps)
  await syncConnections(deps, [name], { full: false, census: false, dryRun: false, acceptLoss: false })
  return name
}

/** Tests another token of a connection and stores it. Throws CONNECTION_VARIABLE and CONNECTION_PERMISSIONS. */
export async function replaceTokenForRequest(
  deps: ConnectionRequestDeps,
  name: string,
  json: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const { store, env, runTest } = deps
  const stored = await storedConnection(store, name)
  const { token, email } = readTokenJson(json)
  const variable = tokenVariable(name)
  if (env[variable]) throw new UserError('CONNECTION_VARIABLE', { name, variable })
  const connection: Connection = { ...stored, email: email ?? stored.email }
  const { hello } = await runTest(connection.url, signal, testSignal =>
    askStoredTracker({ connection, secret: token, wording: REQUEST_WORDING }, deps, testSignal),
  )
  permissionMode(stored, hello)
  const unchanged = { settings: [], tokenFile: null, hookSecret: null, permissions: null }
  await changeConnection(deps, name, { ...unchanged, token: token.reveal(), email })
}

async function askNew(deps: ConnectionRequestDeps, json: unknown, signal: AbortSignal | undefined) {
  const { request, token: secret } = readConnectJson(json, deps)
  const known = await refuseUnusable(request, deps, REQUEST_WORDING)
  const added = { request, secret, known, wording: REQUEST_WORDING }
  const ask = (signal: AbortSignal) => askNewTracker(added, deps, signal)
  return { request, secret, asked: await deps.runTest(request.address, signal, ask) }
}

function foundTracker({ hello, projects }: AskedTracker): FoundTracker {
  const { product, version, address, account, timeZone, isAdministrator, limitations } = hello
  const shown = projects.map(({ key, name }) => ({ key, name }))
  return { product, version, address, account: account.name, timeZone, isAdministrator, limitations, projects: shown }
}
