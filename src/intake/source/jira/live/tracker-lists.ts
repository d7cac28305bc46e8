import { UserError } from '../../../../core/base/errors.ts'
import type { Entity } from '../../../../core/history/model.ts'
import type { ListedQuery } from '../../source.ts'
import type { HourlyLists, MaybeList, RoundLists, TrackerProject } from '../../tracker.ts'
import { entityIn } from '../entity-of-value.ts'
import { elementsOf, type JsonObject, listOf, objectOf, textOf } from '../json.ts'
import { readFieldList } from '../read-field-list.ts'
import { readFilterList } from '../read-filter-list.ts'
import { readGroupList } from '../read-group-list.ts'
import { readNameList } from '../read-name-list.ts'
import { readSprint, type SprintEntity } from '../read-sprint.ts'
import { readStatusList } from '../read-status-list.ts'
import { readUserList } from '../read-user-list.ts'
import { JiraError } from './jira-error.ts'
import { objectsIn } from './raw-issue.ts'
import { readPages } from './read-pages.ts'
import type { Session } from './session.ts'

/** Reads the lists of statuses and fields: two requests. */
export async function readRoundLists(session: Session): Promise<RoundLists> {
  return {
    statuses: await listOr(session, 'names and categories of statuses come from issues only', async () =>
      readStatusList(unique(await session.get('/status')), '/status'),
    ),
    fields: await listOr(session, 'names and kinds of fields come from issues only', async () =>
      readFieldList(unique(await session.get('/field')), '/field'),
    ),
  }
}

/** Reads the lists that change rarely; versions, components and sprints of `projects` only. */
export async function readHourlyLists(session: Session, projects: readonly string[]): Promise<HourlyLists> {
  const { kind } = await session.site()
  const isCloud = kind === 'cloud'
  return {
    users: await listOr(session, 'users who occur in no issue are unknown', async () =>
      readUserList(await (isCloud ? cloudUsers(session) : serverUsers(session)), 'users'),
    ),
    groups: await listOr(session, 'queries by group find no users', async () =>
      readGroupList(await (isCloud ? cloudGroups(session) : serverGroups(session)), 'groups'),
    ),
    versions: await listOr(session, 'versions are known from issues only', () =>
      ofProjects(session, projects, 'version'),
    ),
    components: await listOr(session, 'components are known from issues only', () =>
      ofProjects(session, projects, 'component'),
    ),
    sprints: await listOr(session, 'sprints are known from issues only', () => sprintsOf(session, projects)),
    priorities: await namesOr(session, 'priority', 'names of priorities come from issues only', '/priority'),
    resolutions: await namesOr(session, 'resolution', 'names of resolutions come from issues only', '/resolution'),
    types: await namesOr(session, 'type', 'names of issue types come from issues only', '/issuetype'),
    filters: await listOr(session, 'saved filters are not available', () => filtersOf(session, isCloud)),
  }
}

/** Reads a list of names that one request answers. */
function namesOr<K extends 'priority' | 'resolution' | 'type'>(session: Session, kind: K, loss: string, path: string) {
  return listOr(session, loss, async () => readNameList(unique(await session.get(path)), path, kind))
}

/** Reads the projects that the account may browse. Throws JiraError `unreadable` for a response without a list. */
export async function readProjects(session: Session): Promise<readonly DatedProject[]> {
  const { kind } = await session.site()
  const list = kind === 'cloud' ? await cloudProjects(session) : await session.get('/project')
  const elements = elementsOf(list)
  // Otherwise the response would hide all projects.
  if (elements === null) throw new JiraError('unreadable', 'GET /project', 'the response has no list of projects')
  const projects = new Map<string, DatedProject>()
  for (const project of objectsIn(elements)) {
    const key = textOf(project.key)
    if (key === null || project.archived === true || project.deleted === true) continue
    const lastUpdate = textOf(objectOf(project.insight)?.lastIssueUpdateTime)
    const id = textOf(project.id) ?? key
    projects.set(id, { id, key, name: textOf(project.name) ?? key, lastUpdate })
  }
  return [...projects.values()]
}

/** A project, with the update of its newest issue if the tracker says so. */
export interface DatedProject extends TrackerProject {
  /** ISO 8601; `null` when the tracker does not say. */
  readonly lastUpdate: string | null
}

async function cloudProjects(session: Session): Promise<unknown> {
  try {
    return await readPages({
      request: 'GET /project/search',
      read: startAt => session.get('/project/search', { startAt, maxResults: 100, expand: 'insight' }),
      idOf: idIn,
    })
  } catch (error) {
    if (!(error instanceof JiraError) || error.failure !== 'not-found') throw error
    return session.get('/project')
  }
}

/**
 * Returns the list, or why it is missing and what is lost by that. A missing list never stops a synchronization, unless
 * the tracker does not accept the credentials elsewhere either.
 */
async function listOr<T>(session: Session, loss: string, read: () => Promise<readonly T[]>): Promise<MaybeList<T>> {
  try {
    return { items: await read() }
  } catch (error) {
    const isList = error instanceof UserError || error instanceof JiraError
    if (!isList || (error instanceof JiraError && error.failure === 'throttled')) throw error
    if (error instanceof JiraError && error.failure === 'unauthorized') await checkCredentials(session)
    const reason = error instanceof JiraError ? `${error.request}: ${error.message}` : error.message
    return { missing: `${loss[0]!.toUpperCase()}${loss.slice(1)} (${reason.replace(/\.$/, '')}).` }
  }
}

/** Throws JiraError `unauthorized` when the credentials are not valid for the account itself. */
async function checkCredentials(session: Session): Promise<void> {
  try {
    await session.get('/myself')
  } catch (error) {
    const isOther = error instanceof JiraError && error.failure !== 'unauthorized' && error.failure !== 'throttled'
    if (!isOther) throw error
  }
}

