import { anyFieldCount, anyFieldDuration } from '../../src/measure/any-field.ts'
import { assigneeDuration, type IsAssignee } from '../../src/measure/assignee-duration.ts'
import type { Clock } from '../../src/measure/clock.ts'
import { statusDurationByAssignee } from '../../src/measure/composites.ts'
import { durationBetweenStatuses, type TimeBetween } from '../../src/measure/duration-between-statuses.ts'
import { isInNoneOf, isMemberOf, type Members } from '../../src/measure/group-duration.ts'
import { statusCount } from '../../src/measure/status-count.ts'
import { statusDuration } from '../../src/measure/status-duration.ts'
import { transitionCount } from '../../src/measure/transition-count.ts'
import { type TransitionEnd, transitionDate } from '../../src/measure/transition-date.ts'
import { transitions } from '../../src/measure/transitions.ts'
import { compareWords, DELETED, GROUPS, STATUSES, USERS, worldField } from '../support/tracker-world.ts'
import type { MetricElement, OracleRequest } from './requests.ts'
import { type SeenIssue, seenField } from './seen-issue.ts'

/** A value column with the cell it has for an issue. */
export interface ExpectedColumn {
  readonly id: string
  readonly value: string
  readonly baseHeaderId?: string
  readonly subHeaderId?: string
  readonly isConsolidated: boolean
  readonly containsStatuses?: readonly string[]
  readonly hint?: string
  readonly cell: (issue: SeenIssue) => number | null
  readonly state?: (issue: SeenIssue) => string
}

/** One column of one level. */
interface Level {
  readonly id: string
  readonly value: string
  /** Named by the request. */
  readonly chosen: boolean
}

interface StatusLevel extends Level {
  readonly members: readonly string[]
  readonly consolidated: boolean
}

interface HolderLevel extends Level {
  readonly holds: IsAssignee
  /** A column even when nothing is in it. */
  readonly always: boolean
}

/** What the columns of one report are made from. */
export interface Asked {
  readonly request: OracleRequest
  readonly issues: readonly SeenIssue[]
  readonly clock: Clock
}

/** The columns of a report, in order. */
export function expectedColumns(asked: Asked): ExpectedColumn[] {
  const { request, issues, clock } = asked
  switch (request.type) {
    case 'statusDuration':
      return statusColumns(asked, ({ statuses }, members) =>
        statusDuration(statuses, members, request.multiVisit, clock),
      )
    case 'statusCount':
      return statusColumns(asked, ({ statuses }, members) => statusCount(statuses, members))
    case 'firstTransitionToStatusDate':
      return dateColumns(asked, { order: 'first', side: 'to' })
    case 'firstTransitionFromStatusDate':
      return dateColumns(asked, { order: 'first', side: 'from' })
    case 'lastTransitionToStatusDate':
      return dateColumns(asked, { order: 'last', side: 'to' })
    case 'lastTransitionFromDate':
      return dateColumns(asked, { order: 'last', side: 'from' })
    case 'transitionCount':
      return transitionColumns(asked)
    case 'durationBetweenStatuses':
      return request.metrics.map(metric => ({
        id: metric.name,
        value: metric.name,
        isConsolidated: false,
        cell: issue => timeBetween(issue, metric, clock).length,
        state: issue => timeBetween(issue, metric, clock).state,
      }))
    case 'anyfieldDuration':
    case 'anyFieldCount':
      return valueColumns(asked)
    case 'assigneeDuration':
      return holderColumns(asked, users(asked))
    case 'groupDuration':
      return holderColumns(asked, groups(asked))
    case 'statusDurationByAssignee':
    case 'assigneeDurationByStatus':
      return compositeColumns(asked, users(asked), request.assignees.length > 0)
    case 'statusDurationByGroup':
    case 'groupDurationByStatus':
      return compositeColumns(asked, groups(asked), request.groups.length > 0)
  }
  throw new Error(`No meaning for ${issues.length} issues of ${String(request.type)}.`)
}

/** A metric over an issue. */
export function timeBetween(issue: SeenIssue, { from, to, excluded }: MetricElement, clock: Clock): TimeBetween {
  const entry = ({ id, order }: MetricElement['to']) => ({ status: id, order })
  return durationBetweenStatuses(issue.statuses, { from: from && entry(from), to: entry(to), excluded }, clock)
}

/** The statuses found in what the report sees, in the tracker's order. */
export function foundStatuses({ request, issues }: Asked): string[] {
  const seen = issues.flatMap(({ statuses }) => statuses.map(({ of }) => of.value!.id))
  // A status left just as the window begins is not seen, but its leaving is.
  const left = issues.flatMap(({ stays, window }) => transitions(stays.get('status')!, window).map(({ from }) => from))
  const found = new Set(countsLeaving(request) ? [...seen, ...left] : seen)
  return STATUSES.map(({ id }) => id).filter(id => found.has(id))
}

