import type { Assignment, Stay } from '../../src/core/history/stay.ts'
import type { IsAssignee } from '../../src/core/measure/assignee-duration.ts'
import { type ClippedStay, lengthOf } from '../../src/core/measure/clip-to-window.ts'
import { openStays, runningDuration } from '../../src/core/measure/current-status-age.ts'
import { isInNoneOf, isMemberOf } from '../../src/core/measure/group-duration.ts'
import { worldField } from '../support/tracker-world.ts'
import { type ClippedIssue, clippedField } from './clipped-issue.ts'
import {
  compareValues,
  groupsOf,
  includedStatuses,
  pairHeader,
  type ReportInput,
  statusName,
  timeBetween,
  userOf,
  valueHeader,
} from './expected-columns.ts'

/** An element of currentState. */
export interface ExpectedState {
  readonly id: string
  readonly baseHeaderId?: string
  readonly subHeaderId?: string
  readonly raw: string
}

/**
 * Returns the current state of an issue in a list, at the end of the report window. With `since`, stays that were
 * entered outside of `[since, until)`, or carried into the window, are left out.
 */
export function expectedState(
  input: ReportInput,
  issue: ClippedIssue,
  since = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
): ExpectedState[] {
  const isEntered = ({ of, entered }: ClippedStay<Stay | Assignment>) =>
    since <= entered && entered < until && (since === Number.NEGATIVE_INFINITY || of.entered === entered)
  const { request, clock } = input
  const open = openStays(issue.statuses).filter(isEntered)
  switch (request.type) {
    case 'statusDuration':
      return open.map(stay => ({ id: stay.of.value!.id, raw: String(lengthOf(stay, clock)) }))
    case 'statusCount':
      return open.map(stay => ({ id: stay.of.value!.id, raw: '1' }))
    case 'durationBetweenStatuses':
      return request.metrics.flatMap(metric => {
        const { state, length } = timeBetween(issue, metric, clock)
        return state === 'running' || state === 'paused' ? [{ id: metric.name, raw: String(length) }] : []
      })
    case 'anyfieldDuration':
    case 'anyFieldCount':
      return request.historyFields.flatMap(field =>
        openStays(clippedField(issue, field))
          .filter(isEntered)
          .map(stay => ({ stay, held: stay.of.value?.id ?? null }))
          .sort((a, b) => compareValues(field, a.held, b.held))
          .map(({ stay, held }) => {
            const outer = { id: field, value: worldField(field).name }
            const { value: _, ...ids } = pairHeader(outer, valueHeader(field, held))
            return { ...ids, raw: request.type === 'anyFieldCount' ? '1' : String(lengthOf(stay, clock)) }
          }),
      )
    case 'assigneeDuration':
    case 'groupDuration':
    case 'statusDurationByAssignee':
    case 'assigneeDurationByStatus':
    case 'statusDurationByGroup':
    case 'groupDurationByStatus':
      return openStays(issue.clippedAssignments).every(isEntered) ? assigneeStates(input, issue) : []
    default:
      return []
  }
}

/**
 * Returns the columns of the current assignee: the user or unassigned, or every selected group of the user, or none.
 */
function currentAssigneeColumns(
  { request }: ReportInput,
  assignee: string | null,
): { id: string; value: string; holds: IsAssignee }[] {
  if (request.type.includes('ssignee')) {
    const header =
      assignee === null
        ? { id: 'unassigned', value: 'Unassigned' }
        : { id: userOf(assignee).login, value: userOf(assignee).displayName }
    return [{ ...header, holds: other => other === assignee }]
  }
  const groups = groupsOf(request)
  const own = groups.filter(({ members }) => assignee !== null && members.has(assignee))
  if (own.length > 0) return own.map(({ name, members }) => ({ id: name, value: name, holds: isMemberOf(members) }))
  const rest = isInNoneOf(groups.map(({ members }) => members))
  return [{ id: 'notAMember', value: 'Not a member of selected groups', holds: rest }]
}

function assigneeStates(input: ReportInput, { clippedAssignments }: ClippedIssue): ExpectedState[] {
  const { request, clock } = input
  const included = new Set(includedStatuses(input))
  const isComposite = request.type.includes('By')
  return openStays(clippedAssignments).flatMap(({ of: { assignee, status } }) =>
    currentAssigneeColumns(input, assignee).map(({ id, value, holds }) => {
      const length = runningDuration(
        clippedAssignments,
        assignment => holds(assignment.assignee) && (!isComposite || assignment.status === status),
        // Composite reports show the status itself, with its time, even if it has no column.
        one => isComposite || included.has(one),
        clock,
      )
      if (!isComposite) return { id, raw: String(length) }
      const [assignment, inStatus] = [
        { id, value },
        { id: status, value: statusName(status) },
      ]
      const { value: _, ...ids } = request.type.endsWith('ByStatus')
        ? pairHeader(inStatus, assignment)
        : pairHeader(assignment, inStatus)
      return { ...ids, raw: String(length) }
    }),
  )
}
