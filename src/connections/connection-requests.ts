import { UserError } from '../base/errors.ts'
import type { TrackerHello } from '../source/tracker.ts'
import { type Connection, readConnection } from '../store/connection-rows.ts'
import { type AskedTracker, askNewTracker, askStoredTracker } from './ask-tracker.ts'
import { addConnection, type ConnectDeps, permissionMode, refuseUnusable } from './connect.ts'
import { readConnectJson, readNoOptions, readRoundJson, readTokenJson } from './connect-json.ts'
import { REQUEST_WORDING } from './connect-wording.ts'
import { type RemoteConnection, remoteConnection } from './connection-json.ts'
import { tokenVariable } from './connection-name.ts'
import type { Connections } from './connections.ts'
import { createTestTurn } from './test-turn.ts'

/** What the test of a new connection found. */
export interface FoundTracker
  extends Pick<TrackerHello, 'product' | 'version' | 'address' | 'timeZone' | 'isAdministrator' | 'limitations'> {
  /** The display name of the account. */
  readonly account: string
  /** All projects that the account may browse. */
  readonly projects: readonly { readonly key: string; readonly name: string }[]
}

/**
 * The operations on connections for requests of administrators, who may be on other machines: bodies are JSON, and no
 * request reads a file or a variable of the server. Every name throws CONNECTION_UNKNOWN, and every body
 * CONNECTION_INVALID.
 *
 * A test of a tracker also throws CONNECTION_BUSY, CONNECTION_FAILED and CONNECTION_OTHER_TRACKER.
 */
export interface ConnectionRequests {
  readonly list: () => Promise<readonly RemoteConnection[]>
  readonly find: (name: string) => Promise<RemoteConnection>
  /** Tests a new connection, and stores nothing. Throws CONNECTION_TAKEN and CONNECTION_DEMO. */
  readonly test: (json: unknown, signal?: AbortSignal) => Promise<FoundTracker>
  /**
   * Tests a new connection, stores it and starts its first round. Throws as `test` does, CONNECTION_PERMISSIONS and
   * CONNECTION_PROJECTS.
   */
  readonly add: (json: unknown, signal?: AbortSignal) => Promise<RemoteConnection>
  /** Tests another token of a connection and stores it. Throws CONNECTION_VARIABLE and CONNECTION_PERMISSIONS. */
  readonly replaceToken: (name: string, json: unknown, signal?: AbortSignal) => Promise<RemoteConnection>
  /** Starts a round. Throws CONNECTION_PAUSED. */
  readonly sync: (name: string, json: unknown) => Promise<RemoteConnection>
  readonly pause: (name: string, json: unknown) => Promise<RemoteConnection>
  /** See Connections.resume. */
  readonly resume: (name: string, json: unknown) => Promise<RemoteConnection>
  /** See Connections.remove. */
  readonly remove: Connections['remove']
}

/** Returns the operations on connections for requests. */
export function createConnectionRequests(deps: ConnectDeps, connections: Connections): ConnectionRequests {
  const { store, env } = deps
  const runTest = createTestTurn(deps.testLimitMs)
  const find = async (name: string): Promise<RemoteConnection> => {
    const [shown] = await connections.list(name)
    return remoteConnection(shown!)
  }
  const askNew = async (json: unknown, signal: AbortSignal | undefined) => {
    const { request, token: secret } = readConnectJson(json, deps)
    const known = await refuseUnusable(request, deps, REQUEST_WORDING)
    const added = { request, secret, known, wording: REQUEST_WORDING }
    const ask = (signal: AbortSignal) => askNewTracker(added, deps, signal)
    return { request, secret, asked: await runTest(request.address, signal, ask) }
  }
  return {
    list: async () => (await connections.list(null)).map(remoteConnection),
    find,
    test: async (json, signal) => foundTracker((await askNew(json, signal)).asked),
    add: async (json, signal) => {
      const added = await askNew(json, signal)
      const { name } = await addConnection({ ...added, isKept: true, wording: REQUEST_WORDING }, deps)
      await connections.sync([name], { full: false, census: false, dryRun: false, acceptLoss: false })
      return find(name)
    },
    replaceToken: async (name, json, signal) => {
      const { permissions } = await find(name)
      const { token, email } = readTokenJson(json)
      const variable = tokenVariable(name)
      if (env[variable]) throw new UserError('CONNECTION_VARIABLE', { name, variable })
      const stored = await store.snapshot(run => readConnection(run, name))
      const connection: Connection = { ...stored!, email: email ?? stored!.email }
      const { hello } = await runTest(connection.url, signal, testSignal =>
        askStoredTracker({ connection, secret: token, wording: REQUEST_WORDING }, deps, testSignal),
      )
      permissionMode({ permissions }, hello)
      const unchanged = { settings: [], tokenFile: null, hookSecret: null, permissions: null }
      await connections.set(name, { ...unchanged, token: token.reveal(), email })
      return find(name)
    },
    sync: async (name, json) => {
      const options = readRoundJson(json)
      await connections.sync([name], { ...options, dryRun: false })
      return find(name)
    },
    pause: async (name, json) => {
      readNoOptions(json)
      await connections.pause(name)
      return find(name)
    },
    resume: async (name, json) => {
      readNoOptions(json)
      await connections.resume(name)
      return find(name)
    },
    remove: connections.remove,
  }
}

function foundTracker({ hello, projects }: AskedTracker): FoundTracker {
  const { product, version, address, account, timeZone, isAdministrator, limitations } = hello
  const shown = projects.map(({ key, name }) => ({ key, name }))
  return { product, version, address, account: account.name, timeZone, isAdministrator, limitations, projects: shown }
}
