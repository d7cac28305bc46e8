import type { Instant } from '../../src/time/instant.ts'
import type { RestStatus } from './demo-statuses.ts'
import { restStatus } from './demo-statuses.ts'
import type { RestUser } from './demo-users.ts'
import { restUser } from './demo-users.ts'
import type { Entry, Item, Life } from './life.ts'
import type { Person } from './people.ts'
import { people } from './people.ts'
import { UPGRADE } from './period.ts'
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
export function toJira(life: Life, updated: Instant, firstEntryId: number): unknown {
  const histories = life.entries.map((entry, index) => historyOf(entry, firstEntryId + index))
  return {
    id: String(life.id),
    key: life.key,
    fields: fieldsOf(life, updated),
    changelog: { startAt: 0, maxResults: histories.length, total: histories.length, histories },
  }
}

function fieldsOf(life: Life, updated: Instant) {
  const fields = {
    summary: life.summary,
    issuetype: typeOf(life.type),
    project: { id: life.project.id, key: life.project.key, name: life.project.name },
    status: restStatuses.get(life.status.id),
    priority: { id: life.priority.id, name: life.priority.name },
    resolution: life.resolution,
    resolutiondate: life.resolvedAt === null ? null : timestamp(life.resolvedAt),
    created: timestamp(life.created),
    updated: timestamp(updated),
    creator: users.get(life.reporter),
    reporter: users.get(life.reporter),
    assignee: life.assignee === null ? null : users.get(life.assignee),
    labels: life.labels,
    components: life.components,
    versions: life.versions.map(versionOf),
    fixVersions: life.fixVersions.map(versionOf),
    duedate: life.due,
    description: life.description,
    environment: life.environment,
    customfield_10001: life.sprints.length === 0 ? null : life.sprints.map(sprint => sprint.text),
    customfield_10002: life.points,
    customfield_10003: life.team === null ? null : optionOf(life.team),
    customfield_10004: life.flagged ? [optionOf(impediment)] : null,
  }
  return life.parent === null ? fields : { ...fields, parent: parentOf(life.parent) }
}

function parentOf(parent: NonNullable<Life['parent']>) {
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
  const tellsId = entry.at >= UPGRADE
  return {
    id: String(id),
    author: users.get(entry.author),
    created: timestamp(entry.at),
    items: entry.items.map(item => itemOf(item, tellsId)),
  }
}

function itemOf({ field, fromId, fromText, toId, toText }: Item, tellsId: boolean) {
  const { name, type, id } = field
  const words = { from: fromId, fromString: fromText, to: toId, toString: toText }
  return tellsId && id !== null
    ? { field: name, fieldtype: type, fieldId: id, ...words }
    : { field: name, fieldtype: type, ...words }
}
