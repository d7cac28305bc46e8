// @ts-check
import { CUSTOM_FIELDS } from './catalogue.js'
import { named, required } from './lookup.js'

/**
 * @import { FakeIssue, LogItem } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

/**
 * The fields that can be changed; values are ids or names.
 *
 * @typedef {object} FieldChanges
 * @property {string} [status]
 * @property {string | null} [assignee]
 * @property {string} [priority]
 * @property {string | null} [resolution]
 * @property {string} [type]
 * @property {string} [summary]
 * @property {string | null} [description]
 * @property {string[]} [labels]
 * @property {number[]} [sprints]
 * @property {string[]} [fixVersions]
 * @property {string[]} [components]
 * @property {number | null} [storyPoints]
 * @property {string | null} [security]
 */

/** @typedef {{ [K in keyof Required<FieldChanges>]: (tracker: FakeTracker, issue: FakeIssue, value: NonNullable<Required<FieldChanges>[K]> | null) => LogItem[] }} Changers */

/** @type {Changers} */
const CHANGERS = {
  status: (tracker, issue, value) => {
    const list = [...tracker.statuses.values()]
    const [from, to] = [named(list, issue.status, 'status'), named(list, value ?? '', 'status')]
    issue.status = to.id
    return changed(from.id !== to.id, 'status', from, to)
  },
  assignee: (tracker, issue, value) => {
    const user = (/** @type {string | null} */ text) =>
      text === null ? null : required(tracker.findUser(text), 'user', text)
    const [from, to] = [user(issue.assignee), user(value)]
    issue.assignee = to?.id ?? null
    return changed(from !== to, 'assignee', from, to)
  },
  priority: (tracker, issue, value) => {
    const [from, to] = [issue.priority, value ?? ''].map(text => named(tracker.priorities, text, 'priority'))
    issue.priority = to?.id ?? ''
    return changed(from !== to, 'priority', from, to)
  },
  resolution: (tracker, issue, value) => {
    const resolution = (/** @type {string | null} */ text) =>
      text === null ? null : named(tracker.resolutions, text, 'resolution')
    const [from, to] = [resolution(issue.resolution), resolution(value)]
    issue.resolution = to?.id ?? null
    issue.resolved = to === null ? null : tracker.clock.now()
    issue.changed?.add('resolutiondate')
    return changed(from !== to, 'resolution', from, to)
  },
  type: (tracker, issue, value) => {
    const [from, to] = [issue.type, value ?? ''].map(text => named(tracker.types, text, 'issue type'))
    issue.type = to?.id ?? ''
    return changed(from !== to, 'issuetype', from, to)
  },
  summary: (_, issue, value) => {
    const from = issue.summary
    issue.summary = value ?? ''
    return [item('summary', null, from, null, issue.summary)]
  },
  description: (_, issue, value) => {
    const from = issue.description
    issue.description = value
    return [item('description', null, from, null, value)]
  },
  labels: (_, issue, value) => {
    const from = issue.labels
    issue.labels = value ?? []
    return [item('labels', '', from.join(' '), '', issue.labels.join(' '))]
  },
  sprints: (tracker, issue, value) => {
    const list = (/** @type {number[]} */ ids) => ({
      id: ids.join(', '),
      name: ids.map(id => required(tracker.sprints.get(id), 'sprint', id).name).join(', '),
    })
    const [from, to] = [list(issue.sprints), list(value ?? [])]
    issue.sprints = value ?? []
    return [custom('Sprint', CUSTOM_FIELDS.sprint, from.id, from.name, to.id, to.name)]
  },
  fixVersions: (tracker, issue, value) => {
    const ids = (value ?? []).map(text => named(tracker.project(issue.project).versions, text, 'version').id)
    const items = membership(
      tracker.project(issue.project).versions,
      issue.fixVersions,
      ids,
      'Fix Version',
      'fixVersions',
    )
    issue.fixVersions = ids
    return items
  },
  components: (tracker, issue, value) => {
    const ids = (value ?? []).map(text => named(tracker.project(issue.project).components, text, 'component').id)
    const items = membership(
      tracker.project(issue.project).components,
      issue.components,
      ids,
      'Component',
      'components',
    )
    issue.components = ids
    return items
  },
  storyPoints: (_, issue, value) => {
    const from = issue.storyPoints
    issue.storyPoints = value
    const text = (/** @type {number | null} */ points) => (points === null ? null : `${points}`)
    return [custom('Story Points', CUSTOM_FIELDS.storyPoints, null, text(from), null, text(value))]
  },
  security: (tracker, issue, value) => {
    const list = [...tracker.securityLevels.values()]
    const level = (/** @type {string | null} */ text) => (text === null ? null : named(list, text, 'security level'))
    const [from, to] = [level(issue.security), level(value)]
    issue.security = to?.id ?? null
    return changed(from !== to, 'security', from, to)
  },
}

/** The fields in answers whose names are different. */
const RENDERED = { type: 'issuetype', sprints: CUSTOM_FIELDS.sprint, storyPoints: CUSTOM_FIELDS.storyPoints }

/**
 * Changes fields of an issue, and returns the items of the log entry.
 *
 * @param {FakeTracker} tracker
 * @param {FakeIssue} issue
 * @param {FieldChanges} values
 */
export function changesOf(tracker, issue, values) {
  /** @type {LogItem[]} */
  const items = []
  for (const [name, value] of Object.entries(values)) {
    const change = CHANGERS[/** @type {keyof FieldChanges} */ (name)]
    if (!change) throw new RangeError(`unknown field '${name}': use ${Object.keys(CHANGERS).join(', ')}`)
    issue.changed?.add(RENDERED[/** @type {keyof typeof RENDERED} */ (name)] ?? name)
    items.push(...change(tracker, issue, /** @type {never} */ (value)))
  }
  return items
}

/**
 * @param {boolean} isChanged
 * @param {string} field
 * @param {{ id: string, name: string } | null | undefined} from
 * @param {{ id: string, name: string } | null | undefined} to
 */
function changed(isChanged, field, from, to) {
  return isChanged ? [item(field, from?.id ?? null, from?.name ?? null, to?.id ?? null, to?.name ?? null)] : []
}

/**
 * @param {readonly { id: string, name: string }[]} list
 * @param {readonly string[]} from
 * @param {readonly string[]} to
 * @param {string} field
 * @param {string} fieldId
 */
function membership(list, from, to, field, fieldId) {
  const name = (/** @type {string} */ id) => list.find(element => element.id === id)?.name ?? id
  return [
    ...from.filter(id => !to.includes(id)).map(id => ({ ...item(field, id, name(id), null, null), fieldId })),
    ...to.filter(id => !from.includes(id)).map(id => ({ ...item(field, null, null, id, name(id)), fieldId })),
  ]
}

/**
 * @param {string} field
 * @param {string | null} from
 * @param {string | null} fromString
 * @param {string | null} to
 * @param {string | null} toText
 * @returns {LogItem}
 */
function item(field, from, fromString, to, toText) {
  return { field, fieldId: field, fieldtype: 'jira', from, fromString, to, toString: toText }
}

/**
 * @param {string} field
 * @param {string} fieldId
 * @param {string | null} from
 * @param {string | null} fromString
 * @param {string | null} to
 * @param {string | null} toText
 * @returns {LogItem}
 */
function custom(field, fieldId, from, fromString, to, toText) {
  return { field, fieldId, fieldtype: 'custom', from, fromString, to, toString: toText }
}
