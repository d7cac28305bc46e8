// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ADMINISTRATORS } from './access.js'
import { USERS } from './tracker.js'

/**
 * @import { FakeIssue, FakeStatus, Json, LogEntry, LogItem } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

const FILE = 'issues.jsonl.gz'

/**
 * Fills a tracker with the real issues of a folder, or of those of its subfolders whose names fit the dialect.
 *
 * @param {FakeTracker} tracker
 * @param {string} folder
 * @param {string} zone The zone of the account that synchronises.
 */
export function loadRealIssues(tracker, folder, zone) {
  const folders = existsSync(join(folder, FILE))
    ? [folder]
    : readdirSync(folder)
        .filter(name => name.startsWith(`jira-${tracker.dialect}`) && existsSync(join(folder, name, FILE)))
        .map(name => join(folder, name))
  if (folders.length === 0) throw new RangeError(`no ${FILE} for a ${tracker.dialect} in ${folder}`)
  tracker.addUser({ login: 'admin', name: 'Sync Account', zone, groups: [USERS, ADMINISTRATORS] })
  tracker.statuses.clear()
  for (const path of folders) {
    const statuses = join(path, 'statuses.json')
    if (existsSync(statuses))
      for (const status of JSON.parse(readFileSync(statuses, 'utf8'))) addStatus(tracker, status)
    const text = gunzipSync(readFileSync(join(path, FILE))).toString()
    for (const line of text.split('\n')) if (line.trim() !== '') addRealIssue(tracker, JSON.parse(line))
  }
}

/**
 * @param {FakeTracker} tracker
 * @param {Json} raw
 */
function addRealIssue(tracker, raw) {
  const { fields } = raw
  const id = Number(raw.id)
  const other = tracker.issues.get(id)
  if (other) throw new RangeError(`two issues have the id ${id}: ${other.key}, ${raw.key}`)
  if (!tracker.projects.has(fields.project.id)) {
    const { id: projectId, key, name } = fields.project
    tracker.addProject({ id: projectId, key, name })
  }
  addStatus(tracker, fields.status)
  addNamed(tracker.types, fields.issuetype)
  addNamed(tracker.priorities, fields.priority)
  addNamed(tracker.resolutions, fields.resolution)
  /** @type {Json[]} */
  const histories = raw.changelog?.histories ?? []
  for (const person of [fields.assignee, fields.reporter, fields.creator, ...histories.map(entry => entry.author)]) {
    addPerson(tracker, person)
  }
  for (const item of histories.flatMap(entry => entry.items)) addField(tracker, item)
  for (const field of Object.keys(fields)) addField(tracker, { field, fieldId: field })
  tracker.addIssue(readIssue(tracker, raw, histories))
}

/**
 * @param {FakeTracker} tracker
 * @param {Json} raw
 * @param {Json[]} histories
 * @returns {FakeIssue}
 */
function readIssue(tracker, raw, histories) {
  const { fields } = raw
  const resolved = fields.resolutiondate ? instant(fields.resolutiondate) : null
  return {
    id: Number(raw.id),
    key: raw.key,
    project: fields.project.id,
    created: instant(fields.created),
    updated: instant(fields.updated),
    resolved,
    summary: fields.summary ?? '',
    description: typeof fields.description === 'string' ? fields.description : null,
    type: fields.issuetype?.id ?? '',
    status: fields.status?.id ?? '',
    priority: fields.priority?.id ?? tracker.priorities[0]?.id ?? '',
    resolution: fields.resolution?.id ?? null,
    assignee: personId(tracker, fields.assignee),
    reporter: personId(tracker, fields.reporter),
    creator: personId(tracker, fields.creator),
    labels: fields.labels ?? [],
    sprints: [],
    fixVersions: [],
    components: [],
    storyPoints: null,
    security: null,
    archived: null,
    log: histories.map(entry => readEntry(tracker, entry)).sort((a, b) => a.created - b.created || a.id - b.id),
    raw,
    changed: new Set(),
  }
}

/**
 * @param {FakeTracker} tracker
 * @param {Json} raw
 * @returns {LogEntry}
 */
function readEntry(tracker, raw) {
  /** @type {LogItem[]} */
  const items = raw.items
  return { id: Number(raw.id), author: personId(tracker, raw.author), created: instant(raw.created), items, raw }
}

/** @param {string} text Such as `2011-10-18T21:08:15.862-0500`. */
function instant(text) {
  const ms = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(ms)) throw new RangeError(`'${text}' is not a date-time`)
  return ms
}

/**
 * @param {FakeTracker} tracker
 * @param {Json | null | undefined} status
 */
function addStatus(tracker, status) {
  if (!status || tracker.statuses.has(status.id)) return
  const key = status.statusCategory?.key
  /** @type {FakeStatus['category']} */
  const category = key === 'done' || key === 'new' ? key : 'indeterminate'
  tracker.statuses.set(status.id, { id: status.id, name: status.name, category })
}

/**
 * @param {{ id: string, name: string }[]} list
 * @param {Json | null | undefined} value
 */
function addNamed(list, value) {
  if (!value) return
  const known = list.find(({ id }) => id === value.id)
  if (known) known.name = value.name
  else list.push({ id: value.id, name: value.name })
}

/** @param {Json | null | undefined} person */
function loginOf(person) {
  return person?.name ?? person?.accountId ?? person?.key ?? null
}

/**
 * @param {FakeTracker} tracker
 * @param {Json | null | undefined} person
 */
function personId(tracker, person) {
  const login = loginOf(person)
  return login === null ? null : (tracker.findUser(login)?.id ?? null)
}

/**
 * @param {FakeTracker} tracker
 * @param {Json | null | undefined} person
 */
function addPerson(tracker, person) {
  const login = loginOf(person)
  if (!person || !login || tracker.users.has(login)) return
  const { displayName = login, emailAddress, active = true, timeZone = 'UTC' } = person
  tracker.users.set(login, {
    id: login,
    login,
    name: displayName,
    email: emailAddress ?? `${login}@example.com`,
    active,
    zone: timeZone,
  })
}

/**
 * @param {FakeTracker} tracker
 * @param {Json} item
 */
function addField(tracker, { field, fieldId }) {
  if (typeof fieldId !== 'string' || !fieldId.startsWith('customfield_')) return
  const known = tracker.fields.find(({ id }) => id === fieldId)
  if (known) {
    if (field !== fieldId) known.name = field
    return
  }
  const customId = Number(fieldId.slice('customfield_'.length))
  tracker.fields.push({
    id: fieldId,
    ...(tracker.dialect === 'cloud' && { key: fieldId }),
    name: field,
    custom: true,
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames: [`cf[${customId}]`, field],
    schema: { type: 'any', custom: 'unknown', customId },
  })
}
