import type { Assignment, Stay } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import type { IsCounted } from './assignee-duration.ts'
import { type ClippedStay, lengthOf, type Period } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/**
 * Returns how long an issue has been in its current status: from its latest entry to the end of the window; `null` if
 * the issue did not exist at the end of the window.
 *
 * Unit: milliseconds on `clock`. `stays` are the clipped status stays of the issue. A stay that began before the window
 * counts from the start of the window. Laws: never negative; never more than the time of the issue in the window; with
 * 24/7 it grows by as much as the end of the window moves, until the next change of status.
 */
export function currentStatusAge(stays: readonly ClippedStay<Stay>[], clock: Clock): Millis | null {
  const current = openStays(stays).at(-1)
  return current === undefined ? null : lengthOf(current, clock)
}

/**
 * Returns the stays that are open at the end of the window: one of a single-valued field, maybe several of a
 * multi-valued one.
 */
export function openStays<T extends Period>(stays: readonly ClippedStay<T>[]): ClippedStay<T>[] {
  return stays.filter(({ open }) => open)
}

/**
 * Returns the time since the issue last had another assignment.
 *
 * Unit: milliseconds on `clock`. `isSame` decides which assignments match the current one: the same user, a member of
 * the same group, in a composite also the same status. Time in statuses that do not count adds nothing, and does not
 * interrupt. Law: never more than the total time of matching assignments.
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
