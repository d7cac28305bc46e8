import type { Entity } from '../../../core/history/model.ts'
import { parseInstant } from '../../../core/time/instant.ts'
import { objectOf, textOf } from './json.ts'

/** A sprint of the tracker. */
export type SprintEntity = Extract<Entity, { kind: 'sprint' }>

const OLD_SPRINT = /^com\.atlassian\.greenhopper\.service\.sprint\.Sprint@[0-9a-f]+\[(.*)\]$/s

/** A comma before the next member. Names and goals may contain other commas. */
const NEXT_MEMBER =
  /,(?=(?:id|rapidViewId|state|name|goal|startDate|endDate|completeDate|activatedDate|sequence|synced|autoStartStop|incompleteIssuesDestinationId)=)/

/**
 * Returns the sprint that `value` describes, or `null` when it is not a sprint.
 *
 * Jira writes an object; older servers write the text `...Sprint@4a655f6a[id=8,state=CLOSED,name=...]`.
 */
export function readSprint(value: unknown): SprintEntity | null {
  const members = typeof value === 'string' ? oldMembers(value) : objectOf(value)
  const id = members && textOf(members.id)
  if (!members || id === null || !('state' in members) || !('name' in members)) return null
  return {
    kind: 'sprint',
    id,
    name: textOf(members.name) ?? id,
    state: textOf(members.state)?.toLowerCase() ?? null,
    start: instantOf(members.startDate),
    end: instantOf(members.endDate),
    completed: instantOf(members.completeDate),
  }
}

function oldMembers(text: string): Record<string, string | null> | null {
  const inside = OLD_SPRINT.exec(text)?.[1]
  if (inside === undefined) return null
  const members: Record<string, string | null> = {}
  for (const member of inside.split(NEXT_MEMBER)) {
    const name = member.slice(0, member.indexOf('='))
    const text = member.slice(name.length + 1)
    members[name] ??= text === '<null>' ? null : text
  }
  return members
}

function instantOf(value: unknown): number | null {
  return typeof value === 'string' ? parseInstant(value) : null
}
