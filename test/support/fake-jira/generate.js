// @ts-check
import { ADMINISTRATORS } from './access.js'
import { changesOf } from './changes.js'
import { createClock } from './clock.js'
import { USERS } from './tracker.js'

/**
 * @import { FieldChanges } from './changes.js'
 * @import { FakeIssue, FakeProject, LogEntry, LogItem } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

/**
 * @typedef {object} GeneratedSize
 * @property {number} issues
 * @property {number} projects
 * @property {number} maxLog The largest number of log entries; most issues have far fewer.
 * @property {readonly number[]} logs Numbers of log entries, each of which gets one issue more, such as 41 or 10,001.
 * @property {string} zone The zone of the first user, whose account synchronises.
 */

const DAY = 86_400_000
const PEOPLE = ['Ann Meyer', 'Bob Young', 'Cleo Sato', 'Dan Okafor', 'Eva Lindt', 'Finn Moreau', 'Gita Rao']
const PROJECTS = [
  ['OPS', 'Operations'],
  ['WEB', 'Website'],
  ['API', 'Public API'],
  ['DOC', 'Documentation'],
  ['LAB', 'Research'],
]
const LABELS = ['backend', 'frontend', 'regression', 'customer', 'security']
const VERBS = ['Fix', 'Add', 'Remove', 'Measure', 'Document', 'Replace']
const THINGS = ['the login page', 'a slow query', 'the export', 'search results', 'the build', 'an invoice layout']

/**
 * Fills a tracker with users, groups, projects, lists and issues. The result depends on the tracker's random numbers and
 * clock only.
 *
 * @param {FakeTracker} tracker
 * @param {GeneratedSize} size
 */
export function generate(tracker, size) {
  addPeople(tracker, size.zone)
  const projects = Array.from({ length: size.projects }, (_, i) => addProject(tracker, i))
  tracker.addSecurityLevel({ name: 'Staff only', members: [{ type: 'group', parameter: 'staff' }] })
  tracker.addFilter({ name: 'All open bugs', jql: 'issuetype = Bug AND resolution IS EMPTY' })
  tracker.addFilter({ name: 'My issues', jql: 'assignee = currentUser() ORDER BY updated DESC', owner: 'ann' })
  addIssues(tracker, projects, size)
}

/**
 * @param {FakeTracker} tracker
 * @param {string} zone
 */
function addPeople(tracker, zone) {
  tracker.addUser({ login: 'admin', name: 'Sync Account', zone, groups: [USERS, ADMINISTRATORS] })
  for (const name of PEOPLE) tracker.addUser({ login: name.split(' ')[0]?.toLowerCase() ?? name, name })
  tracker.changeUser('gita', { active: false })
  tracker.setGroup('developers', ['ann', 'bob', 'cleo', 'dan'])
  tracker.setGroup('staff', ['admin', 'ann', 'eva'])
}

/**
 * @param {FakeTracker} tracker
 * @param {number} index
 */
function addProject(tracker, index) {
  const [key = `P${index + 1}`, name = `Project ${index + 1}`] = PROJECTS[index] ?? []
  const lead = tracker.findUser(index % 2 === 0 ? 'ann' : 'eva')
  const project = tracker.addProject({ id: `${10_000 + index}`, key, name, ...(lead && { lead: lead.id }) })
  tracker.setRole(key, 'Developers', ['developers'])
  for (const version of ['1.0', '1.1', '2.0']) tracker.addVersion({ project: key, name: version })
  tracker.changeVersion(key, '1.0', { released: true, releaseDate: '2025-03-01' })
  for (const component of ['Core', 'User interface']) tracker.addComponent({ project: key, name: component })
  const board = tracker.addBoard({ project: key })
  const now = tracker.clock.now()
  for (let n = 1; n <= 4; n++) {
    const start = n === 4 ? null : now - (4 - n) * 14 * DAY
    tracker.addSprint({
      board: board.id,
      name: `${key} Sprint ${n}`,
      state: n === 4 ? 'future' : n === 3 ? 'active' : 'closed',
      start,
      end: start === null ? null : start + 14 * DAY,
    })
  }
  return project
}

/**
 * @param {FakeTracker} tracker
 * @param {readonly FakeProject[]} projects
 * @param {GeneratedSize} size
 */
function addIssues(tracker, projects, { issues: count, maxLog, logs }) {
  const { random } = tracker
  const now = tracker.clock.now()
  const sizes = [...Array.from({ length: count }, () => Math.floor((maxLog + 1) * random.next() ** 5)), ...logs]
  const oldest = now - 730 * DAY
  const created = sizes.map(() => oldest + Math.floor(random.next() * (now - oldest - DAY))).sort((a, b) => a - b)
  const clock = tracker.clock
  const past = createClock(0, false)
  tracker.clock = past
  // The project of each issue is chosen by a power, so that the first projects are larger.
  const generated = sizes.map((entries, i) =>
    newIssue(tracker, /** @type {FakeProject} */ (projects[Math.floor(projects.length * random.next() ** 1.5)]), {
      created: /** @type {number} */ (created[i]),
      entries,
      now,
    }),
  )
  tracker.clock = clock
  numberEntries(tracker, generated)
  for (const issue of generated) tracker.addIssue(issue)
}

/**
 * @param {FakeTracker} tracker
 * @param {FakeProject} project
 * @param {{ created: number, entries: number, now: number }} life
 * @returns {FakeIssue}
 */
