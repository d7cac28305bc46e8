// @ts-check
import { ADMINISTRATORS } from './access.js'
import { ISSUE_TYPES, listedFields, PRIORITIES, RESOLUTIONS, ROLES, STATUSES } from './catalogue.js'
import { changesOf } from './changes.js'
import { named, required } from './lookup.js'
import { Searches } from './search.js'
import { SearchIndex } from './search-index.js'

/**
 * @import { FakeClock } from './clock.js'
 * @import { Random } from './random.js'
 * @import * as Model from './model.ts'
 * @import { FieldChanges } from './changes.js'
 */

/** The group of all users of a new tracker. */
export const USERS = 'jira-software-users'

/** The log entry of a real change is mostly a few milliseconds later than `updated`. */
const LATE_ENTRY = { probability: 0.94, fromMs: 2, toMs: 15 }

/**
 * The state of a fake tracker. Its methods change it as users of the tracker do: at the time of its clock, with change
 * logs, and visible to searches when the index says so.
 *
 * Issues, projects, users and statuses are named by id, key, login or name.
 */
export class FakeTracker {
  /** @type {Map<number, Model.FakeIssue>} By id. */
  issues = new Map()
  /** @type {Map<string, Model.FakeUser>} By id. */
  users = new Map()
  /** @type {Map<string, Set<string>>} The ids of the members, by the group's name. */
  groups = new Map([
    [ADMINISTRATORS, new Set()],
    [USERS, new Set()],
  ])
  /** @type {Map<string, Model.FakeProject>} By id. */
  projects = new Map()
  /** @type {Map<string, Model.FakeStatus>} By id. */
  statuses = new Map(STATUSES.map(status => [status.id, { ...status }]))
  /** @type {Model.Named[]} */
  types = ISSUE_TYPES.map(type => ({ ...type }))
  /** @type {Model.Named[]} */
  priorities = PRIORITIES.map(priority => ({ ...priority }))
  /** @type {Model.Named[]} */
  resolutions = RESOLUTIONS.map(resolution => ({ ...resolution }))
  /** @type {Model.Named[]} */
  roles = ROLES.map(role => ({ ...role }))
  /** @type {Map<string, string[]>} The groups of each application role. */
  applicationRoles = new Map([['jira-software', [USERS]]])
  /** @type {Map<number, Model.FakeBoard>} */
  boards = new Map()
  /** @type {Map<number, Model.FakeSprint>} */
  sprints = new Map()
  /** @type {Map<string, Model.FakeFilter>} */
  filters = new Map()
  /** @type {Map<string, Model.SecurityLevel>} */
  securityLevels = new Map()
  /** @type {Model.Json[]} As the REST API lists them. */
  fields
  index = new SearchIndex()
  searches = new Searches(this)
  /** @type {((event: 'created' | 'updated' | 'deleted', issue: Model.FakeIssue, entry: Model.LogEntry | null) => void)[]} */
  listeners = []
  /** Rises with each change that may affect who sees what. */
  revision = 0
  nextIssueId = 10_001
  nextEntryId = 20_001
  /** @type {Map<string, number>} The ids of the issues by their keys, old keys included. */
  #keys = new Map()
  #nextId = 10_100

  /**
   * @param {{ dialect: Model.Dialect, clock: FakeClock, random: Random }} parts
   */
  constructor({ dialect, clock, random }) {
    this.dialect = dialect
    this.clock = clock
    this.random = random
    this.fields = listedFields(dialect)
  }

  /** @returns {number} An id that no project, version, component, filter, level, board or sprint has. */
  newId() {
    return this.#nextId++
  }

  // Finding

  /**
   * Returns a project by its id, or throws.
   *
   * @param {string} id
   */
  project(id) {
    return required(this.projects.get(id), 'project', id)
  }

  /**
   * Returns a project by id, key or name.
   *
   * @param {string} text
   */
  findProject(text) {
    const wanted = text.toLowerCase()
    return (
      this.projects.get(text) ??
      [...this.projects.values()].find(({ key, name }) => key.toLowerCase() === wanted || name.toLowerCase() === wanted)
    )
  }

  /**
   * Returns an issue by id, key or old key.
   *
   * @param {string | number} idOrKey
   */
  findIssue(idOrKey) {
    const text = `${idOrKey}`
    const id = /^\d+$/.test(text) ? Number(text) : this.#keys.get(text.toUpperCase())
    return id === undefined ? undefined : this.issues.get(id)
  }