function countsLeaving({ type }: OracleRequest): boolean {
  return ['transitionCount', 'firstTransitionFromStatusDate', 'lastTransitionFromDate'].includes(type)
}

/** The statuses whose time, visits or moments count. */
export function includedStatuses(asked: Asked): string[] {
  return [...new Set(statusLevel(asked).flatMap(({ members }) => members))]
}

/** Whether the statuses parameter means anything to a report. */
export function usesStatuses({ type }: OracleRequest): boolean {
  return type !== 'durationBetweenStatuses' && type !== 'anyfieldDuration' && type !== 'anyFieldCount'
}

function statusLevel(asked: Asked): StatusLevel[] {
  const { request } = asked
  const isShown = (id: string) => request.includeDeleted || id !== DELETED.id
  const standard = (id: string, chosen: boolean): StatusLevel[] =>
    isShown(id) ? [{ id, value: statusName(id), members: [id], consolidated: false, chosen }] : []
  if (request.statuses.length === 0 || !usesStatuses(request))
    return foundStatuses(asked).flatMap(id => standard(id, false))
  return request.statuses.flatMap(element =>
    element.type === 'std'
      ? standard(element.id, true)
      : {
          id: element.name,
          value: element.name,
          members: element.statuses.filter(isShown),
          consolidated: true,
          chosen: true,
        },
  )
}

/** The name the tracker has for a status. */
export function statusName(id: string): string {
  return STATUSES.find(status => status.id === id)!.label
}

function statusColumns(
  asked: Asked,
  cell: (issue: SeenIssue, members: readonly string[]) => number | null,
): ExpectedColumn[] {
  return statusLevel(asked).map(column => ({
    id: column.id,
    value: column.value,
    ...consolidation(column),
    cell: issue => cell(issue, column.members),
  }))
}

function consolidation({
  consolidated,
  members,
}: StatusLevel): Pick<ExpectedColumn, 'isConsolidated' | 'containsStatuses' | 'hint'> {
  if (!consolidated) return { isConsolidated: false }
  return { isConsolidated: true, containsStatuses: members, hint: members.map(statusName).join(', ') }
}

function dateColumns(asked: Asked, end: TransitionEnd): ExpectedColumn[] {
  return statusColumns(asked, ({ stays, window }, members) =>
    transitionDate(stays.get('status')!, members, window, end),
  )
}

function transitionColumns(asked: Asked): ExpectedColumn[] {
  const included = includedStatuses(asked)
  const made = asked.issues.flatMap(({ stays, window }) => transitions(stays.get('status')!, window))
  return included
    .flatMap(from => included.map(to => ({ from, to })))
    .filter(({ from, to }) => made.some(transition => transition.from === from && transition.to === to))
    .map(({ from, to }) => ({
      id: `${from}-${to}`,
      value: `${statusName(from)} -> ${statusName(to)}`,
      isConsolidated: false,
      cell: ({ stays, window }) => transitionCount(stays.get('status')!, window, from, to),
    }))
}

function users({ request, issues }: Asked): HolderLevel[] {
  const found = new Set(issues.flatMap(({ seenHolders }) => seenHolders.map(({ of }) => of.assignee)))
  const column = (id: string, chosen: boolean): HolderLevel => {
    const { login, displayName } = userOf(id)
    return { id: login, value: displayName, chosen, always: chosen, holds: assignee => assignee === id }
  }
  const unassigned = special('unassigned', 'Unassigned', assignee => assignee === null)
  const chosen = request.assignees.map(login => USERS.find(user => user.login === login)!.id)
  if (chosen.length === 0) {
    const byName = USERS.toSorted((a, b) => compareWords(a.displayName, b.displayName)).map(({ id }) => id)
    return [...byName.filter(id => found.has(id)).map(id => column(id, false)), unassigned]
  }
  const others = special('otherUsers', 'Other Users', assignee => assignee !== null && !chosen.includes(assignee))
  return [...chosen.filter(id => found.has(id)).map(id => column(id, true)), others, unassigned]
}

function special(id: string, value: string, holds: IsAssignee): HolderLevel {
  return { id, value, holds, chosen: false, always: false }
}

/** A user by id. */
export function userOf(id: string): (typeof USERS)[number] {
  return USERS.find(user => user.id === id)!
}

/** The groups a request names, with their members. */
export function groupsOf({ groups }: OracleRequest): { readonly name: string; readonly members: Members }[] {
  return groups.map(name => ({ name, members: new Set<string>(GROUPS.find(group => group.name === name)!.members) }))
}

