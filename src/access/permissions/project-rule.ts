import { memoize } from '../../core/base/memoize.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { TrackerAccount } from '../../store/plan/browsable.ts'
import type { AccessRows } from '../../store/rows/access-rows.ts'
import type { ConnectedProject } from '../../store/rows/tracker-permissions.ts'
import { isNewIn, type NewProjects } from './new-projects.ts'

/** The age from which what a tracker said about an account no longer counts. */
export const PERMISSION_LIFE: Millis = 15 * 60_000

/** How far a check may be in the future: after the clock was set back, it must not stay valid for longer. */
const CLOCK_TOLERANCE: Millis = 60_000

/** The rules that let a user browse a project. */
export type AllowingRule =
  /** An administrator opened the project. */
  | 'opened'
  /** The project is restricted to this user, or to a group of the user. */
  | 'user-grant'
  | 'group-grant'
  /** The project is new, and the setting newProjects is open. */
  | 'new-open'
  /** The tracker says that the linked account may browse the project. */
  | 'tracker-allows'
  /** All users see what the account of the connection sees. */
  | 'as-account'

/** The rules that keep a user from browsing a project. */
export type DenyingRule =
  | 'restricted'
  /** No administrator has opened or restricted the new project. */
  | 'new-restricted'
  /** The account of the connection may no longer browse the project. */
  | 'hidden-from-connection'
  | 'unlinked'
  /** The tracker was not asked about the account yet. */
  | 'unchecked'
  | 'expired'
  | 'tracker-denies'

/** Whether a user may browse a project, with the rule that decides. */
export type ProjectDecision =
  | { readonly isAllowed: true; readonly rule: AllowingRule; readonly name: string | null }
  | { readonly isAllowed: false; readonly rule: DenyingRule; readonly name: string | null }

/** The facts that decide which projects a user may browse. */
export interface PermissionFacts {
  readonly login: string
  /** The names of the user's groups in lower case. */
  readonly groups: ReadonlySet<string>
  readonly access: AccessRows
  /** The projects of connections, by the tracker's id. */
  readonly connected: ReadonlyMap<string, readonly ConnectedProject[]>
  readonly newProjects: NewProjects
  readonly now: Instant
}

/** Indexes the users and groups that may browse each restricted project, in lower case. */
const indexOfRestrictions = memoize(
  ({ restrictions }: AccessRows) =>
    new Map(
      restrictions.map(({ project, users, groups }) => [
        project,
        { users: new Set(users.map(user => user.toLowerCase())), groups: groups.map(group => group.toLowerCase()) },
      ]),
    ),
)

const isNewIndex = memoize(isNewIn)

/**
 * Decides whether a user who is not an administrator may browse a project.
 *
 * A restriction always applies. In a connected project, all of its connections must allow it too; opening the project
 * has an effect in mode `manual` only.
 */
export function decideProject(
  project: { readonly id: number; readonly ref: string },
  facts: PermissionFacts,
): ProjectDecision {
  const grant = decideRestriction(project.id, facts)
  if (grant?.isAllowed === false) return grant
  const connections = facts.connected.get(project.ref)
  if (!connections) return grant ?? decideUnrestricted(project.id, facts, facts.newProjects)
  let last: ProjectDecision | undefined
  for (const connection of connections) {
    last = decideConnected(connection, facts.now) ?? grant ?? decideUnrestricted(project.id, facts, 'restricted')
    if (!last.isAllowed) return last
  }
  return last!
}

/** Decides by the restriction of a project; `null` without one. */
function decideRestriction(project: number, { login, groups, access }: PermissionFacts): ProjectDecision | null {
  const restriction = indexOfRestrictions(access).get(project)
  if (!restriction) return null
  if (restriction.users.has(login.toLowerCase())) return allowed('user-grant', login)
  const group = restriction.groups.find(name => groups.has(name))
  return group === undefined ? denied('restricted') : allowed('group-grant', group)
}

function decideUnrestricted(project: number, { access }: PermissionFacts, newProjects: NewProjects): ProjectDecision {
  if (!isNewIndex(access)(project)) return allowed('opened')
  return newProjects === 'open' ? allowed('new-open') : denied('new-restricted')
}

/** Decides by one connection of a project; `null` when it leaves the decision to the administrators. */
function decideConnected(project: ConnectedProject, now: Instant): ProjectDecision | null {
  const { connection, mode, isVisible, account, checked, isAllowed } = project
  if (!isVisible) return denied('hidden-from-connection', connection)
  if (mode === 'manual') return null
  if (mode === 'account') return allowed('as-account', connection)
  if (account === null) return denied('unlinked', connection)
  if (checked === null) return denied('unchecked', connection)
  if (!isCurrent(checked, now)) return denied('expired', connection)
  return isAllowed ? allowed('tracker-allows', connection) : denied('tracker-denies', connection)
}

/**
 * Decides which issues with a security level a user may browse in a project that the user may browse: those that the
 * tracker allows to an account, or all of them when `account` is `null`. Returns `null` for none.
 *
 * Outside of connections, and where administrators set permissions, nothing says who may see such issues.
 */
export function decideLevels(ref: string, { connected }: PermissionFacts): { account: TrackerAccount | null } | null {
  const connections = connected.get(ref)
  if (!connections) return null
  if (connections.every(({ mode }) => mode === 'account')) return { account: null }
  const [{ connection, mode, account }, ...others] = connections as [ConnectedProject]
  // With several connections, each of them would have to allow the issue.
  return mode === 'tracker' && account !== null && others.length === 0 ? { account: { connection, account } } : null
}

/** Returns whether what a tracker said at `checked` still counts. */
export function isCurrent(checked: Instant, now: Instant): boolean {
  return checked <= now + CLOCK_TOLERANCE && now - checked < PERMISSION_LIFE
}

function allowed(rule: AllowingRule, name: string | null = null): ProjectDecision {
  return { isAllowed: true, rule, name }
}

function denied(rule: DenyingRule, name: string | null = null): ProjectDecision {
  return { isAllowed: false, rule, name }
}
