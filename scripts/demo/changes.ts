import type { Instant } from '../../src/core/time/instant.ts'
import type { HistoryField } from './fields.ts'
import { fields } from './fields.ts'
import type { Person } from './people.ts'
import type { Project } from './projects.ts'
import type { Item, SimulatedIssue } from './simulated-issue.ts'
import type { Sprint } from './sprints.ts'
import type { Status } from './statuses.ts'
import { statusNameAt } from './statuses.ts'
import type { Version } from './versions.ts'
import type { IssueType, Named, Priority } from './vocabulary.ts'
import { impediment, resolutions } from './vocabulary.ts'

/**
 * Changes the status, and the resolution if the old or the new status is a done one.
 *
 * In a web shop or an app the resolution is set on Done, in a service desk on Resolved, and kept on Closed.
 */
export function changeStatus(
  issue: SimulatedIssue,
  to: Status,
  at: Instant,
  resolution: Named = resolutions.done,
): Item[] {
  const from = issue.status
  issue.status = to
  issue.visited = [...issue.visited, from]
  const item = itemOf(fields.status, from.id, statusNameAt(from, at), to.id, statusNameAt(to, at))
  if ((to.category === 'done') === (from.category === 'done')) return [item]
  return [item, changeResolution(issue, to.category === 'done' ? resolution : null, at)]
}

function changeResolution(issue: SimulatedIssue, to: Named | null, at: Instant): Item {
  const from = issue.resolution
  issue.resolution = to
  issue.resolvedAt = to === null ? null : at
  return namedItem(fields.resolution, from, to)
}

/** Changes the assignee, who can be nobody; returns no items if nothing changes. */
export function changeAssignee(issue: SimulatedIssue, to: Person | null): Item[] {
  const from = issue.assignee
  if (from === to) return []
  issue.assignee = to
  return [itemOf(fields.assignee, userKey(from), from?.name ?? null, userKey(to), to?.name ?? null)]
}

/** Changes a plain-text field; returns no items if nothing changes. */
export function changeText(
  issue: SimulatedIssue,
  field: 'summary' | 'description' | 'environment',
  to: string,
): Item[] {
  const from = issue[field]
  issue[field] = to
  return from === to ? [] : [itemOf(fields[field], null, from, null, to)]
}

/** Changes the priority; returns no items if nothing changes. */
export function changePriority(issue: SimulatedIssue, to: Priority): Item[] {
  const from = issue.priority
  issue.priority = to
  return from === to ? [] : [namedItem(fields.priority, from, to)]
}

/** Changes the type of the issue. */
export function changeType(issue: SimulatedIssue, to: IssueType): Item[] {
  const from = issue.type
  issue.type = to
  return [namedItem(fields.type, from, to)]
}

/** Changes the story points; returns no items if nothing changes. */
export function changePoints(issue: SimulatedIssue, to: number): Item[] {
  const from = issue.points
  issue.points = to
  return from === to ? [] : [itemOf(fields.points, null, from === null ? null : String(from), null, String(to))]
}

/** Changes the responsible team. */
export function changeTeam(issue: SimulatedIssue, to: Named): Item[] {
  const from = issue.team
  issue.team = to
  return from === to ? [] : [namedItem(fields.team, from, to)]
}

/** Adds the sprint in which the issue is planned; earlier ones stay, as in trackers. */
export function addSprint(issue: SimulatedIssue, sprint: Sprint): Item[] {
  const from = issue.sprints
  issue.sprint = sprint
  issue.sprints = [...from, sprint]
  return [sprintItem(from, issue.sprints)]
}

/** Removes the issue from its planned sprint; returns no items without one. */
export function leaveSprint(issue: SimulatedIssue): Item[] {
  const from = issue.sprints
  issue.sprints = from.filter(sprint => sprint !== issue.sprint)
  issue.sprint = null
  return from.length === issue.sprints.length ? [] : [sprintItem(from, issue.sprints)]
}

/** Replaces the planned versions with one: an item for each that is removed or added. */
export function changeFixVersion(issue: SimulatedIssue, to: Version | undefined): Item[] {
  const from = issue.fixVersions
  issue.fixVersions = to === undefined ? [] : [to]
  const removed = from.filter(version => version !== to).map(version => namedItem(fields.fixVersion, version, null))
  return to === undefined || from.includes(to) ? removed : [...removed, namedItem(fields.fixVersion, null, to)]
}

/** Replaces the components: an item for each that is removed or added. */
export function changeComponents(issue: SimulatedIssue, to: readonly Named[]): Item[] {
  const from = issue.components
  issue.components = to
  const removed = from.filter(component => !to.includes(component))
  const added = to.filter(component => !from.includes(component))
  return [
    ...removed.map(component => namedItem(fields.component, component, null)),
    ...added.map(component => namedItem(fields.component, null, component)),
  ]
}

/** Changes the labels, which trackers log as one text. */
export function changeLabels(issue: SimulatedIssue, to: readonly string[]): Item[] {
  const from = issue.labels
  issue.labels = to
  return [itemOf(fields.labels, null, from.join(' '), null, to.join(' '))]
}

/** Changes the due date, `yyyy-MM-dd`. */
export function changeDue(issue: SimulatedIssue, to: string): Item[] {
  const from = issue.due
  issue.due = to
  return from === to ? [] : [itemOf(fields.due, from, from === null ? null : midnight(from), to, midnight(to))]
}

/** Sets or clears the flag. */
export function changeFlag(issue: SimulatedIssue, flagged: boolean): Item[] {
  issue.flagged = flagged
  const [id, name] = [`[${impediment.id}]`, impediment.name]
  return flagged ? [itemOf(fields.flagged, '', '', id, name)] : [itemOf(fields.flagged, id, name, '', '')]
}

/** Attaches a file, which appears only in the history. */
export function attach(id: number, file: string): Item[] {
  return [itemOf(fields.attachment, null, null, String(id), file)]
}

/** Moves the issue to another project, where it gets a new key and keeps its id. */
export function changeProject(issue: SimulatedIssue, to: Project, key: string): Item[] {
  const [from, oldKey] = [issue.project, issue.key]
  issue.project = to
  issue.key = key
  return [namedItem(fields.project, from, to), itemOf(fields.key, null, oldKey, null, key)]
}

function namedItem(field: HistoryField, from: Named | null, to: Named | null): Item {
  return itemOf(field, from?.id ?? null, from?.name ?? null, to?.id ?? null, to?.name ?? null)
}

function itemOf(
  field: HistoryField,
  fromId: string | null,
  fromText: string | null,
  toId: string | null,
  toText: string | null,
): Item {
  return { field, fromId, fromText, toId, toText }
}

function sprintItem(from: readonly Sprint[], to: readonly Sprint[]): Item {
  const ids = (sprints: readonly Sprint[]) => sprints.map(sprint => sprint.id).join(', ')
  const names = (sprints: readonly Sprint[]) => sprints.map(sprint => sprint.name).join(', ')
  return itemOf(fields.sprint, ids(from), names(from), ids(to), names(to))
}

function userKey(person: Person | null): string | null {
  return person === null ? null : person.login.toLowerCase()
}

function midnight(date: string): string {
  return `${date} 00:00:00.0`
}
