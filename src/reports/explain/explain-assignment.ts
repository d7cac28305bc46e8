import type { Assignment } from '../../history/stay.ts'
import { assigneeDuration, type IsAssignee } from '../../measure/assignee-duration.ts'
import { type ClippedStay, clipToWindow, lengthOf } from '../../measure/clip-to-window.ts'
import { statusDurationByAssignee } from '../../measure/composites.ts'
import { isInNoneOf, isMemberOf } from '../../measure/group-duration.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import { REST } from '../../plan/report-types.ts'
import { type CellExplanation, type CellPart, type ExplainedCell, whyDeleted } from './cell-explanation.ts'
import { type ColumnMembers, membersOf } from './explain-status.ts'
import type { StoredHistory } from './load-history.ts'
import type { Names } from './names.ts'

/** Explains a cell of time with a user or group, optionally in a status, by the assignments that match both. */
export function explainAssignment(cell: ExplainedCell): CellExplanation {
  const { plan, key, history, clock, names } = cell
  const { outer, inner } = plan.type
  const statusOutside = outer === 'status'
  const isInColumn = assignmentTest(statusOutside ? key.inner : key.outer, statusOutside ? inner! : outer, plan, names)
  const column = inner === null ? null : membersOf((statusOutside ? key.outer : key.inner)!, plan)
  const assignments = clipToWindow(history.assignments, plan.window)
  return {
    raw: column
      ? statusDurationByAssignee(assignments, isInColumn, column.members, clock)
      : assigneeDuration(assignments, isInColumn, status => whyNotCounted(status, plan, names) === null, clock),
    rule: column
      ? 'The sum of the times in this status with this assignee or group.'
      : 'The sum of the times with this assignee or group, in statuses that count.',
    parts: assignments
      .filter(({ of }) => isInColumn(of.assignee) && isShown(of.status, column))
      .map(assignment => partOf(assignment, cell, column)),
  }
}

/** Returns whether an assignee belongs to the column of a user or group. */
function assignmentTest(id: string | null, level: string, { assignees, groups }: ReportPlan, names: Names): IsAssignee {
  if (level === 'group') {
    if (id !== REST) return isMemberOf(names.members(id!))
    return isInNoneOf((groups ?? []).map(names.members))
  }
  if (id !== REST) return assignee => assignee === id
  return assignee => assignee !== null && !assignees!.includes(assignee)
}

function isShown(status: string, column: ColumnMembers | null): boolean {
  return column === null || column.members.includes(status) || column.leftOut.includes(status)
}

/** Returns why time in a status is in no column of a report on users or groups; `null` when it is in one. */
function whyNotCounted(status: string, { statusColumns, hiddenStatuses }: ReportPlan, names: Names): string | null {
  if (hiddenStatuses.includes(status)) return whyDeleted(names.status(status))
  if (statusColumns === null || statusColumns.some(({ members }) => members.includes(status))) return null
  return `${names.status(status)} is not one of the selected statuses.`
}

function partOf(assignment: ClippedStay<Assignment>, cell: ExplainedCell, column: ColumnMembers | null): CellPart {
  const { plan, history, clock, names } = cell
  const { of, entered, left, open } = assignment
  const [status, person] = [names.status(of.status), names.person(of.assignee)]
  const [label, within] = plan.type.outer === 'status' ? [status, person] : [person, status]
  const why = column?.leftOut.includes(of.status) ? whyDeleted(status) : whyNotCounted(of.status, plan, names)
  return {
    ...{ label, within, entered, left, open, why },
    actor: actorOf(of, history),
    raw: lengthOf(assignment, clock),
  }
}

/** Returns who assigned the issue at the start of an assignment, or else who changed its status. */
function actorOf({ entered, status, assignee }: Assignment, { assignees, statuses }: StoredHistory): string | null {
  const handed = assignees.find(stay => stay.entered === entered && (stay.value?.id ?? null) === assignee)
  const moved = statuses.find(stay => stay.entered === entered && stay.value?.id === status)
  return (handed ?? moved)?.actor ?? null
}
