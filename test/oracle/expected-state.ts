import type { IsAssignee } from '../../src/measure/assignee-duration.ts'
import { lengthOf } from '../../src/measure/clip-to-window.ts'
import { openStays, runningDuration } from '../../src/measure/current-state.ts'
import { isInNoneOf, isMemberOf } from '../../src/measure/group-duration.ts'
import { worldField } from '../support/tracker-world.ts'
import {
  type Asked,
  compareValues,
  groupsOf,
  includedStatuses,
  pairHeader,
  statusName,
  timeBetween,
  userOf,
  valueHeader,
} from './expected-columns.ts'
import { type SeenIssue, seenField } from './seen-issue.ts'

/** An element of currentState. */
export interface ExpectedState {
  readonly id: string
  readonly baseHeaderId?: string
  readonly subHeaderId?: string
  readonly raw: string
}

/** What an issue of a list holds at the end of what the report sees. */
export function expectedState(asked: Asked, issue: SeenIssue): ExpectedState[] {
  const { request, clock } = asked
  const open = openStays(issue.statuses)
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
        openStays(seenField(issue, field))
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
      return holderStates(asked, issue)
    default:
      return []
  }
}

/** The columns that the present holder is in: one user, or nobody; every selected group they are in, or none. */
function presentHolders(
  { request }: Asked,
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

function holderStates(asked: Asked, { seenHolders }: SeenIssue): ExpectedState[] {
  const { request, clock } = asked
  const included = new Set(includedStatuses(asked))
  const isComposite = request.type.includes('By')
  return openStays(seenHolders).flatMap(({ of: { assignee, status } }) =>
    presentHolders(asked, assignee).map(({ id, value, holds }) => {
      const length = runningDuration(
        seenHolders,
        assignment => holds(assignment.assignee) && (!isComposite || assignment.status === status),
        // In a composite the status itself is told, and so its time is, whether or not it has a column.
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
