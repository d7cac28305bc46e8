import type { Assignment } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { assigneeDuration, type IsAssignee } from './assignee-duration.ts'
import type { ClippedStay } from './clip-to-window.ts'
import type { Clock } from './clock.ts'
import { isMemberOf, type Members } from './group-duration.ts'

/**
 * Returns the time an issue was in the statuses of one column while assigned to the users of another; `null` if never.
 *
 * Unit: milliseconds on `clock`. Cells of statusDurationByAssignee and of assigneeDurationByStatus. Law: all statuses
 * sum up to the assignee's duration, all assignees to the duration of the status.
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
 * Returns the time an issue was in the statuses of one column while assigned to a member of a group; `null` if never.
 *
 * Unit: milliseconds on `clock`. Cells of statusDurationByGroup and of groupDurationByStatus.
 */
export function statusDurationByGroup(
  assignments: readonly ClippedStay<Assignment>[],
  group: Members,
  statuses: readonly string[],
  clock: Clock,
): Millis | null {
  return statusDurationByAssignee(assignments, isMemberOf(group), statuses, clock)
}
