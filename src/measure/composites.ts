import type { Assignment } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { assigneeDuration, type IsAssignee } from './assignee-duration.ts'
import type { ClippedStay } from './clip-to-window.ts'
import type { Clock } from './clock.ts'
import { isMemberOf, type Members } from './group-duration.ts'

/**
 * The time an issue was in the statuses of one column while assigned to the users of another; `null` when never.
 *
 * Unit: milliseconds on `clock`. The cells of statusDurationByAssignee and assigneeDurationByStatus alike. Law: over the
 * statuses they add up to the assignee's duration, over the assignees to the status's.
 */
export function statusDurationByAssignee(
  assignments: readonly ClippedStay<Assignment>[],
  isAssignee: IsAssignee,
  statuses: readonly string[],
  clock: Clock,
): Millis | null {
  return assigneeDuration(assignments, isAssignee, status => statuses.includes(status), clock)
}

/**
 * The time an issue was in the statuses of one column while assigned to a member of a group; `null` when never.
 *
 * Unit: milliseconds on `clock`. The cells of statusDurationByGroup and groupDurationByStatus alike.
 */
export function statusDurationByGroup(
  assignments: readonly ClippedStay<Assignment>[],
  group: Members,
  statuses: readonly string[],
  clock: Clock,
): Millis | null {
  return statusDurationByAssignee(assignments, isMemberOf(group), statuses, clock)
}