function idIn(element: unknown): string | null {
  const object = objectOf(element)
  return textOf(object?.id) ?? textOf(object?.accountId) ?? textOf(object?.key) ?? textOf(object?.name)
}

/** Returns a list without the elements whose id occurred before: some trackers repeat statuses of several projects. */
function unique(list: unknown): unknown {
  const known = new Set<string>()
  const elements = Array.isArray(list) ? list : objectOf(list)?.values
  if (!Array.isArray(elements)) return list
  return elements.filter(element => {
    const id = textOf(objectOf(element)?.id)
    const isNew = id === null || !known.has(id)
    if (id !== null) known.add(id)
    return isNew
  })
}

function cloudUsers(session: Session): Promise<readonly unknown[]> {
  return readPages({
    request: 'GET /users/search',
    read: startAt => session.get('/users/search', { startAt, maxResults: 1000 }),
    idOf: idIn,
    isArrayPaged: true,
  })
}

function serverUsers(session: Session): Promise<readonly unknown[]> {
  return readPages({
    request: 'GET /user/search',
    // A dot finds all users.
    read: startAt => session.get('/user/search', { username: '.', includeInactive: true, startAt, maxResults: 1000 }),
    idOf: user => textOf(objectOf(user)?.key) ?? textOf(objectOf(user)?.name),
    isArrayPaged: true,
  })
}

async function cloudGroups(session: Session): Promise<readonly unknown[]> {
  const groups = await readPages({
    request: 'GET /group/bulk',
    read: startAt => session.get('/group/bulk', { startAt, maxResults: 100 }),
    idOf: group => textOf(objectOf(group)?.groupId) ?? textOf(objectOf(group)?.name),
  })
  return membersOf(session, objectsIn(groups), ({ groupId, name }) =>
    textOf(groupId) === null ? { groupname: textOf(name) ?? '' } : { groupId: textOf(groupId)! },
  )
}

async function serverGroups(session: Session): Promise<readonly unknown[]> {
  const picked = objectOf(await session.get('/groups/picker', { query: '', maxResults: 10_000 }))
  if (!listOf(picked?.groups)) {
    throw new JiraError('unreadable', 'GET /groups/picker', 'the response has no list of groups')
  }
  const groups = objectsIn(picked?.groups)
  const total = Number(picked?.total ?? groups.length)
  if (total > groups.length) {
    throw new JiraError('incomplete', 'GET /groups/picker', `the list ended after ${groups.length} of ${total} groups`)
  }
  return membersOf(session, groups, ({ name }) => ({ groupname: textOf(name) ?? '' }))
}

async function membersOf(
  session: Session,
  groups: readonly JsonObject[],
  parameterOf: (group: JsonObject) => Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  const whole: unknown[] = []
  for (const group of groups) {
    const members = await readPages({
      request: 'GET /group/member',
      read: startAt =>
        session.get('/group/member', { ...parameterOf(group), includeInactiveUsers: true, startAt, maxResults: 100 }),
      idOf: idIn,
    })
    whole.push({ name: group.name, members })
  }
  return whole
}

async function ofProjects<K extends 'version' | 'component'>(
  session: Session,
  projects: readonly string[],
  kind: K,
): Promise<readonly Extract<Entity, { kind: K }>[]> {
  const entities: Extract<Entity, { kind: K }>[] = []
  for (const project of projects) {
    for (const element of objectsIn(await session.get(`/project/${encodeURIComponent(project)}/${kind}s`))) {
      const [id, label] = [textOf(element.id), textOf(element.name)]
      if (id === null || label === null) continue
      const entity = entityIn(element, kind, { id, label }, project)
      if (entity?.kind === kind) entities.push(entity as (typeof entities)[number])
    }
  }
  return entities
}

async function sprintsOf(session: Session, projects: readonly string[]): Promise<readonly SprintEntity[]> {
  const boards = new Map<string, JsonObject>()
  for (const project of projects) {
    const list = await readPages({
      request: 'GET /rest/agile/1.0/board',
      read: startAt => session.get('/rest/agile/1.0/board', { projectKeyOrId: project, startAt, maxResults: 50 }),
      idOf: idIn,
    })
    for (const board of objectsIn(list)) boards.set(textOf(board.id) ?? '', board)
  }
  const sprints = new Map<string, SprintEntity>()
  for (const [id, { type }] of boards) {
    if (type === 'kanban') continue
    for (const sprint of await sprintsOfBoard(session, id)) sprints.set(sprint.id, sprint)
  }
  return [...sprints.values()]
}

async function sprintsOfBoard(session: Session, board: string): Promise<readonly SprintEntity[]> {
  const path = `/rest/agile/1.0/board/${encodeURIComponent(board)}/sprint`
  try {
    const read = (startAt: number) => session.get(path, { startAt, maxResults: 50 })
    const list = await readPages({ request: `GET ${path}`, read, idOf: idIn })
    return list.map(readSprint).filter(sprint => sprint !== null)
  } catch (error) {
    // A board without sprints is rejected; a board may also vanish meanwhile.
    if (error instanceof JiraError && (error.failure === 'rejected' || error.failure === 'not-found')) return []
    throw error
  }
}

async function filtersOf(session: Session, isCloud: boolean): Promise<readonly ListedQuery[]> {
  const list = isCloud
    ? await readPages({
        request: 'GET /filter/search',
        read: startAt => session.get('/filter/search', { expand: 'jql,owner', startAt, maxResults: 100 }),
        idOf: idIn,
      })
    : await session.get('/filter/favourite')
  return readFilterList(list, 'filters')
}