function newIssue(tracker, project, { created, entries, now }) {
  const { random } = tracker
  const people = [...tracker.users.keys()].slice(1)
  const reporter = random.pick(people)
  const level = [...tracker.securityLevels.keys()][0] ?? null
  /** @type {FakeIssue} */
  const issue = {
    id: tracker.nextIssueId++,
    key: `${project.key}-${project.nextNumber++}`,
    project: project.id,
    created,
    updated: created,
    resolved: null,
    summary: `${random.pick(VERBS)} ${random.pick(THINGS)}`,
    description: random.chance(0.7) ? `Found by ${random.pick(PEOPLE)}.\n\nSee ${random.pick(THINGS)}.` : null,
    type: random.pick(tracker.types).id,
    status: '1',
    priority: random.pick(tracker.priorities).id,
    resolution: null,
    assignee: random.chance(0.4) ? random.pick(people) : null,
    reporter,
    creator: reporter,
    labels: random.chance(0.3) ? [random.pick(LABELS)] : [],
    sprints: [],
    fixVersions: [],
    components: random.chance(0.5) ? [random.pick(project.components).id] : [],
    storyPoints: null,
    security: random.chance(0.02) ? level : null,
    archived: null,
    log: [],
  }
  const span = Math.max(entries, Math.min(now - 60_000 - created, Math.floor(random.next() * 60 * DAY)))
  const times = Array.from({ length: entries }, () => Math.floor(random.next() * (span - entries))).sort(
    (a, b) => a - b,
  )
  issue.log = times.map((time, i) => newEntry(tracker, issue, created + 1 + time + i, people))
  issue.updated = updatedAfter(tracker, issue, now)
  return issue
}

/**
 * Returns when an issue was updated: mostly a few milliseconds before its last log entry.
 *
 * @param {FakeTracker} tracker
 * @param {FakeIssue} issue
 * @param {number} now
 */
function updatedAfter({ random }, issue, now) {
  const last = issue.log.at(-1)?.created ?? issue.created
  if (issue.log.length > 0 && random.chance(0.94)) return Math.max(issue.created, last - 2 - random.below(14))
  return random.chance(0.5) ? last : Math.min(now - 1000, last + random.below(DAY))
}

/**
 * @param {FakeTracker} tracker
 * @param {FakeIssue} issue
 * @param {number} created
 * @param {readonly string[]} people
 * @returns {LogEntry}
 */
function newEntry(tracker, issue, created, people) {
  const { random } = tracker
  tracker.clock.set(created)
  const items = newItems(tracker, issue, people)
  return { id: 0, author: random.chance(0.005) ? null : random.pick(people), created, items }
}

/**
 * @param {FakeTracker} tracker
 * @param {FakeIssue} issue
 * @param {readonly string[]} people
 * @returns {LogItem[]}
 */
function newItems(tracker, issue, people) {
  const { random } = tracker
  const kind = random.next()
  if (kind < 0.5) return changesOf(tracker, issue, nextStatus(tracker, issue))
  if (kind < 0.7) {
    const others = people.filter(id => id !== issue.assignee)
    return changesOf(tracker, issue, {
      assignee: issue.assignee !== null && random.chance(0.15) ? null : random.pick(others),
    })
  }
  if (kind < 0.78) {
    return changesOf(tracker, issue, {
      priority: random.pick(tracker.priorities.filter(priority => priority.id !== issue.priority)).id,
    })
  }
  if (kind < 0.84) return changesOf(tracker, issue, { labels: toggled(issue.labels, random.pick(LABELS)) })
  if (kind < 0.9) {
    const board = [...tracker.boards.values()].find(({ project }) => project === issue.project)
    const sprints = [...tracker.sprints.values()].filter(sprint => sprint.board === board?.id).map(({ id }) => id)
    return changesOf(tracker, issue, { sprints: toggled(issue.sprints, random.pick(sprints)) })
  }
  if (kind < 0.94) return changesOf(tracker, issue, { storyPoints: 1 + random.below(13) })
  if (kind < 0.97) {
    const version = random.pick(tracker.project(issue.project).versions)
    return changesOf(tracker, issue, { fixVersions: toggled(issue.fixVersions, version.id) })
  }
  return [linkItem(issue)]
}

/**
 * @param {FakeTracker} tracker
 * @param {FakeIssue} issue
 * @returns {FieldChanges}
 */
function nextStatus(tracker, issue) {
  const { random } = tracker
  const status = random.pick([...tracker.statuses.values()].filter(({ id }) => id !== issue.status))
  const isDone = status.category === 'done'
  if (isDone === (issue.resolution !== null)) return { status: status.id }
  return { status: status.id, resolution: isDone ? random.pick(tracker.resolutions).id : null }
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {T} element
 */
function toggled(list, element) {
  return list.includes(element) ? list.filter(other => other !== element) : [...list, element]
}

/**
 * @param {FakeIssue} issue
 * @returns {LogItem}
 */
function linkItem({ key }) {
  const text = `This issue relates to ${key}0`
  return {
    field: 'Link',
    fieldId: null,
    fieldtype: 'jira',
    from: null,
    fromString: null,
    to: `${key}0`,
    toString: text,
  }
}

/**
 * Numbers the log entries of all issues in the order of time.
 *
 * @param {FakeTracker} tracker
 * @param {readonly FakeIssue[]} issues
 */
function numberEntries(tracker, issues) {
  const entries = issues.flatMap(issue => issue.log).sort((a, b) => a.created - b.created)
  for (const entry of entries) entry.id = tracker.nextEntryId++
}