function groups({ request }: Asked): HolderLevel[] {
  const chosen = groupsOf(request)
  const rest = isInNoneOf(chosen.map(({ members }) => members))
  return [
    ...chosen.map(({ name, members }) => ({
      id: name,
      value: name,
      chosen: true,
      always: true,
      holds: isMemberOf(members),
    })),
    // With no group selected this one column is always there.
    { ...special('notAMember', 'Not a member of selected groups', rest), always: chosen.length === 0 },
  ]
}

function holderColumns(asked: Asked, level: readonly HolderLevel[]): ExpectedColumn[] {
  const included = new Set(includedStatuses(asked))
  const columns = level.map(({ id, value, holds, always }) => ({
    always,
    column: {
      id,
      value,
      isConsolidated: false,
      cell: ({ seenHolders }: SeenIssue) =>
        assigneeDuration(seenHolders, holds, status => included.has(status), asked.clock),
    },
  }))
  return columns.filter(({ always, column }) => always || hasCells(asked, column)).map(({ column }) => column)
}

function hasCells({ issues }: Asked, { cell }: Pick<ExpectedColumn, 'cell'>): boolean {
  return issues.some(issue => cell(issue) !== null)
}

function compositeColumns(asked: Asked, assignments: readonly HolderLevel[], holdersChosen: boolean): ExpectedColumn[] {
  const statuses = statusLevel(asked)
  const bothChosen = holdersChosen && asked.request.statuses.length > 0
  const statusOuter = asked.request.type.endsWith('ByStatus')
  const pairs = statusOuter
    ? statuses.flatMap(status =>
        assignments.map(assignment => ({ status, assignment, outer: status as Level, inner: assignment as Level })),
      )
    : assignments.flatMap(assignment =>
        statuses.map(status => ({ status, assignment, outer: assignment as Level, inner: status as Level })),
      )
  return pairs
    .map(({ status, assignment, outer, inner }) => ({
      always: bothChosen && outer.chosen && inner.chosen,
      column: {
        ...pairHeader(outer, inner),
        ...consolidation(status),
        cell: ({ seenHolders }: SeenIssue) =>
          statusDurationByAssignee(seenHolders, assignment.holds, status.members, asked.clock),
      },
    }))
    .filter(({ always, column }) => always || hasCells(asked, column))
    .map(({ column }) => column)
}

type Header = Pick<ExpectedColumn, 'id' | 'value' | 'baseHeaderId' | 'subHeaderId'>

/** The header of a pair of columns. */
export function pairHeader(outer: { id: string; value: string }, inner: { id: string; value: string }): Header {
  const escaped = (id: string) => id.replaceAll('\\', '\\\\').replaceAll('|', '\\|')
  return {
    id: `${escaped(outer.id)}|${escaped(inner.id)}`,
    value: `${outer.value} - ${inner.value}`,
    baseHeaderId: outer.id,
    subHeaderId: inner.id,
  }
}

function valueColumns(asked: Asked): ExpectedColumn[] {
  const { request, issues, clock } = asked
  const measure = request.type === 'anyFieldCount' ? anyFieldCount : anyFieldDuration
  return request.historyFields
    .flatMap(field =>
      heldValues(asked, field).map(value => ({
        ...pairHeader({ id: field, value: worldField(field).name }, valueHeader(field, value)),
        isConsolidated: false,
        cell: (issue: SeenIssue) => measure(seenField(issue, field), value, clock),
      })),
    )
    .filter(column => issues.some(issue => column.cell(issue) !== null))
}

/** The values a field held, by label, and then none. */
function heldValues({ request, issues }: Asked, field: string): (string | null)[] {
  const held = new Set(issues.flatMap(issue => seenField(issue, field).map(({ of }) => of.value?.id ?? null)))
  const isShown = (id: string | null) => field !== 'status' || request.includeDeleted || id !== DELETED.id
  return [...held].filter(isShown).sort((a, b) => compareValues(field, a, b))
}

/** The order of a field's values: by label, equal labels by id, no value last. */
export function compareValues(field: string, a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareWords(valueHeader(field, a).value, valueHeader(field, b).value) || (a < b ? -1 : 1)
}

/** The inner header of a value of a field, or of no value. */
export function valueHeader(fieldId: string, value: string | null): { id: string; value: string } {
  const field = worldField(fieldId)
  const isUser = field.kind === 'user'
  if (value === null) return isUser ? { id: 'unassigned', value: 'Unassigned' } : { id: 'none', value: 'None' }
  if (isUser) return { id: userOf(value).login, value: userOf(value).displayName }
  return { id: value, value: field.values.find(({ id }) => id === value)!.label }
}
