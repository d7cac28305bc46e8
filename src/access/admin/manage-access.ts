import { randomBytes } from 'node:crypto'
import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import { isSame } from '../../core/base/is-same.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import { parseZone } from '../../core/time/zone.ts'
import type { Store } from '../../store/engine/store.ts'
import { type AccessRows, type Account, readAccess, type StoredToken } from '../../store/rows/access-rows.ts'
import {
  deleteAccount,
  deleteToken,
  insertAccount,
  insertToken,
  openProject,
  readTokenUses,
  restrictProject,
  updateAccount,
  updateDisabled,
} from '../../store/rows/access-writes.ts'
import { deleteLink, replaceLink } from '../../store/rows/tracker-permissions.ts'
import { ADMINISTRATORS } from '../permissions/browsable-projects.ts'
import type { NewProjects } from '../permissions/new-projects.ts'
import { digestOf, newToken } from '../permissions/token.ts'
import { type ExplainedAccess, explainAccess } from './explain-access.ts'
import { accountNamedIn, connectionNamed, type LinkedAccount } from './link-accounts.ts'
import { projectNamed } from './project-named.ts'

/** The dependencies of access management. */
export interface AccessDeps {
  readonly store: Store
  readonly now: () => Instant
  readonly newProjects: NewProjects
}

/** A user to add. */
export interface NewAccount {
  readonly login: string
  readonly groups: readonly string[]
  /** The name of a time zone; `null` for the server's. */
  readonly timeZone: string | null
}

/** The changes to a user. */
export interface AccountChange {
  readonly login: string
  readonly addGroups: readonly string[]
  readonly removeGroups: readonly string[]
  /** The name of a time zone; `null` for the server's; left as it is when absent. */
  readonly timeZone?: string | null
}

/** A token in a list. */
export type ListedToken = Omit<StoredToken, 'digest'> & { readonly lastUsed: Instant | null }

/** A new token. `token` is not stored, so this is the only time it is available. */
export interface CreatedToken {
  readonly id: string
  readonly token: string
  readonly expires: Instant | null
}

/** Returns all users. */
export async function listUsers({ store }: AccessDeps): Promise<readonly Account[]> {
  return (await store.cached(readAccess)).accounts
}

/** Returns the user with this login, ignoring case. Throws USER_UNKNOWN. */
export async function userNamed({ store }: AccessDeps, login: string): Promise<Account> {
  return accountNamed(login, await store.cached(readAccess))
}

/** Disables or enables a user. Disabling ends the user's sessions and suspends their tokens. Throws USER_UNKNOWN. */
export async function setDisabled({ store }: AccessDeps, login: string, disabled: boolean): Promise<void> {
  const { login: known } = accountNamed(login, await store.cached(readAccess))
  await store.transact(run => updateDisabled(run, known, disabled))
}

/** Explains whether a user may see an issue, by key or id. Throws USER_UNKNOWN and ISSUE_UNKNOWN. */
export async function explainUser(
  { store, newProjects, now }: AccessDeps,
  login: string,
  issue: string,
): Promise<ExplainedAccess> {
  const account = accountNamed(login, await store.cached(readAccess))
  return store.reports.snapshot(snapshot => explainAccess(snapshot, account, issue, { newProjects, now: now() }))
}

/** Removes a token. Throws TOKEN_UNKNOWN. */
export async function revokeToken({ store }: AccessDeps, id: string): Promise<void> {
  const { tokens } = await store.cached(readAccess)
  if (!tokens.some(token => token.id === id)) throw new UserError('TOKEN_UNKNOWN', { id })
  await store.transact(run => deleteToken(run, id))
}

/** Lets every user browse a project. Returns its key. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
export async function openToAll({ store }: AccessDeps, name: string): Promise<string> {
  const project = await projectNamed(store, name)
  await store.transact(run => openProject(run, project.id))
  return project.key
}

/** Adds a user. Throws USER_TAKEN, and OPTION_INVALID for an invalid login or time zone. */
export async function addUser({ store, now }: AccessDeps, { login, groups, timeZone }: NewAccount): Promise<void> {
  const name = login.trim()
  // In the header of Basic authentication a colon ends the login.
  if (!/^[^\s:][^\p{Cc}:]*$/u.test(name)) {
    throw new UserError('OPTION_INVALID', { option: 'LOGIN', value: login, allowed: 'letters without a colon' })
  }
  const zone = zoneNamed(timeZone)
  const { accounts } = await store.cached(readAccess)
  if (accounts.some(account => isSame(account.login, name))) throw new UserError('USER_TAKEN', { login: name })
  const distinct = [...new Set(groups.map(group => group.trim()))]
  await store.transact(run => insertAccount(run, { login: name, timeZone: zone, groups: distinct, created: now() }))
}

/** Returns the canonical name of a time zone. Throws OPTION_INVALID. */
function zoneNamed(name: string | null): string | null {
  const zone = name === null ? null : parseZone(name)
  if (name === null || zone) return zone?.name ?? null
  const allowed = 'an IANA name such as Europe/Berlin, or an offset such as +02:00'
  throw new UserError('OPTION_INVALID', { option: '--time-zone', value: name, allowed })
}

