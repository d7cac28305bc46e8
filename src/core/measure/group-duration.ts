import type { Assignment } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { assigneeDuration, type IsAssignee, type IsCounted } from './assignee-duration.ts'
import type { ClippedStay } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/** The present members of a group, by user id. */
export type Members = ReadonlySet<string>

/**
 * Returns the time an issue was assigned to members of a group, in statuses that count; `null` if it never was.
 *
 * Unit: milliseconds on `clock`. A user in two groups counts in both, so groups may sum up to more than the elapsed
 * time.
 */
export function groupDuration(
  assignments: readonly ClippedStay<Assignment>[],
  group: Members,
  isCounted: IsCounted,
  clock: Clock,
): Millis | null {
  return assigneeDuration(assignments, isMemberOf(group), isCounted, clock)
}

/**
 * Returns the time an issue was unassigned or assigned to a user outside all groups, in statuses that count; `null` if
 * it never was.
 *
 * Unit: milliseconds on `clock`. Law: without groups, it is all the time in the statuses that count.
 */
export function notAMemberDuration(
  assignments: readonly ClippedStay<Assignment>[],
  groups: readonly Members[],
  isCounted: IsCounted,
  clock: Clock,
): Millis | null {
  return assigneeDuration(assignments, isInNoneOf(groups), isCounted, clock)
}

/** Returns a test of whether an assignee is in the group. */
export function isMemberOf(group: Members): IsAssignee {
  return assignee => assignee !== null && group.has(assignee)
}

/** Returns a test of whether an assignee is in none of the groups. Unassigned is. */
export function isInNoneOf(groups: readonly Members[]): IsAssignee {
  return assignee => assignee === null || !groups.some(group => group.has(assignee))
}
