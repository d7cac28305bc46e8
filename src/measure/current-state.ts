import type { Assignment } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import type { IsCounted } from './assignee-duration.ts'
import { type ClippedStay, lengthOf, type Period } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/** What still holds at the end of the window: one stay of a single-valued field, maybe more of another. */
export function openStays<T extends Period>(stays: readonly ClippedStay<T>[]): ClippedStay<T>[] {
  return stays.filter(({ open }) => open)
}

/**
 * How long an issue has been with its present holder so far: back to where it was last with another one.
 *
 * Unit: milliseconds on `clock`. `isSame` says which holders are the same as the present one: the same user, a member of
 * the same group, in a composite also the same status. Time in statuses that do not count adds nothing, and does not
 * interrupt. Law: never more than the time with that holder.
 */
export function runningDuration(
  assignments: readonly ClippedStay<Assignment>[],
  isSame: (assignment: Assignment) => boolean,
  isCounted: IsCounted,
  clock: Clock,
): Millis {
  const other = assignments.findLastIndex(({ of }) => !isSame(of))
  return assignments
    .slice(other + 1)
    .filter(({ of }) => isCounted(of.status))
    .reduce((sum, assignment) => sum + lengthOf(assignment, clock), 0)
}
