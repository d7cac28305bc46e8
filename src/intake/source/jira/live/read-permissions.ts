import { partsOf } from '../../../../core/base/parts-of.ts'
import type { ProjectBrowsers, TrackerPermissions } from '../../tracker.ts'
import { type JsonObject, objectOf, textOf } from '../json.ts'
import { isEndpointMissing } from './jira-error.ts'
import { objectsIn } from './raw-issue.ts'
import { readPages } from './read-pages.ts'
import type { Session } from './session.ts'

/** The largest number of projects, and of issues, of one request. */
const CHECK_LIMIT = 1000

/** Returns the permission queries that the account may send, by what the session knows. */
export function readPermissions(session: Session): TrackerPermissions {
  const site = session.knownSite()
  if (!site?.isAdministrator) return { check: null, browsers: null, groupMembers: null }
  const groupMembers = (group: string) => membersOf(session, group)
  return site.kind === 'cloud'
    ? { check: (account, requested) => checkAccount(session, account, requested), browsers: null, groupMembers }
    : { check: null, browsers: project => browsersOf(session, project), groupMembers }
}

type Requested = { readonly projects: readonly string[]; readonly issues: readonly string[] }
type Allowed = { readonly projects: ReadonlySet<string>; readonly issues: ReadonlySet<string> }

async function checkAccount(session: Session, account: string, requested: Requested): Promise<Allowed> {
  const projects = new Set<string>()
  const issues = new Set<string>()
  const projectParts = partsOf(requested.projects, CHECK_LIMIT)
  const issueParts = partsOf(requested.issues, CHECK_LIMIT)
  for (let i = 0; i < Math.max(projectParts.length, issueParts.length); i++) {
    const part = { projects: projectParts[i] ?? [], issues: issueParts[i] ?? [] }
    const answer = objectOf(
      await session.post('/permissions/check', {
        accountId: account,
        projectPermissions: [
          { permissions: ['BROWSE_PROJECTS'], projects: part.projects.map(Number), issues: part.issues.map(Number) },
        ],
      }),
    )
    for (const granted of objectsIn(answer?.projectPermissions)) {
      if (granted.permission !== 'BROWSE_PROJECTS') continue
      // Ids that were not requested are ignored.
      for (const id of idsIn(granted.projects)) if (part.projects.includes(id)) projects.add(id)
      for (const id of idsIn(granted.issues)) if (part.issues.includes(id)) issues.add(id)
    }
  }
  return { projects, issues }
}

function idsIn(list: unknown): readonly string[] {
  return (Array.isArray(list) ? list : []).map(textOf).filter(id => id !== null)
}

/** Reads the active members of a group. Throws JiraError `not-found`. */
async function membersOf(session: Session, group: string): Promise<readonly string[]> {
  const members = await readPages({
    request: 'GET /group/member',
    read: startAt => session.get('/group/member', { groupname: group, startAt, maxResults: 50 }),
    idOf: member => idOfUser(objectOf(member)),
  })
  const active = members.map(objectOf).filter(member => member !== null && member.active !== false)
  return active.map(idOfUser).filter(id => id !== null)
}

/** Reads who may browse a project: the holders in its permission scheme, and the members of their roles. */
async function browsersOf(session: Session, project: string): Promise<ProjectBrowsers> {
  const path = `/project/${encodeURIComponent(project)}`
  const found = {
    anyone: false,
    signedIn: false,
    groups: new Set<string>(),
    users: new Set<string>(),
    denied: new Set<string>(),
  }
  for (const grant of await grantsOf(session, path)) {
    if (grant.permission !== 'BROWSE_PROJECTS' && grant.permission !== 'BROWSE') continue
    await addHolder(session, path, objectOf(grant.holder) ?? {}, found)
  }
  return { ...found, groups: [...found.groups], users: [...found.users], denied: [...found.denied] }
}

async function grantsOf(session: Session, path: string): Promise<readonly JsonObject[]> {
  const scheme = objectOf(await session.get(`${path}/permissionscheme`, { expand: 'all' }))
  if (Array.isArray(scheme?.permissions)) return objectsIn(scheme.permissions)
  const id = textOf(scheme?.id) ?? ''
  const whole = objectOf(await session.get(`/permissionscheme/${encodeURIComponent(id)}`, { expand: 'all' }))
  return objectsIn(whole?.permissions)
}

interface Found {
  anyone: boolean
  signedIn: boolean
  readonly groups: Set<string>
  readonly users: Set<string>
  readonly denied: Set<string>
}

async function addHolder(session: Session, path: string, holder: JsonObject, found: Found): Promise<void> {
  const type = textOf(holder.type) ?? 'unknown'
  const parameter = textOf(holder.parameter) ?? textOf(holder.value)
  switch (type) {
    case 'anyone':
      found.anyone = true
      return
    case 'group': {
      const name = textOf(objectOf(holder.group)?.name) ?? parameter
      // Everyone is the holder `anyone`. A group that is not named may be any.
      if (name === null) found.denied.add('group')
      else found.groups.add(name)
      return
    }
    case 'user': {
      const id = idOfUser(objectOf(holder.user)) ?? parameter
      if (id !== null) found.users.add(id)
      return
    }
    case 'projectLead': {
      const lead = idOfUser(objectOf(objectOf(await session.get(path))?.lead))
      if (lead !== null) found.users.add(lead)
      return
    }
    case 'projectRole':
      if (parameter !== null) await addRole(session, `${path}/role/${encodeURIComponent(parameter)}`, found)
      return
    case 'applicationRole':
      if (parameter === null) found.signedIn = true
      else await addApplication(session, parameter, found)
      return
    default:
      found.denied.add(type)
  }
}

async function addRole(session: Session, path: string, found: Found): Promise<void> {
  const role = objectOf(await session.get(path))
  for (const actor of objectsIn(role?.actors)) {
    const group = textOf(objectOf(actor.actorGroup)?.name)
    const name = textOf(actor.name)
    const type = textOf(actor.type) ?? ''
    if (group !== null || type.includes('group')) {
      if (group !== null || name !== null) found.groups.add(group ?? name!)
    } else {
      const user = idOfUser(objectOf(actor.actorUser)) ?? (name === null ? null : await idOfLogin(session, name))
      if (user !== null) found.users.add(user)
    }
  }
}

async function addApplication(session: Session, key: string, found: Found): Promise<void> {
  try {
    const role = objectOf(await session.get(`/applicationrole/${encodeURIComponent(key)}`))
    for (const group of idsIn(role?.groups)) found.groups.add(group)
  } catch (error) {
    if (!isEndpointMissing(error)) throw error
    found.denied.add(`applicationRole ${key}`)
  }
}

/**
 * Returns the id of the user with a login, as Data Center names the actors of roles; `null` when there is none. A login
 * may be the key of another user, so it is never used as an id itself.
 */
async function idOfLogin(session: Session, login: string): Promise<string | null> {
  try {
    return idOfUser(objectOf(await session.get('/user', { username: login })))
  } catch (error) {
    if (!isEndpointMissing(error)) throw error
  }
  const found = objectsIn(
    await session.get('/user/search', { username: login, includeInactive: true, maxResults: 1000 }),
  )
  return idOfUser(found.find(({ name }) => name === login) ?? null)
}

function idOfUser(user: JsonObject | null): string | null {
  return user && (textOf(user.accountId) ?? textOf(user.key) ?? textOf(user.name))
}
