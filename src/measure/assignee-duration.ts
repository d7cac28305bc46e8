import type { Assignment } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { type ClippedStay, totalLength } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/** Whether the time with an assignee, or with nobody (`null`), belongs to a column. */
export type IsAssignee = (assignee: string | null) => boolean

/** Whether time in a status counts. */
export type IsCounted = (status: string) => boolean

/**
 * The time an issue was assigned to the users of one column while it was in a status that counts; `null` when never.
 *
 * Unit: milliseconds on `clock`. Being handed on at once is a visit of 0. Law: a column for each user and one for nobody
 * add up to the time in the statuses that count.
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