  /**
   * Returns a user by id, login or name.
   *
   * @param {string} text
   */
  findUser(text) {
    return this.users.get(text) ?? [...this.users.values()].find(({ login, name }) => login === text || name === text)
  }

  // Changing

  /**
   * Adds an issue that has its id, its key and its log.
   *
   * @param {Model.FakeIssue} issue
   */
  addIssue(issue) {
    this.issues.set(issue.id, issue)
    this.#keys.set(issue.key.toUpperCase(), issue.id)
    this.nextIssueId = Math.max(this.nextIssueId, issue.id + 1)
    const project = this.project(issue.project)
    project.nextNumber = Math.max(project.nextNumber, Number(/\d+$/.exec(issue.key)?.[0] ?? 0) + 1)
    for (const entry of issue.log) this.nextEntryId = Math.max(this.nextEntryId, entry.id + 1)
    this.#changed(issue.id, issue)
  }

  /**
   * Creates an issue now.
   *
   * @param {{ project: string, summary?: string, type?: string, priority?: string, assignee?: string | null, reporter?: string,
   *   status?: string, labels?: string[], security?: string | null }} values
   */
  createIssue(values) {
    const project = required(this.findProject(values.project), 'project', values.project)
    const now = this.clock.now()
    const userId = (/** @type {string} */ text) => required(this.findUser(text), 'user', text).id
    const reporter = values.reporter === undefined ? project.lead : userId(values.reporter)
    /** @type {Model.FakeIssue} */
    const issue = {
      id: this.nextIssueId,
      key: `${project.key}-${project.nextNumber}`,
      project: project.id,
      created: now,
      updated: now,
      resolved: null,
      summary: values.summary ?? 'A new issue',
      description: null,
      type: named(this.types, values.type ?? this.types[0]?.name, 'issue type').id,
      status: named([...this.statuses.values()], values.status ?? [...this.statuses.values()][0]?.name, 'status').id,
      priority: named(this.priorities, values.priority ?? 'Medium', 'priority').id,
      resolution: null,
      assignee: values.assignee === undefined || values.assignee === null ? null : userId(values.assignee),
      reporter,
      creator: reporter,
      labels: values.labels ?? [],
      sprints: [],
      fixVersions: [],
      components: [],
      storyPoints: null,
      security: values.security ?? null,
      archived: null,
      log: [],
    }
    this.addIssue(issue)
    this.#announce('created', issue, null)
    return issue
  }

  /**
   * Changes fields of an issue now, in one log entry.
   *
   * @param {string | number} idOrKey
   * @param {FieldChanges} values
   * @param {{ by?: string | null, keepsUpdated?: boolean, entryDelayMs?: number }} [options] `keepsUpdated` leaves `updated`
   *   as it is, as some changes of real trackers do. `entryDelayMs` is how much later than `updated` the entry is.
   */
  changeIssue(idOrKey, values, options = {}) {
    const issue = this.#issue(idOrKey)
    const items = changesOf(this, issue, values)
    this.#log(issue, items, options)
    return issue
  }

  /**
   * Changes only `updated`, as a comment does.
   *
   * @param {string | number} idOrKey
   */
  commentIssue(idOrKey) {
    const issue = this.#issue(idOrKey)
    this.#log(issue, [])
    return issue
  }

