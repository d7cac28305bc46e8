import type { Entity, Observation } from '../../../core/history/model.ts'
import type { PersonEntity } from '../../../core/history/person-named.ts'
import type { Instant } from '../../../core/time/instant.ts'
import { readPerson } from './read-person.ts'

/** The people and entities that one issue names, collected while it is read. */
export interface IssueNotes {
  readonly projectId: string
  /** The last update of the issue, which is the time of its present values. */
  readonly updated: Instant
  /** The latest observation of each entity and authority. */
  readonly observations: Map<string, Observation>
  /** Whether somebody in this issue has an accountId, which shows that the tracker is Jira Cloud. */
  isCloud: boolean
}

/** Returns empty notes for an issue. */
export function newNotes(projectId: string, updated: Instant): IssueNotes {
  return { projectId, updated, observations: new Map(), isCloud: false }
}

/** Adds an observation of `entity`. Keeps the latest for each authority. */
export function noteEntity(notes: IssueNotes, entity: Entity, authority: Observation['authority'], at: Instant): void {
  const key = `${authority} ${entity.kind} ${entity.id}`
  const before = notes.observations.get(key)
  if (!before || before.at <= at) notes.observations.set(key, { entity, authority, at })
}

/**
 * Adds the person of a user object, which always has present names, even in the changelog. Returns the person, or
 * `null`.
 */
export function notePerson(notes: IssueNotes, user: unknown): PersonEntity | null {
  const person = readPerson(user)
  if (!person) return null
  if (person.accountId !== null) notes.isCloud = true
  noteEntity(notes, person, 'present', notes.updated)
  return person
}