/**
 * Returns the changed user. Throws USER_UNKNOWN, and OPTION_INVALID for an invalid time zone or a group to remove
 * that the user is not in.
 */
export async function changeUser(
  { store }: AccessDeps,
  { login, addGroups, removeGroups, timeZone }: AccountChange,
): Promise<Account> {
  const account = accountNamed(login, await store.cached(readAccess))
  const removed = removeGroups.map(name => {
    const found = account.groups.find(group => isSame(group, name))
    if (found !== undefined) return found
    const allowed = account.groups.join(', ') || 'no group, as the user was added to none'
    throw new UserError('OPTION_INVALID', { option: '--remove-group', value: name, allowed })
  })
  const added = [...new Set(addGroups.map(name => name.trim()))].filter(
    name => !account.groups.some(group => isSame(group, name)),
  )
  const zone = timeZone === undefined ? account.timeZone : zoneNamed(timeZone)
  const update = { timeZone: zone, addedGroups: added, removedGroups: removed }
  await store.transact(run => updateAccount(run, account.login, update))
  return accountNamed(login, await store.cached(readAccess))
}

/** Removes a user with their tokens, sessions, grants and saved reports. Throws USER_UNKNOWN. */
export async function removeUser({ store }: AccessDeps, login: string): Promise<void> {
  const account = accountNamed(login, await store.cached(readAccess))
  await store.transact(run => deleteAccount(run, account.login))
}

/**
 * Links a user to an account of a connection, by account id, key or login, instead of an earlier link. Throws
 * USER_UNKNOWN, CONNECTION_UNKNOWN and NAME_AMBIGUOUS.
 */
export async function linkUser(
  { store }: AccessDeps,
  login: string,
  connection: string,
  text: string,
): Promise<LinkedAccount> {
  const user = accountNamed(login, await store.cached(readAccess))
  const name = await connectionNamed(store, connection)
  const { people } = await store.catalogue()
  const found = accountNamedIn(people, text)
  await store.transact(run => replaceLink(run, user.login, { connection: name, account: found.account }))
  return { login: user.login, connection: name, ...found }
}

/** Removes the link between a user and a connection. Throws USER_UNKNOWN, and OPTION_INVALID without such a link. */
export async function unlinkUser({ store }: AccessDeps, login: string, connection: string): Promise<void> {
  const { login: known, links } = accountNamed(login, await store.cached(readAccess))
  const found = links.find(one => isSame(one.connection, connection))
  if (!found) {
    const allowed = links.map(one => one.connection).join(', ') || 'no connection, as the user is linked to none'
    throw new UserError('OPTION_INVALID', { option: 'CONNECTION', value: connection, allowed })
  }
  await store.transact(run => deleteLink(run, known, found.connection))
}

/** Returns all tokens. */
export async function listTokens({ store }: AccessDeps): Promise<readonly ListedToken[]> {
  const { tokens } = await store.cached(readAccess)
  const lastUsed = await store.snapshot(readTokenUses)
  return tokens.map(({ digest: _, ...token }) => ({ ...token, lastUsed: lastUsed.get(token.id) ?? null }))
}

const ID_BYTES = 4

/** Creates a token that expires after `lifetime`, or never when that is `null`. Throws USER_UNKNOWN. */
export async function createToken(
  { store, now }: AccessDeps,
  login: string,
  lifetime: Millis | null,
): Promise<CreatedToken> {
  const account = accountNamed(login, await store.cached(readAccess))
  const [id, token, at] = [randomBytes(ID_BYTES).toString('hex'), newToken(), now()]
  const expires = lifetime === null ? null : at + lifetime
  const row = { id, login: account.login, digest: digestOf(token), created: at, expires }
  await store.transact(run => insertToken(run, row))
  return { id, token, expires }
}

/**
 * Restricts a project to these groups and users, and administrators. Returns its key. Throws PROJECT_UNKNOWN,
 * NAME_AMBIGUOUS, GROUP_UNKNOWN and USER_UNKNOWN.
 */
export async function restrictTo(
  { store }: AccessDeps,
  key: string,
  groups: readonly string[],
  users: readonly string[],
): Promise<string> {
  const access = await store.cached(readAccess)
  const project = await projectNamed(store, key)
  const known = await groupNames(store, access)
  const logins = users.map(login => accountNamed(login, access).login)
  const names = groups.map(name => {
    const found = known.find(group => isSame(group, name))
    if (found === undefined) throw new UserError('GROUP_UNKNOWN', { name, near: nearNames(name, known) })
    return found
  })
  await store.transact(run => restrictProject(run, project.id, { groups: names, users: logins }))
  return project.key
}

async function groupNames(store: Store, { accounts }: AccessRows): Promise<string[]> {
  const { groups } = await store.catalogue()
  return [ADMINISTRATORS, ...groups.map(({ name }) => name), ...accounts.flatMap(account => account.groups)]
}

function accountNamed(login: string, { accounts }: AccessRows): Account {
  const found = accounts.find(account => isSame(account.login, login))
  if (found) return found
  const logins = accounts.map(account => account.login)
  throw new UserError('USER_UNKNOWN', { login, near: nearNames(login, logins) })
}