  /**
   * Moves an issue to another project. Its old key still finds it.
   *
   * @param {string | number} idOrKey
   * @param {string} project
   */
  moveIssue(idOrKey, project) {
    const issue = this.#issue(idOrKey)
    const from = this.project(issue.project)
    const to = required(this.findProject(project), 'project', project)
    const oldKey = issue.key
    issue.key = `${to.key}-${to.nextNumber++}`
    issue.project = to.id
    issue.fixVersions = []
    issue.components = []
    for (const field of ['fixVersions', 'components', 'project']) issue.changed?.add(field)
    this.#keys.set(issue.key.toUpperCase(), issue.id)
    const text = { fieldtype: /** @type {const} */ ('jira') }
    this.#log(issue, [
      {
        ...text,
        field: 'project',
        fieldId: 'project',
        from: from.id,
        fromString: from.name,
        to: to.id,
        toString: to.name,
      },
      { ...text, field: 'Key', fieldId: 'issuekey', from: null, fromString: oldKey, to: null, toString: issue.key },
    ])
    return issue
  }

  /**
   * Deletes an issue: nothing finds it any more.
   *
   * @param {string | number} idOrKey
   */
  deleteIssue(idOrKey) {
    const issue = this.#issue(idOrKey)
    this.issues.delete(issue.id)
    for (const [key, id] of this.#keys) if (id === issue.id) this.#keys.delete(key)
    this.#changed(issue.id, null)
    this.#announce('deleted', issue, null)
  }

  /**
   * Archives an issue: searches do not find it, its address does. `updated` stays.
   *
   * @param {string | number} idOrKey
   */
  archiveIssue(idOrKey) {
    const issue = this.#issue(idOrKey)
    issue.archived = this.clock.now()
    issue.changed?.add('archiveddate')
    this.#changed(issue.id, issue)
  }

  /**
   * Restores an archived issue. `updated` stays.
   *
   * @param {string | number} idOrKey
   */
  restoreIssue(idOrKey) {
    const issue = this.#issue(idOrKey)
    issue.archived = null
    issue.changed?.add('archiveddate')
    this.#changed(issue.id, issue)
  }

  /**
   * Sets or removes the security level of an issue.
   *
   * @param {string | number} idOrKey
   * @param {string | null} level
   */
  setSecurity(idOrKey, level) {
    const id = level === null ? null : named([...this.securityLevels.values()], level, 'security level').id
    return this.changeIssue(idOrKey, { security: id })
  }

  /**
   * Renames a status. No issue changes by it.
   *
   * @param {string} status
   * @param {string} name
   */
  renameStatus(status, name) {
    const renamed = named([...this.statuses.values()], status, 'status')
    renamed.name = name
    this.#rewrite('status', issue => issue.status === renamed.id)
  }

  /**
   * Adds a status at the end of the list.
   *
   * @param {{ name: string, category?: Model.FakeStatus['category'] }} values
   */
  addStatus({ name, category = 'indeterminate' }) {
    const status = { id: `${this.newId()}`, name, category }
    this.statuses.set(status.id, status)
    return status
  }

  /**
   * Renames a project. No issue changes by it.
   *
   * @param {string} project
   * @param {string} name
   */
  renameProject(project, name) {
    const renamed = required(this.findProject(project), 'project', project)
    renamed.name = name
    this.#rewrite('project', issue => issue.project === renamed.id)
  }

  /**
   * Renames a field. No issue changes by it.
   *
   * @param {string} field Its id or its name.
   * @param {string} name
   */
  renameField(field, name) {
    required(
      this.fields.find(listed => listed.id === field || listed.name === field),
      'field',
      field,
    ).name = name
  }

  /**
   * Adds a project that all users of the tracker may browse.
   *
   * @param {{ key: string, name?: string, id?: string, lead?: string, browse?: Model.Holder[] }} values
   * @returns {Model.FakeProject}
   */
  addProject({ key, name = key, id = `${this.newId()}`, lead, browse }) {
    const project = {
      id,
      key,
      name,
      lead: lead ?? [...this.users.keys()][0] ?? '',
      browse: this.#holders(browse ?? [{ type: 'group', parameter: USERS }]),
      roles: { 10002: [{ group: ADMINISTRATORS }], 10100: [] },
      archived: false,
      nextNumber: 1,
      versions: [],
      components: [],
    }
    this.projects.set(id, project)
    this.revision++
    return project
  }

  /**
   * Says who may browse a project from now on. Users are named by login or id.
   *
   * @param {string} project
   * @param {Model.Holder[]} holders
   */
  setBrowse(project, holders) {
    required(this.findProject(project), 'project', project).browse = this.#holders(holders)
    this.revision++
  }

  /**
   * Archives or restores a project.
   *
   * @param {string} project
   * @param {boolean} [archived]
   */
  archiveProject(project, archived = true) {
    required(this.findProject(project), 'project', project).archived = archived
    this.revision++
  }

  /**
   * Says who has a role in a project from now on: logins, or names of groups.
   *
   * @param {string} project
   * @param {string} role
   * @param {string[]} actors
   */
  setRole(project, role, actors) {
    const { id } = named(this.roles, role, 'role')
    required(this.findProject(project), 'project', project).roles[id] = actors.map(actor =>
      this.groups.has(actor) ? { group: actor } : { user: required(this.findUser(actor), 'user', actor).id },
    )
    this.revision++
  }

  /**
   * Adds a user, as a member of the group of all users.
   *
   * @param {{ login: string, name?: string, zone?: string, groups?: string[] }} values
   */
  addUser({ login, name = login, zone = 'UTC', groups = [USERS] }) {
    const number = this.users.size + 1
    const id =
      this.dialect === 'cloud'
        ? `5b10a2844c20165700ed${number.toString(16).padStart(4, '0')}`
        : `JIRAUSER${10_000 + number}`
    /** @type {Model.FakeUser} */
    const user = { id, login, name, email: `${login}@example.com`, active: true, zone }
    this.users.set(id, user)
    for (const group of groups) this.setGroup(group, [...this.#members(group), login])
    return user
  }

  /**
   * Changes the name, the zone or the state of a user.
   *
   * @param {string} user
   * @param {{ name?: string, zone?: string, active?: boolean }} values
   */
  changeUser(user, values) {
    Object.assign(required(this.findUser(user), 'user', user), values)
    this.revision++
  }

  /**
   * Says who is in a group from now on. Adds the group when it is new.
   *
   * @param {string} group
   * @param {string[]} members
   */
  setGroup(group, members) {
    this.groups.set(group, new Set(members.map(member => required(this.findUser(member), 'user', member).id)))
    this.revision++
  }

  /**
   * Says which groups have an application role from now on.
   *
   * @param {string} role
   * @param {string[]} groups
   */
  setApplicationRole(role, groups) {
    for (const group of groups) required(this.groups.get(group), 'group', group)
    this.applicationRoles.set(role, groups)
    this.revision++
  }

  /**
   * Adds a security level.
   *
   * @param {{ name: string, members: Model.Holder[] }} values
   * @returns {Model.SecurityLevel}
   */
  addSecurityLevel({ name, members }) {
    const level = { id: `${this.newId()}`, name, members: this.#holders(members) }
    this.securityLevels.set(level.id, level)
    return level
  }

  /**
   * Says who is in a security level from now on.
   *
   * @param {string} level
   * @param {Model.Holder[]} members
   */
  setSecurityMembers(level, members) {
    named([...this.securityLevels.values()], level, 'security level').members = this.#holders(members)
    this.revision++
  }

  /**
   * Adds a saved filter.
   *
   * @param {{ name: string, jql: string, owner?: string }} values
   * @returns {Model.FakeFilter}
   */
  addFilter({ name, jql, owner }) {
    const user = owner === undefined ? [...this.users.values()][0] : this.findUser(owner)
    const filter = { id: `${this.newId()}`, name, jql, owner: required(user, 'user', owner ?? '').id }
    this.filters.set(filter.id, filter)
    return filter
  }

  /**
   * Changes the name or the query of a filter.
   *
   * @param {string} id
   * @param {{ name?: string, jql?: string }} values
   */
  changeFilter(id, values) {
    Object.assign(required(this.filters.get(`${id}`), 'filter', id), values)
  }

  /**
   * Deletes a filter.
   *
   * @param {string} id
   */
  deleteFilter(id) {
    required(this.filters.get(`${id}`), 'filter', id)
    this.filters.delete(`${id}`)
  }

  /**
   * Adds a board of a project.
   *
   * @param {{ project: string, name?: string, type?: Model.FakeBoard['type'] }} values
   * @returns {Model.FakeBoard}
   */
  addBoard({ project, name, type = 'scrum' }) {
    const { id: projectId, key } = required(this.findProject(project), 'project', project)
    const board = { id: this.boards.size + 1, name: name ?? `${key} board`, type, project: projectId }
    this.boards.set(board.id, board)
    return board
  }

  /**
   * Adds a sprint to a board.
   *
   * @param {{ board: number, name: string, state?: Model.FakeSprint['state'], start?: number | null, end?: number | null }} values
   * @returns {Model.FakeSprint}
   */
  addSprint({ board, name, state = 'future', start = null, end = null }) {
    const sprint = { id: this.sprints.size + 1, name, state, board, start, end }
    this.sprints.set(sprint.id, sprint)
    return sprint
  }

  /**
   * Changes the name, the state or the dates of a sprint. No issue changes by it.
   *
   * @param {number} id
   * @param {Partial<Omit<Model.FakeSprint, 'id'>>} values
   */
  changeSprint(id, values) {
    Object.assign(required(this.sprints.get(id), 'sprint', id), values)
  }

  /**
   * Adds a version to a project.
   *
   * @param {{ project: string, name: string }} values
   * @returns {Model.FakeVersion}
   */
  addVersion({ project, name }) {
    const version = { id: `${this.newId()}`, name, released: false, archived: false, releaseDate: null }
    required(this.findProject(project), 'project', project).versions.push(version)
    return version
  }

  /**
   * Changes the name, the state or the release date of a version. No issue changes by it.
   *
   * @param {string} project
   * @param {string} version
   * @param {Partial<Omit<Model.FakeVersion, 'id'>>} values
   */
  changeVersion(project, version, values) {
    const { versions } = required(this.findProject(project), 'project', project)
    Object.assign(named(versions, version, 'version'), values)
  }

  /**
   * Adds a component to a project.
   *
   * @param {{ project: string, name: string }} values
   * @returns {Model.FakeComponent}
   */
  addComponent({ project, name }) {
    const component = { id: `${this.newId()}`, name }
    required(this.findProject(project), 'project', project).components.push(component)
    return component
  }

  /**
   * Makes some random changes, a second apart.
   *
   * @param {number} count
   */
  makeChanges(count) {
    const { random } = this
    const issues = [...this.issues.values()].filter(issue => issue.archived === null)
    const statuses = [...this.statuses.keys()]
    const users = [...this.users.values()].map(user => user.login)
    for (let i = 0; i < count && issues.length > 0; i++) {
      this.clock.advance(1000)
      const { id } = random.pick(issues)
      const kind = random.below(4)
      if (kind === 0) this.changeIssue(id, { assignee: random.chance(0.2) ? null : random.pick(users) })
      else if (kind === 1) this.changeIssue(id, { priority: random.pick(this.priorities).id })
      else this.changeIssue(id, { status: random.pick(statuses) })
    }
  }

  /**
   * Stops serving a field of real issues as it was.
   *
   * @param {string} field
   * @param {(issue: Model.FakeIssue) => boolean} isAffected
   */
  #rewrite(field, isAffected) {
    for (const issue of this.issues.values()) if (isAffected(issue)) issue.changed?.add(field)
  }

  /** @param {string | number} idOrKey */
  #issue(idOrKey) {
    return required(this.findIssue(idOrKey), 'issue', idOrKey)
  }

  /**
   * Names the users among holders by their ids.
   *
   * @param {Model.Holder[]} holders
   */
  #holders(holders) {
    return holders.map(holder =>
      holder.type === 'user' && holder.parameter !== undefined
        ? { ...holder, parameter: required(this.findUser(holder.parameter), 'user', holder.parameter).id }
        : holder,
    )
  }

  /** @param {string} group */
  #members(group) {
    return [...(this.groups.get(group) ?? [])]
  }

  /**
   * @param {Model.FakeIssue} issue
   * @param {Model.LogItem[]} items
   * @param {{ by?: string | null, keepsUpdated?: boolean, entryDelayMs?: number }} [options]
   */
  #log(issue, items, { by, keepsUpdated = false, entryDelayMs } = {}) {
    const now = this.clock.now()
    if (!keepsUpdated) {
      issue.updated = now
      issue.changed?.add('updated')
    }
    /** @type {Model.LogEntry | null} */
    let entry = null
    if (items.length > 0) {
      const late = this.random.chance(LATE_ENTRY.probability)
      const delay = LATE_ENTRY.fromMs + this.random.below(LATE_ENTRY.toMs - LATE_ENTRY.fromMs + 1)
      const author =
        by === undefined ? this.project(issue.project).lead : by && required(this.findUser(by), 'user', by).id
      entry = { id: this.nextEntryId++, author, created: now + (entryDelayMs ?? (late ? delay : 0)), items }
      issue.log.push(entry)
    }
    this.#changed(issue.id, issue)
    this.#announce('updated', issue, entry)
  }

  /**
   * @param {'created' | 'updated' | 'deleted'} event
   * @param {Model.FakeIssue} issue
   * @param {Model.LogEntry | null} entry
   */
  #announce(event, issue, entry) {
    for (const listener of this.listeners) listener(event, issue, entry)
  }

  /**
   * @param {number} id
   * @param {Model.FakeIssue | null} issue
   */
  #changed(id, issue) {
    this.revision++
    this.index.update(id, issue, this.clock.now())
  }
}
