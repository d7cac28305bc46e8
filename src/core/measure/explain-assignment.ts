import type { Assignment } from '../history/stay.ts'
import { assigneeDuration } from './assignee-duration.ts'
import { type ClippedStay, clipToWindow, lengthOf } from './clip-to-window.ts'
import { statusDurationByAssignee } from './composites.ts'
import {
  type CellPart,
  type ExplainCell,
  type ExplainedCell,
  type ExplainedHistory,
  whyDeleted,
} from './explanation.ts'

/** Explains a cell of time with a user or group by the matching assignments. */
export const explainAssignment: ExplainCell = cell => {
  const { column, clock, whyNotCounted } = cell
  return {
    raw: assigneeDuration(assignmentsOf(cell), column.isAssignee, status => whyNotCounted(status) === null, clock),
    rule: 'The sum of the times with this assignee or group, in statuses that count.',
    parts: assignmentsOf(cell)
      .filter(({ of }) => column.isAssignee(of.assignee))
      .map(assignment => partOf(assignment, cell, 'assignee', whyNotCounted(assignment.of.status))),
  }
}

/** Explains a cell of time in a status with a user or group, where users or groups are the outer level. */
export const explainStatusOfAssignee: ExplainCell = cell => explainBoth(cell, 'assignee')

/** Explains a cell of time in a status with a user or group, where statuses are the outer level. */
export const explainAssigneeOfStatus: ExplainCell = cell => explainBoth(cell, 'status')

type OuterLevel = 'status' | 'assignee'

function explainBoth(cell: ExplainedCell, outer: OuterLevel): ReturnType<ExplainCell> {
  const { column, clock, statusName, whyNotCounted } = cell
  const { members, leftOut } = column.statuses
  return {
    raw: statusDurationByAssignee(assignmentsOf(cell), column.isAssignee, members, clock),
    rule: 'The sum of the times in this status with this assignee or group.',
    parts: assignmentsOf(cell)
      .filter(({ of }) => column.isAssignee(of.assignee) && [...members, ...leftOut].includes(of.status))
      .map(assignment => {
        const { status } = assignment.of
        const why = leftOut.includes(status) ? whyDeleted(statusName(status)) : whyNotCounted(status)
        return partOf(assignment, cell, outer, why)
      }),
  }
}

function assignmentsOf({ history, window }: ExplainedCell): ClippedStay<Assignment>[] {
  return clipToWindow(history.assignments, window)
}

function partOf(
  assignment: ClippedStay<Assignment>,
  { history, clock, statusName, personName }: ExplainedCell,
  outer: OuterLevel,
  why: string | null,
): CellPart {
  const { of, entered, left, open } = assignment
  const [status, person] = [statusName(of.status), personName(of.assignee)]
  const [label, within] = outer === 'status' ? [status, person] : [person, status]
  return {
    label,
    within,
    entered,
    left,
    open,
    why,
    actor: actorOf(of, history),
    raw: lengthOf(assignment, clock),
  }
}

/** Returns who assigned the issue at the start of an assignment, or else who changed its status. */
function actorOf({ entered, status, assignee }: Assignment, { assignees, statuses }: ExplainedHistory): string | null {
  const handed = assignees.find(stay => stay.entered === entered && (stay.value?.id ?? null) === assignee)
  const moved = statuses.find(stay => stay.entered === entered && stay.value?.id === status)
  return (handed ?? moved)?.actor ?? null
}
