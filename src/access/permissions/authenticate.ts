import { UserError } from '../../core/base/errors.ts'
import { groupBy } from '../../core/base/group-by.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import type { Store } from '../../store/engine/store.ts'
import { type AccessRows, type Account, readAccess, type StoredToken } from '../../store/rows/access-rows.ts'
import { writeTokenUse } from '../../store/rows/access-writes.ts'
import { type ConnectedProject, readConnectedProjects } from '../../store/rows/tracker-permissions.ts'
import { browsableIssues, groupsOf, isOfAdministrators, personOf } from './browsable-projects.ts'
import type { Caller } from './caller.ts'
import type { NewProjects } from './new-projects.ts'
import type { PermissionFacts } from './project-rule.ts'
import { tokenOfSession } from './sessions.ts'
import { digestOf, isSameDigest } from './token.ts'

/** The credentials of a request: a token, with the login that was sent with it (if any), or the secret of a session. */
export type Credentials = { readonly token: string; readonly login: string | null } | { readonly session: string }

/**
 * Returns the caller that a token or a session belongs to. Throws NOT_SIGNED_IN. Rejects with the reason of `signal`
 * when it is aborted.
 */
export type Authenticate = (credentials: Credentials, signal?: AbortSignal) => Promise<Caller>

/** The minimum time between two updates of the last use of a token. Milliseconds. */
const USE_INTERVAL = 60_000

/** Returns a function that authenticates the users of a store. */
export function createAuthenticate(store: Store, now: () => number, newProjects: NewProjects): Authenticate {
  const lastRecorded = new Map<string, number>()
  return async (credentials, signal) => {
    const access = await store.cached(readAccess)
    signal?.throwIfAborted()
    const at = now()
    const token = await findToken(credentials, store, access, at, signal)
    const account = token && access.accounts.find(({ login, disabled }) => login === token.login && !disabled)
    if (!account) throw new UserError('NOT_SIGNED_IN')
    if (at - (lastRecorded.get(token.id) ?? -USE_INTERVAL) >= USE_INTERVAL) {
      lastRecorded.set(token.id, at)
      // Recording the use is best effort: a failed write must not refuse a valid token.
      await store.bestEffort(run => writeTokenUse(run, token.id, at)).catch(() => {})
    }
    const catalogue = await store.catalogue()
    // Read anew for each request: results expire, and links and connections change without a new state of the store.
    const connected = await store.snapshot(run => readConnectedProjects(run, account.login), signal)
    return callerOf(account, catalogue, { access, connected, newProjects, now: at })
  }
}

/**
 * Returns the token that is valid at `at` and matches the credentials: a token directly, or a session that was opened
 * with it.
 */
export async function findToken(
  credentials: Credentials,
  store: Store,
  { tokens }: AccessRows,
  at: number,
  signal?: AbortSignal,
): Promise<StoredToken | undefined> {
  const validTokens = tokens.filter(({ expires }) => expires === null || at < expires)
  if ('session' in credentials) {
    const id = await tokenOfSession(store, credentials.session, at, signal)
    return validTokens.find(token => token.id === id)
  }
  const digest = digestOf(credentials.token)
  // Compares all digests, so that the duration reveals nothing about the stored ones.
  const [token] = validTokens.filter(one => isSameDigest(one.digest, digest))
  const loginMatches = credentials.login === null || credentials.login.toLowerCase() === token?.login.toLowerCase()
  return loginMatches ? token : undefined
}

/** The facts that decide the permissions of an account. */
export type AccountFacts = Pick<PermissionFacts, 'access' | 'newProjects' | 'now'> & {
  readonly connected: readonly ConnectedProject[]
}

/** Returns the caller for an account, with the permissions of the current access rows and catalogue. */
export function callerOf(account: Account, catalogue: Catalogue, facts: AccountFacts): Caller {
  const { login, timeZone } = account
  const person = personOf(account, catalogue)
  const isAdministrator = account.groups.some(isOfAdministrators)
  const caller = { login, person, timeZone, isAdministrator }
  if (isAdministrator) return { ...caller, browsable: null }
  return { ...caller, browsable: browsableIssues(permissionFacts(account, catalogue, facts), catalogue) }
}

/** Returns what decides about the projects of an account that is not an administrator's. */
export function permissionFacts(account: Account, catalogue: Catalogue, facts: AccountFacts): PermissionFacts {
  const groups = groupsOf(account, personOf(account, catalogue), catalogue)
  return { ...facts, login: account.login, groups, connected: connectedByRef(facts.connected) }
}

/** Groups the projects of connections by the tracker's id. */
export function connectedByRef(projects: readonly ConnectedProject[]): PermissionFacts['connected'] {
  return groupBy(projects, ({ ref }) => ref)
}
