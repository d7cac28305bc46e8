import type { Entity, Observation } from '../../history/model.ts'
import type { Instant } from '../../time/instant.ts'
import { type Person, readPerson } from './read-person.ts'

/** What is noted while one issue is read: whom and what it names. */
export interface IssueNotes {
  readonly projectId: string
  /** When the issue was told: what it holds today was so then. */
  readonly updated: Instant
  /** Once for each entity and authority: the latest. */
  readonly observations: Map<string, Observation>
  /** Whether somebody in this issue has an accountId, as everybody on Jira Cloud has. */
  isCloud: boolean
}

/** Notes about an issue of which nothing was read yet. */
export function newNotes(projectId: string, updated: Instant): IssueNotes {
  return { projectId, updated, observations: new Map(), isCloud: false }
}

/** Notes that `entity` was seen; of several sightings of one kind the latest stays. */
export function noteEntity(notes: IssueNotes, entity: Entity, authority: Observation['authority'], at: Instant): void {
  const key = `${authority} ${entity.kind} ${entity.id}`
  const before = notes.observations.get(key)
  if (!before || before.at <= at) notes.observations.set(key, { entity, authority, at })
}

/** Notes the person of a user object, whose words are today's wherever it stands; gives the person, or `null`. */
export function notePerson(notes: IssueNotes, user: unknown): Person | null {
  const person = readPerson(user)
  if (!person) return null
  if (person.accountId !== null) notes.isCloud = true
  noteEntity(notes, person, 'present', notes.updated)
  return person
}
