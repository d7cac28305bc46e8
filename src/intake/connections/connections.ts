import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import { removeProjectsOf } from '../../store/batches/remove-issues.ts'
import type { Store } from '../../store/engine/store.ts'
import {
  approveTracker,
  type Connection,
  deleteConnection,
  readConnections,
  updateSetup,
  updateState,
} from '../../store/rows/connection-rows.ts'
import { replaceConnectionSetting } from '../../store/rows/connection-settings-rows.ts'
import type { ConnectDeps } from './connect-deps.ts'
import { ACCOUNT_ALLOWED, isAccount, permissionModes } from './connect-request.ts'
import { describeConnection, type ShownConnection } from './describe-connection.ts'
import { readSettingChanges } from './effective-settings.ts'
import type { SyncOptions } from './round-progress.ts'
import type { Rounds } from './rounds.ts'
import { forgetSecrets, hookSecretFile, keepSecret, parsedToken } from './secret-files.ts'

/** The changes of a connection; `null` keeps the present value. */
export interface ConnectionChanges {
  /** Such as `everySeconds=600`, or `everySeconds=default`. */
  readonly settings: readonly string[]
  /** An absolute path. */
  readonly tokenFile: string | null
  readonly token: string | null
  readonly hookSecret: string | null
  readonly email: string | null
  readonly permissions: string | null
}

/** A round that runs, and its number among those of its connection. */
export interface StartedRound {
  readonly name: string
  readonly round: number
}

/** The dependencies of the operations on connections. */
export interface ConnectionDeps extends ConnectDeps {
  readonly rounds: Rounds
}

/** Returns a connection, or all of them for `null`. Throws CONNECTION_UNKNOWN. */
export async function listConnections(deps: ConnectionDeps, name: string | null): Promise<readonly ShownConnection[]> {
  const { store, rounds } = deps
  const connections = name === null ? await store.snapshot(readConnections) : [await storedConnection(store, name)]
  return Promise.all(connections.map(connection => describeConnection(connection, deps, rounds)))
}

/** Stops the rounds of a connection. Throws CONNECTION_UNKNOWN. */
export async function pauseConnection({ store, rounds }: ConnectionDeps, name: string): Promise<void> {
  await storedConnection(store, name)
  await rounds.abort(name)
  await store.transact(run => updateState(run, name, { state: 'paused', reason: null, nextTry: null }))
}

/**
 * Lets a paused connection have rounds again. One that needs approval of its site or clock accepts the tracker as it is,
 * and lists all issues again. Throws CONNECTION_UNKNOWN.
 */
export async function resumeConnection({ store, now }: ConnectionDeps, name: string): Promise<void> {
  const { state, approval } = await storedConnection(store, name)
  const isApproved = state === 'needs-approval' && approval !== 'loss'
  if (isApproved) await store.transact(run => approveTracker(run, name))
  if (isApproved || state === 'paused') await wake(store, name, now())
}

/** Changes a connection. Throws CONNECTION_UNKNOWN, OPTIONS_INVALID with all problems, and CONNECTION_TOKEN. */
export async function changeConnection(
  { store, now }: ConnectionDeps,
  name: string,
  changes: ConnectionChanges,
): Promise<void> {
  const connection = await storedConnection(store, name)
  await change(connection, changes, store)
  if (connection.state === 'needs-token') await wake(store, name, now())
}

/**
 * Removes a connection with its secrets, and on request its issues. Returns how many issues were removed. Throws
 * CONNECTION_UNKNOWN.
 */
export async function removeConnection(
  { store, rounds }: ConnectionDeps,
  name: string,
  forgetIssues: boolean,
): Promise<{ readonly issues: number }> {
  await storedConnection(store, name)
  await rounds.close(name)
  const issues = forgetIssues ? await store.remove(run => removeProjectsOf(run, name)) : 0
  await store.transact(run => deleteConnection(run, name))
  await forgetSecrets(store.dir, name)
  return { issues }
}

/**
 * Starts a round of each of these connections, or of all that are not paused; each also reads permissions. A running
 * round that does all of this is joined; after another one, the new one waits for its turn. Throws CONNECTION_UNKNOWN,
 * CONNECTION_PAUSED, CONNECTIONS_PAUSED and CONNECTIONS_MISSING.
 */
export async function syncConnections(
  { store, rounds }: ConnectionDeps,
  names: readonly string[],
  options: SyncOptions,
): Promise<readonly StartedRound[]> {
  const all = await store.snapshot(readConnections)
  if (all.length === 0) throw new UserError('CONNECTIONS_MISSING')
  const wanted =
    names.length === 0
      ? all.filter(({ state }) => state !== 'paused')
      : await Promise.all(names.map(name => storedConnection(store, name)))
  if (wanted.length === 0) throw new UserError('CONNECTIONS_PAUSED', { names: all.map(({ name }) => name) })
  const paused = wanted.find(({ state }) => state === 'paused')
  if (paused) throw new UserError('CONNECTION_PAUSED', { name: paused.name })
  return wanted.map(({ name }) => ({ name, round: rounds.start(name, options, true) }))
}

/** Stops a round when this process runs it for one command. Returns `false` for a server, which goes on. */
export async function stopRound({ rounds }: ConnectionDeps, name: string): Promise<boolean> {
  if (rounds.isServer) return false
  await rounds.abort(name)
  return true
}

/** Returns the connection with this name. Throws CONNECTION_UNKNOWN. */
export async function storedConnection(store: Store, name: string): Promise<Connection> {
  const connections = await store.snapshot(readConnections)
  const found = connections.find(connection => connection.name === name)
  if (found) return found
  const names = connections.map(one => one.name)
  throw new UserError('CONNECTION_UNKNOWN', { name, near: nearNames(name, names) })
}

function wake(store: Store, name: string, now: Instant): Promise<void> {
  return store.transact(run => updateState(run, name, { state: 'waiting', reason: null, nextTry: now }))
}

async function change(connection: Connection, changes: ConnectionChanges, store: Store): Promise<void> {
  const { name } = connection
  const read = readSettingChanges(changes.settings)
  const problems = 'problems' in read ? [...read.problems] : []
  const { email, token, tokenFile, hookSecret, permissions } = changes
  const mode = permissionModes.find(one => one === permissions?.toLowerCase())
  if (permissions !== null && !mode) {
    problems.push(`--permissions: '${permissions}' is not allowed. Allowed: ${permissionModes.join(', ')}.`)
  }
  if (email !== null && !isAccount(email)) {
    problems.push(`--email: '${email}' is not allowed. Allowed: ${ACCOUNT_ALLOWED}.`)
  }
  const secrets = [tokenFile, token, hookSecret].filter(secret => secret !== null)
  if (secrets.length > 1) problems.push('--token-file, --token-stdin and --hook-secret-stdin: give only one of them.')
  if (problems.length > 0 || 'problems' in read) throw new UserError('OPTIONS_INVALID', { problems })
  if (token !== null) await keepSecret(store.dir, name, parsedToken(token, name, 'the standard input'))
  if (hookSecret !== null) {
    await keepSecret(store.dir, hookSecretFile(name), parsedToken(hookSecret, name, 'the standard input'))
  }
  await store.transact(async run => {
    for (const [setting, value] of Object.entries(read.changes)) {
      await replaceConnectionSetting(run, name, setting, value)
    }
    await updateSetup(run, {
      ...connection,
      email: email ?? connection.email,
      tokenFile: token !== null ? null : (tokenFile ?? connection.tokenFile),
      permissions: mode ?? connection.permissions,
    })
  })
}
