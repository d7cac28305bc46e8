// @ts-check
import { isAdministrator, mayBrowse, maySee } from './access.js'
import { HttpError, ok, pageOf, textList } from './answers.js'
import { endpoint } from './endpoint.js'
import { CLOUD_LOG_LIMITS, fieldFilter } from './render.js'

/**
 * @import { FakeIssue, FakeProject, Holder, Json, RoleActor } from './model.ts'
 * @import { Call } from './endpoint.js'
 */

/** What Cloud and Server answer alike. */
export const COMMON_ENDPOINTS = [
  endpoint('GET', 'serverInfo', serverInfo, { isPublic: true }),
  endpoint('GET', 'myself', ({ user, render }) =>
    ok({
      ...render.user(user),
      locale: 'en_US',
      groups: { size: 2, items: [] },
      applicationRoles: { size: 1, items: [] },
    }),
  ),
  endpoint('GET', 'mypermissions', myPermissions),
  endpoint('GET', 'field', ({ tracker }) => ok(tracker.fields)),
  endpoint('GET', 'status', ({ tracker, render }) =>
    ok([...tracker.statuses.values()].map(status => render.status(status))),
  ),
  endpoint('GET', 'priority', ({ tracker, render }) =>
    ok(tracker.priorities.map(({ id, name }) => ({ self: render.link(`priority/${id}`), id, name }))),
  ),
  endpoint('GET', 'resolution', ({ tracker, render }) =>
    ok(tracker.resolutions.map(({ id, name }) => ({ self: render.link(`resolution/${id}`), id, name }))),
  ),
  endpoint('GET', 'issuetype', ({ tracker, render }) =>
    ok(tracker.types.map(({ id, name }) => ({ self: render.link(`issuetype/${id}`), id, name, subtask: false }))),
  ),
  endpoint('GET', 'project', call => ok(browsable(call).map(project => call.render.project(project)))),
  endpoint('GET', 'project/{project}', call => ok(projectDetail(call))),
  endpoint('GET', 'project/{project}/versions', call => {
    const project = projectOf(call)
    return ok(project.versions.map(version => call.render.version(project, version)))
  }),
  endpoint('GET', 'project/{project}/components', call =>
    ok(
      projectOf(call).components.map(({ id, name }) => ({
        self: call.render.link(`component/${id}`),
        id,
        name,
        project: projectOf(call).key,
        projectId: Number(projectOf(call).id),
      })),
    ),
  ),
  endpoint('GET', 'project/{project}/permissionscheme', call => ok(permissionScheme(call, administeredProject(call)))),
  endpoint('GET', 'permissionscheme/{scheme}', call => {
    administered(call)
    const project = call.tracker.projects.get(`${Number(call.param('scheme')) - SCHEME_OFFSET}`)
    if (!project) throw new HttpError(404, `There is no permission scheme with the id ${call.param('scheme')}.`)
    return ok(permissionScheme(call, project))
  }),
  endpoint('GET', 'applicationrole/{role}', call => {
    administered(call)
    const key = call.param('role')
    const groups = call.tracker.applicationRoles.get(key)
    if (!groups) throw new HttpError(404, `The application role '${key}' does not exist.`)
    return ok({ key, groups, name: key, defaultGroups: groups, selectedByDefault: false, defined: true })
  }),
  endpoint('GET', 'user', call => {
    const { tracker, query, render } = call
    const text = query.get('accountId') ?? query.get('key') ?? query.get('username') ?? ''
    const user = [...tracker.users.values()].find(({ id, login }) => (query.has('username') ? login : id) === text)
    if (!user) throw new HttpError(404, `The user '${text}' does not exist`)
    return ok(render.user(user))
  }),
  endpoint('GET', 'project/{project}/role', call => {
    const project = administeredProject(call)
    return ok(
      Object.fromEntries(
        call.tracker.roles.map(({ id, name }) => [name, call.render.link(`project/${project.id}/role/${id}`)]),
      ),
    )
  }),
  endpoint('GET', 'project/{project}/role/{role}', projectRole),
  endpoint('GET', 'role', call => {
    administered(call)
    return ok(
      call.tracker.roles.map(({ id, name }) => ({
        self: call.render.link(`role/${id}`),
        name,
        id: Number(id),
        description: '',
      })),
    )
  }),
  endpoint('GET', 'issuesecurityschemes', call => {
    administered(call)
    return ok({ issueSecuritySchemes: [securityScheme(call)] })
  }),
  endpoint('GET', 'issuesecurityschemes/10000', call => {
    administered(call)
    const levels = [...call.tracker.securityLevels.values()].map(({ id, name }) => ({
      self: call.render.link(`securitylevel/${id}`),
      id,
      name,
      description: '',
    }))
    return ok({ ...securityScheme(call), levels })
  }),
  endpoint('GET', 'filter/favourite', call =>
    ok([...call.tracker.filters.values()].map(filter => writeFilter(call, filter))),
  ),
  endpoint('GET', 'filter/{filter}', call => {
    const filter = call.tracker.filters.get(call.param('filter'))
    if (!filter) throw new HttpError(400, `The selected filter with id '${call.param('filter')}' does not exist.`)
    return ok(writeFilter(call, filter))
  }),
  endpoint('GET', 'issue/{issue}', call => {
    const issue = issueOf(call)
    const expand = new Set(textList(call.query.get('expand')))
    const written = call.render.issue(issue, {
      isWanted: fieldFilter(textList(call.query.get('fields'))),
      expand,
      logLimit: CLOUD_LOG_LIMITS.issue,
    })
    return ok({ ...written, ...(expand.has('names') && { names: call.render.fieldNames() }) })
  }),
  endpoint('GET', '/rest/agile/1.0/board', call => {
    const visible = new Set(browsable(call).map(({ id }) => id))
    const only = call.query.get('projectKeyOrId')
    const wanted = only === null ? null : call.tracker.findProject(only)?.id
    const boards = [...call.tracker.boards.values()].filter(
      ({ project }) => visible.has(project) && (wanted === null || project === wanted),
    )
    return pageOf(boards, call.query, {
      size: 50,
      limit: 50,
      address: null,
      write: ({ id, name, type }) => ({ id, self: `${call.render.base}/rest/agile/1.0/board/${id}`, name, type }),
    })
  }),
  endpoint('GET', '/rest/agile/1.0/board/{board}/sprint', call => {
    const board = call.tracker.boards.get(Number(call.param('board')))
    if (!board) throw new HttpError(404, 'The requested board cannot be viewed because it does not exist.')
    if (board.type === 'kanban') throw new HttpError(400, 'The board does not support sprints')
    const sprints = [...call.tracker.sprints.values()].filter(sprint => sprint.board === board.id)
    return pageOf(sprints, call.query, {
      size: 50,
      limit: 50,
      address: null,
      hasTotal: false,
      write: sprint => call.render.sprint(sprint),
    })
  }),
]

