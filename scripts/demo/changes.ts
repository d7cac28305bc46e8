import type { Instant } from '../../src/time/instant.ts'
import type { HistoryField } from './fields.ts'
import { fields } from './fields.ts'
import type { Item, Life } from './life.ts'
import type { Person } from './people.ts'
import type { Project } from './projects.ts'
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
export function changeStatus(life: Life, to: Status, at: Instant, resolution: Named = resolutions.done): Item[] {
  const from = life.status
  life.status = to
  life.visited = [...life.visited, from]
  const item = itemOf(fields.status, from.id, statusNameAt(from, at), to.id, statusNameAt(to, at))
  if ((to.category === 'done') === (from.category === 'done')) return [item]
  return [item, changeResolution(life, to.category === 'done' ? resolution : null, at)]
}

function changeResolution(life: Life, to: Named | null, at: Instant): Item {
  const from = life.resolution
  life.resolution = to
  life.resolvedAt = to === null ? null : at
  return namedItem(fields.resolution, from, to)
}

/** Changes the assignee, who can be nobody; returns no items if nothing changes. */
export function changeAssignee(life: Life, to: Person | null): Item[] {
  const from = life.assignee
  if (from === to) return []
  life.assignee = to
  return [itemOf(fields.assignee, userKey(from), from?.name ?? null, userKey(to), to?.name ?? null)]
}

/** Changes a plain-text field; returns no items if nothing changes. */
export function changeText(life: Life, field: 'summary' | 'description' | 'environment', to: string): Item[] {
  const from = life[field]
  life[field] = to
  return from === to ? [] : [itemOf(fields[field], null, from, null, to)]
}

/** Changes the priority; returns no items if nothing changes. */
export function changePriority(life: Life, to: Priority): Item[] {
  const from = life.priority
  life.priority = to
  return from === to ? [] : [namedItem(fields.priority, from, to)]
}

/** Changes the type of the issue. */
export function changeType(life: Life, to: IssueType): Item[] {
  const from = life.type
  life.type = to
  return [namedItem(fields.type, from, to)]
}

/** Changes the story points; returns no items if nothing changes. */
export function changePoints(life: Life, to: number): Item[] {
  const from = life.points
  life.points = to
  return from === to ? [] : [itemOf(fields.points, null, from === null ? null : String(from), null, String(to))]
}

/** Changes the responsible team. */
export function changeTeam(life: Life, to: Named): Item[] {
  const from = life.team
  life.team = to
  return from === to ? [] : [namedItem(fields.team, from, to)]
}

/** Adds the sprint in which the issue is planned; earlier ones stay, as in trackers. */
export function addSprint(life: Life, sprint: Sprint): Item[] {
  const from = life.sprints
  life.sprint = sprint
  life.sprints = [...from, sprint]
  return [sprintItem(from, life.sprints)]
}

/** Removes the issue from its planned sprint; returns no items without one. */
export function leaveSprint(life: Life): Item[] {
  const from = life.sprints
  life.sprints = from.filter(sprint => sprint !== life.sprint)
  life.sprint = null
  return from.length === life.sprints.length ? [] : [sprintItem(from, life.sprints)]
}

/** Replaces the planned versions with one: an item for each that is removed or added. */
export function changeFixVersion(life: Life, to: Version | undefined): Item[] {
  const from = life.fixVersions
  life.fixVersions = to === undefined ? [] : [to]
  const gone = from.filter(version => version !== to).map(version => namedItem(fields.fixVersion, version, null))
  return to === undefined || from.includes(to) ? gone : [...gone, namedItem(fields.fixVersion, null, to)]
}

/** Replaces the components: an item for each that is removed or added. */
export function changeComponents(life: Life, to: readonly Named[]): Item[] {
  const from = life.components
  life.components = to
  const gone = from.filter(component => !to.includes(component))
  const added = to.filter(component => !from.includes(component))
  return [
    ...gone.map(component => namedItem(fields.component, component, null)),
    ...added.map(component => namedItem(fields.component, null, component)),
  ]
}

/** Changes the labels, which trackers log as one text. */
export function changeLabels(life: Life, to: readonly string[]): Item[] {
  const from = life.labels
  life.labels = to
  return [itemOf(fields.labels, null, from.join(' '), null, to.join(' '))]
}

/** Changes the due date, `yyyy-MM-dd`. */
export function changeDue(life: Life, to: string): Item[] {
  const from = life.due
  life.due = to
  return from === to ? [] : [itemOf(fields.due, from, from === null ? null : midnight(from), to, midnight(to))]
}

/** Sets or clears the flag. */
export function changeFlag(life: Life, flagged: boolean): Item[] {
  life.flagged = flagged
  const [id, name] = [`[${impediment.id}]`, impediment.name]
  return flagged ? [itemOf(fields.flagged, '', '', id, name)] : [itemOf(fields.flagged, id, name, '', '')]
}

/** Attaches a file, which appears only in the history. */
export function attach(id: number, file: string): Item[] {
  return [itemOf(fields.attachment, null, null, String(id), file)]
}

/** Moves the issue to another project, where it gets a new key and keeps its id. */
export function changeProject(life: Life, to: Project, key: string): Item[] {
  const [from, oldKey] = [life.project, life.key]
  life.project = to
  life.key = key
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
