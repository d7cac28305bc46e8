import type { Assignment } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { assigneeDuration, type IsAssignee, type IsCounted } from './assignee-duration.ts'
import type { ClippedStay } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/** The present members of a group, by user id. */
export type Members = ReadonlySet<string>

/**
 * The time an issue was assigned to any member of a group while it was in a status that counts; `null` when never.
 *
 * Unit: milliseconds on `clock`. Law: a user in two groups counts in both, so that groups may add up to more than passed.
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
 * The time an issue was assigned to nobody, or to a user in none of the groups, in a status that counts; `null` when never.
 *
 * Unit: milliseconds on `clock`. Law: with no groups it is all the time in the statuses that count.
 */
export function notAMemberDuration(
  assignments: readonly ClippedStay<Assignment>[],
  groups: readonly Members[],
  isCounted: IsCounted,
  clock: Clock,
): Millis | null {
  return assigneeDuration(assignments, isInNoneOf(groups), isCounted, clock)
}

/** Whether an assignee is in the group. */
export function isMemberOf(group: Members): IsAssignee {
  return assignee => assignee !== null && group.has(assignee)
}

/** Whether an assignee is in none of the groups, as nobody is. */
export function isInNoneOf(groups: readonly Members[]): IsAssignee {
  return assignee => assignee === null || !groups.some(group => group.has(assignee))
}
