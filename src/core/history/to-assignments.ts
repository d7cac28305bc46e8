import type { Instant } from '../time/instant.ts'
import type { Assignment, Stay } from './stay.ts'

/**
 * Splits the status stays at the changes of assignee: one assignment for each pair of stays with a common instant.
 *
 * A stay `[entered, left)` includes the instants from `entered` until before `left`; a stay of length 0 includes
 * `entered`. So there is no assignment between a handover and a transition at the same instant, and a stay of length 0
 * has the assignee of its instant. Both lists tile the lifetime of the issue, in chronological order.
 */
export function toAssignments(statuses: readonly Stay[], assignees: readonly Stay[]): Assignment[] {
  const assignments: Assignment[] = []
  let first = 0
  for (const status of statuses) {
    // Assignee stays that ended before this status was entered do not overlap it or a later one.
    while (first < assignees.length - 1 && endOf(assignees[first]!) < status.entered) first++
    for (let i = first; i < assignees.length && assignees[i]!.entered <= endOf(status); i++) {
      const assignee = assignees[i]!
      const entered = Math.max(status.entered, assignee.entered)
      if (!includes(status, entered) || !includes(assignee, entered)) continue
      assignments.push({
        seq: assignments.length + 1,
        status: status.value?.id ?? '',
        assignee: assignee.value?.id ?? null,
        entered,
        left: earlierEnd(status.left, assignee.left),
      })
    }
  }
  return assignments
}

function includes({ entered, left }: Stay, instant: Instant): boolean {
  return entered === instant || (entered < instant && (left === null || instant < left))
}

function endOf({ left }: Stay): number {
  return left ?? Infinity
}

function earlierEnd(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}