/**
 * Returns the projects that the account may browse.
 *
 * @param {Call} call
 */
export function browsable({ tracker, user }) {
  return [...tracker.projects.values()].filter(project => !project.archived && mayBrowse(tracker, user, project))
}

/**
 * Returns the issue of the path: by id, key or old key, archived ones too. Throws when the account may not see it.
 *
 * @param {Call} call
 * @returns {FakeIssue}
 */
export function issueOf(call) {
  const { tracker, user } = call
  const issue = tracker.findIssue(call.param('issue'))
  if (issue && maySee(tracker, user, issue)) return issue
  if (tracker.dialect === 'cloud') {
    throw new HttpError(404, 'Issue does not exist or you do not have permission to see it.')
  }
  if (issue) throw new HttpError(403, 'You do not have the permission to see the specified issue.')
  throw new HttpError(404, 'Issue Does Not Exist')
}

/**
 * Rejects a request of an account that does not administer the tracker.
 *
 * @param {Call} call
 */
export function administered({ tracker, user }) {
  if (!isAdministrator(tracker, user)) throw new HttpError(403, 'You are not authorized to perform this operation.')
}

/**
 * @param {Call} call
 * @param {{ id: string, name: string, jql: string, owner: string }} filter
 * @returns {Json}
 */
export function writeFilter({ render, tracker }, { id, name, jql, owner }) {
  const user = tracker.users.get(owner)
  return {
    self: render.link(`filter/${id}`),
    id,
    name,
    ...(user && { owner: render.user(user) }),
    jql,
    viewUrl: `${render.base}/issues/?filter=${id}`,
    favourite: true,
    sharePermissions: [],
  }
}

/**
 * Writes a holder of a permission.
 *
 * @param {Call} call
 * @param {Holder} holder
 * @returns {Json}
 */
export function writeHolder({ tracker, render }, { type, parameter }) {
  if (parameter === undefined) return { type }
  if (tracker.dialect === 'cloud') return { type, parameter, value: parameter, expand: type }
  const user = type === 'user' ? tracker.users.get(parameter) : undefined
  return {
    type,
    parameter,
    ...(type === 'group' && { group: { name: parameter, self: render.link(`group?groupname=${parameter}`) } }),
    ...(user && { user: render.user(user) }),
    expand: type,
  }
}

/** @param {Call} call */
function projectOf(call) {
  const { tracker, user } = call
  const project = tracker.findProject(call.param('project'))
  if (!project || !mayBrowse(tracker, user, project)) {
    throw new HttpError(404, `No project could be found with key '${call.param('project')}'.`)
  }
  return project
}

/** @param {Call} call */
function administeredProject(call) {
  const project = projectOf(call)
  administered(call)
  return project
}

/** @param {Call} call */
function serverInfo({ tracker, render }) {
  const now = tracker.clock.now()
  const isCloud = tracker.dialect === 'cloud'
  return ok({
    baseUrl: render.base,
    ...(isCloud && { displayUrl: render.base }),
    version: isCloud ? '1001.0.0-SNAPSHOT' : '8.20.7',
    versionNumbers: isCloud ? [1001, 0, 0] : [8, 20, 7],
    deploymentType: isCloud ? 'Cloud' : 'Server',
    buildNumber: isCloud ? 100_280 : 820_007,
    buildDate: '2022-03-16T00:00:00.000+0000',
    ...(!isCloud && { databaseBuildNumber: 820_007 }),
    serverTime: render.instant(now),
    scmInfo: '98f6b160ab2ff5d8f9ec9088d10ba11ef78e8764',
    serverTitle: 'Fake Jira',
  })
}

