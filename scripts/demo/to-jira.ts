import type { Instant } from '../../src/core/time/instant.ts'
import type { RestStatus } from './demo-statuses.ts'
import { restStatus } from './demo-statuses.ts'
import type { RestUser } from './demo-users.ts'
import { restUser } from './demo-users.ts'
import type { Person } from './people.ts'
import { people } from './people.ts'
import { UPGRADE } from './period.ts'
import type { Entry, Item, SimulatedIssue } from './simulated-issue.ts'
import { statuses } from './statuses.ts'
import { timestamp } from './timestamp.ts'
import type { Version } from './versions.ts'
import type { IssueType, Named } from './vocabulary.ts'
import { impediment } from './vocabulary.ts'

const users = new Map<Person, RestUser>(people.map(person => [person, restUser(person)]))
const restStatuses = new Map<string, RestStatus>(Object.values(statuses).map(status => [status.id, restStatus(status)]))

/**
 * Converts an issue to the format of Jira Data Center with `expand=changelog`.
 *
 * The entries of its history are numbered from `firstEntryId`.
 */
export function toJira(issue: SimulatedIssue, updated: Instant, firstEntryId: number): unknown {
  const histories = issue.entries.map((entry, index) => historyOf(entry, firstEntryId + index))
  return {
    id: String(issue.id),
    key: issue.key,
    fields: fieldsOf(issue, updated),
    changelog: { startAt: 0, maxResults: histories.length, total: histories.length, histories },
  }
}

function fieldsOf(issue: SimulatedIssue, updated: Instant) {
  const fields = {
    summary: issue.summary,
    issuetype: typeOf(issue.type),
    project: { id: issue.project.id, key: issue.project.key, name: issue.project.name },
    status: restStatuses.get(issue.status.id),
    priority: { id: issue.priority.id, name: issue.priority.name },
    resolution: issue.resolution,
    resolutiondate: issue.resolvedAt === null ? null : timestamp(issue.resolvedAt),
    created: timestamp(issue.created),
    updated: timestamp(updated),
    creator: users.get(issue.reporter),
    reporter: users.get(issue.reporter),
    assignee: issue.assignee === null ? null : users.get(issue.assignee),
    labels: issue.labels,
    components: issue.components,
    versions: issue.versions.map(versionOf),
    fixVersions: issue.fixVersions.map(versionOf),
    duedate: issue.due,
    description: issue.description,
    environment: issue.environment,
    customfield_10001: issue.sprints.length === 0 ? null : issue.sprints.map(sprint => sprint.text),
    customfield_10002: issue.points,
    customfield_10003: issue.team === null ? null : optionOf(issue.team),
    customfield_10004: issue.flagged ? [optionOf(impediment)] : null,
  }
  return issue.parent === null ? fields : { ...fields, parent: parentOf(issue.parent) }
}

function parentOf(parent: NonNullable<SimulatedIssue['parent']>) {
  const { id, key, summary, status, priority, type } = parent
  return {
    id: String(id),
    key,
    fields: {
      summary,
      status: restStatuses.get(status.id),
      priority: { id: priority.id, name: priority.name },
      issuetype: typeOf(type),
    },
  }
}

function typeOf({ id, name, subtask }: IssueType) {
  return { id, name, subtask }
}

function versionOf({ id, name, archived, released, releaseDate }: Version) {
  return { id, name, archived, released, releaseDate }
}

function optionOf({ id, name }: Named) {
  return { id, value: name }
}

function historyOf(entry: Entry, id: number) {
  const hasId = entry.at >= UPGRADE
  return {
    id: String(id),
    author: users.get(entry.author),
    created: timestamp(entry.at),
    items: entry.items.map(item => itemOf(item, hasId)),
  }
}

function itemOf({ field, fromId, fromText, toId, toText }: Item, hasId: boolean) {
  const { name, type, id } = field
  const values = { from: fromId, fromString: fromText, to: toId, toString: toText }
  return hasId && id !== null
    ? { field: name, fieldtype: type, fieldId: id, ...values }
    : { field: name, fieldtype: type, ...values }
}
