import type { Assignment } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { type ClippedStay, totalLength } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/** Whether the time of an assignee, or unassigned time (`null`), belongs to a column. */
export type IsAssignee = (assignee: string | null) => boolean

/** Whether time in a status counts. */
export type IsCounted = (status: string) => boolean

/**
 * Returns the time an issue was assigned to the users of a column, in statuses that count; `null` if it never was.
 *
 * Unit: milliseconds on `clock`. An assignment that is passed on at the same instant counts as 0. Law: the columns of
 * all users and of unassigned time sum up to the time in the statuses that count.
 */
export function assigneeDuration(
  assignments: readonly ClippedStay<Assignment>[],
  isAssignee: IsAssignee,
  isCounted: IsCounted,
  clock: Clock,
): Millis | null {
  return totalLength(
    assignments.filter(({ of }) => isAssignee(of.assignee) && isCounted(of.status)),
    clock,
  )
}
