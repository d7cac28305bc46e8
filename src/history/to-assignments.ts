import type { Instant } from '../time/instant.ts'
import type { Assignment, Stay } from './stay.ts'

/**
 * The status stays cut at the changes of assignee: one holder for each pair of stays that have a moment in common.
 *
 * A stay `[entered, left)` has the moments from `entered` until before `left`; one of no length has the moment
 * `entered`. So a hand-over and a transition made at once leave nothing between them, and a stay of no length has the
 * holder of its moment. Both lists tile the life, in order of time.
 */
export function toAssignments(statuses: readonly Stay[], assignees: readonly Stay[]): Assignment[] {
  const assignments: Assignment[] = []
  let first = 0
  for (const status of statuses) {
    // Assignee stays that ended before this status was entered cannot meet this one or a later one.
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