const PERMISSIONS = ['ADMINISTER', 'SYSTEM_ADMIN', 'USER_PICKER', 'BROWSE_PROJECTS', 'ADMINISTER_PROJECTS']

/** @param {Call} call */
function myPermissions(call) {
  const { tracker, user, query } = call
  const names = textList(query.get('permissions'))
  if (tracker.dialect === 'cloud' && names.length === 0) {
    throw new HttpError(400, "The 'permissions' query parameter is required.")
  }
  const unknown = names.filter(name => !PERMISSIONS.includes(name))
  if (unknown.length > 0) throw new HttpError(400, `Unrecognized permission: ${unknown.join(', ')}`)
  const text = query.get('projectKey') ?? query.get('projectId')
  const project = text === null ? null : tracker.findProject(text)
  if (project === undefined) throw new HttpError(404, `No project could be found with key '${text}'.`)
  const projects = project ? [project] : [...tracker.projects.values()]
  const permissions = (names.length > 0 ? names : PERMISSIONS).map((key, i) => {
    const havePermission =
      key === 'BROWSE_PROJECTS'
        ? projects.some(candidate => mayBrowse(tracker, user, candidate))
        : key === 'USER_PICKER' || isAdministrator(tracker, user)
    const type = key.endsWith('PROJECTS') ? 'PROJECT' : 'GLOBAL'
    return [key, { id: `${i}`, key, name: key, type, description: '', havePermission }]
  })
  return ok({ permissions: Object.fromEntries(permissions) })
}

/** @param {Call} call */
function projectDetail(call) {
  const project = projectOf(call)
  const lead = call.render.person(project.lead)
  return {
    expand: 'description,lead,url,projectKeys',
    ...call.render.project(project),
    description: '',
    ...(lead && { lead }),
    components: project.components.map(({ id, name }) => ({ self: call.render.link(`component/${id}`), id, name })),
    issueTypes: call.tracker.types.map(({ id, name }) => ({ self: call.render.link(`issuetype/${id}`), id, name })),
    assigneeType: 'UNASSIGNED',
    versions: project.versions.map(version => call.render.version(project, version)),
    roles: Object.fromEntries(
      call.tracker.roles.map(({ id, name }) => [name, call.render.link(`project/${project.id}/role/${id}`)]),
    ),
  }
}

/** Each project has a permission scheme of its own, whose id is higher by this. */
const SCHEME_OFFSET = 20_000

/**
 * @param {Call} call
 * @param {FakeProject} project
 * @returns {Json}
 */
function permissionScheme(call, project) {
  const { render, query } = call
  const id = SCHEME_OFFSET + Number(project.id)
  /** @type {[string, Holder][]} */
  const grants = [
    ['ADMINISTER_PROJECTS', { type: 'projectRole', parameter: '10002' }],
    ...project.browse.map(holder => /** @type {[string, Holder]} */ (['BROWSE_PROJECTS', holder])),
    ['CREATE_ISSUES', { type: 'applicationRole' }],
  ]
  const permissions = grants.map(([permission, holder], i) => ({
    id: id * 10 + i,
    self: render.link(`permissionscheme/${id}/permission/${id * 10 + i}`),
    holder: writeHolder(call, holder),
    permission,
  }))
  return {
    expand: 'permissions,user,group,projectRole,field,all',
    id,
    self: render.link(`permissionscheme/${id}`),
    name: `Permission scheme of ${project.key}`,
    description: '',
    ...(query.has('expand') && { permissions }),
  }
}

/** @param {Call} call */
function projectRole(call) {
  const project = administeredProject(call)
  const role = call.tracker.roles.find(({ id }) => id === call.param('role'))
  if (!role) throw new HttpError(404, `Can not retrieve a role actor for a null project role.`)
  return ok({
    self: call.render.link(`project/${project.id}/role/${role.id}`),
    name: role.name,
    id: Number(role.id),
    description: '',
    actors: (project.roles[role.id] ?? []).map((actor, i) => writeActor(call, actor, i)),
  })
}

/**
 * @param {Call} call
 * @param {RoleActor} actor
 * @param {number} index
 * @returns {Json}
 */
function writeActor({ tracker }, actor, index) {
  const id = 10_000 + index
  if ('group' in actor) {
    const { group: name } = actor
    return { id, displayName: name, type: 'atlassian-group-role-actor', name, actorGroup: { name, displayName: name } }
  }
  const user = tracker.users.get(actor.user)
  const names = tracker.dialect === 'cloud' ? { actorUser: { accountId: actor.user } } : { name: user?.login }
  return { id, displayName: user?.name ?? actor.user, type: 'atlassian-user-role-actor', ...names }
}

/** @param {Call} call */
function securityScheme({ render }) {
  return { self: render.link('issuesecurityschemes/10000'), id: 10_000, name: 'Default', description: '' }
}
