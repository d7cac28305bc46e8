import type { Stay } from '../../src/core/history/stay.ts'
import { anyFieldCount, anyFieldDuration } from '../../src/core/measure/any-field.ts'
import { assigneeDuration, type IsAssignee } from '../../src/core/measure/assignee-duration.ts'
import type { ClippedStay } from '../../src/core/measure/clip-to-window.ts'
import type { Clock } from '../../src/core/measure/clock.ts'
import { statusDurationByAssignee } from '../../src/core/measure/composites.ts'
import { durationBetweenStatuses, type TimeBetween } from '../../src/core/measure/duration-between-statuses.ts'
import { isInNoneOf, isMemberOf, type Members } from '../../src/core/measure/group-duration.ts'
import type { Metric } from '../../src/core/measure/metric.ts'
import {
  countByPeriod,
  entriesOf,
  metricByPeriod,
  type PeriodVisit,
  type TimePeriod,
  timeByPeriod,
  visitsThatCount,
} from '../../src/core/measure/periods.ts'
import { statusCount } from '../../src/core/measure/status-count.ts'
import { statusDuration } from '../../src/core/measure/status-duration.ts'
import { transitionCount, transitions } from '../../src/core/measure/transition-count.ts'
import { type TransitionEnd, transitionDate } from '../../src/core/measure/transition-date.ts'
import { compareWords, DELETED, GROUPS, STATUSES, USERS, worldField } from '../support/tracker-world.ts'
import { type ClippedIssue, clippedField } from './clipped-issue.ts'
import type { MetricElement, OracleRequest } from './requests.ts'

/** A value column with its cell for an issue. */
export interface ExpectedColumn {
  readonly id: string
  readonly value: string
  readonly baseHeaderId?: string
  readonly subHeaderId?: string
  readonly isConsolidated: boolean
  readonly containsStatuses?: readonly string[]
  readonly hint?: string
  readonly cell: (issue: ClippedIssue) => number | null
  /** The value in each period. Dates have none. */
  readonly byPeriod?: (issue: ClippedIssue, periods: readonly TimePeriod[]) => (number | null)[]
  readonly state?: (issue: ClippedIssue) => string
}

/** A column of one level. */
interface Level {
  readonly id: string
  readonly value: string
  /** Selected by the request. */
  readonly chosen: boolean
}

interface StatusLevel extends Level {
  readonly members: readonly string[]
  readonly consolidated: boolean
}

interface AssigneeLevel extends Level {
  readonly holds: IsAssignee
  /** Shown even without values. */
  readonly always: boolean
}

/** The input for the columns of a report. */
export interface ReportInput {
  readonly request: OracleRequest
  readonly issues: readonly ClippedIssue[]
  readonly clock: Clock
}

/** Returns the columns of a report, in order. */
export function expectedColumns(input: ReportInput): ExpectedColumn[] {
  const { request, issues, clock } = input
  switch (request.type) {
    case 'statusDuration':
      return statusColumns(
        input,
        ({ statuses }, members) => statusDuration(statuses, members, request.multiVisit, clock),
        ({ statuses }, members, periods) =>
          timeByPeriod(visitsThatCount(statuses, members, request.multiVisit as PeriodVisit), periods, clock),
      )
    case 'statusCount':
      return statusColumns(
        input,
        ({ statuses }, members) => statusCount(statuses, members),
        ({ statuses }, members, periods) => entriesByPeriod(visitsThatCount(statuses, members, 'total'), periods),
      )
    case 'firstTransitionToStatusDate':
      return dateColumns(input, { order: 'first', side: 'to' })
    case 'firstTransitionFromStatusDate':
      return dateColumns(input, { order: 'first', side: 'from' })
    case 'lastTransitionToStatusDate':
      return dateColumns(input, { order: 'last', side: 'to' })
    case 'lastTransitionFromDate':
      return dateColumns(input, { order: 'last', side: 'from' })
    case 'transitionCount':
      return transitionColumns(input)
    case 'durationBetweenStatuses':
      return request.metrics.map(metric => ({
        id: metric.name,
        value: metric.name,
        isConsolidated: false,
        cell: issue => timeBetween(issue, metric, clock).length,
        byPeriod: ({ statuses }, periods) => metricByPeriod(statuses, metricOf(metric), periods, clock),
        state: issue => timeBetween(issue, metric, clock).state,
      }))
    case 'anyfieldDuration':
    case 'anyFieldCount':
      return valueColumns(input)
    case 'assigneeDuration':
      return assigneeColumns(input, users(input))
    case 'groupDuration':
      return assigneeColumns(input, groups(input))
    case 'statusDurationByAssignee':
    case 'assigneeDurationByStatus':
      return compositeColumns(input, users(input), request.assignees.length > 0)
    case 'statusDurationByGroup':
    case 'groupDurationByStatus':
      return compositeColumns(input, groups(input), request.groups.length > 0)
  }
  throw new Error(`No meaning for ${issues.length} issues of ${String(request.type)}.`)
}

/** Computes a metric of an issue. */
export function timeBetween(issue: ClippedIssue, metric: MetricElement, clock: Clock): TimeBetween {
  return durationBetweenStatuses(issue.statuses, metricOf(metric), clock)
}

function metricOf({ name, from, to, excluded }: MetricElement): Metric {
  const entry = ({ ids, order }: MetricElement['to']) => ({ statuses: ids, order })
  return { name, from: from && entry(from), to: entry(to), excluded }
}

function entriesByPeriod(stays: readonly ClippedStay<Stay>[], periods: readonly TimePeriod[]): (number | null)[] {
  return countByPeriod(entriesOf(stays), periods)
}

/** Returns the statuses found within the report window, in the tracker's order. */
export function foundStatuses({ request, issues }: ReportInput): string[] {
  const clipped = issues.flatMap(({ statuses }) => statuses.map(({ of }) => of.value!.id))
  // A status left exactly at the start of the window is not in it, but the transition is.
  const left = issues.flatMap(({ stays, window }) => transitions(stays.get('status')!, window).map(({ from }) => from))
  const found = new Set(countsLeaving(request) ? [...clipped, ...left] : clipped)
  return STATUSES.map(({ id }) => id).filter(id => found.has(id))
}

function countsLeaving({ type }: OracleRequest): boolean {
  return ['transitionCount', 'firstTransitionFromStatusDate', 'lastTransitionFromDate'].includes(type)
}

/** Returns the statuses whose time, visits or transitions count. */
export function includedStatuses(input: ReportInput): string[] {
  return [...new Set(statusLevel(input).flatMap(({ members }) => members))]
}

/** Returns whether the statuses parameter applies to a report. */
export function usesStatuses({ type }: OracleRequest): boolean {
  return type !== 'durationBetweenStatuses' && type !== 'anyfieldDuration' && type !== 'anyFieldCount'
}

function statusLevel(input: ReportInput): StatusLevel[] {
  const { request } = input
  const isShown = (id: string) => request.includeDeleted || id !== DELETED.id
  const standard = (id: string, chosen: boolean): StatusLevel[] =>
    isShown(id) ? [{ id, value: statusName(id), members: [id], consolidated: false, chosen }] : []
  if (request.statuses.length === 0 || !usesStatuses(request))
    return foundStatuses(input).flatMap(id => standard(id, false))
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

/** Returns the tracker's name of a status. */
export function statusName(id: string): string {
  return STATUSES.find(status => status.id === id)!.label
}

function statusColumns(
  input: ReportInput,
  cell: (issue: ClippedIssue, members: readonly string[]) => number | null,
  byPeriod?: (issue: ClippedIssue, members: readonly string[], periods: readonly TimePeriod[]) => (number | null)[],
): ExpectedColumn[] {
  return statusLevel(input).map(column => ({
    id: column.id,
    value: column.value,
    ...consolidation(column),
    cell: issue => cell(issue, column.members),
    ...(byPeriod && { byPeriod: (issue, periods) => byPeriod(issue, column.members, periods) }),
  }))
}

function consolidation({
  consolidated,
  members,
}: StatusLevel): Pick<ExpectedColumn, 'isConsolidated' | 'containsStatuses' | 'hint'> {
  if (!consolidated) return { isConsolidated: false }
  return { isConsolidated: true, containsStatuses: members, hint: members.map(statusName).join(', ') }
}

function dateColumns(input: ReportInput, end: TransitionEnd): ExpectedColumn[] {
  return statusColumns(input, ({ stays, window }, members) =>
    transitionDate(stays.get('status')!, members, window, end),
  )
}

function transitionColumns(input: ReportInput): ExpectedColumn[] {
  const included = includedStatuses(input)
  const made = input.issues.flatMap(({ stays, window }) => transitions(stays.get('status')!, window))
  return included
    .flatMap(from => included.map(to => ({ from, to })))
    .filter(({ from, to }) => made.some(transition => transition.from === from && transition.to === to))
    .map(({ from, to }) => ({
      id: `${from}-${to}`,
      value: `${statusName(from)} -> ${statusName(to)}`,
      isConsolidated: false,
      cell: ({ stays, window }) => transitionCount(stays.get('status')!, window, from, to),
      byPeriod: ({ stays, window }, periods) => {
        const all = transitions(stays.get('status')!, window)
        const own = all.filter(transition => transition.from === from && transition.to === to)
        return countByPeriod(
          own.map(({ at }) => at),
          periods,
        )
      },
    }))
}

function users({ request, issues }: ReportInput): AssigneeLevel[] {
  const found = new Set(issues.flatMap(({ clippedAssignments }) => clippedAssignments.map(({ of }) => of.assignee)))
  const column = (id: string, chosen: boolean): AssigneeLevel => {
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

function special(id: string, value: string, holds: IsAssignee): AssigneeLevel {
  return { id, value, holds, chosen: false, always: false }
}

/** Returns a user by id. */
export function userOf(id: string): (typeof USERS)[number] {
  return USERS.find(user => user.id === id)!
}

/** Returns the groups that a request names, with their members. */
export function groupsOf({ groups }: OracleRequest): { readonly name: string; readonly members: Members }[] {
  return groups.map(name => ({ name, members: new Set<string>(GROUPS.find(group => group.name === name)!.members) }))
}

function groups({ request }: ReportInput): AssigneeLevel[] {
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
    // Without selected groups, this single column is always shown.
    { ...special('notAMember', 'Not a member of selected groups', rest), always: chosen.length === 0 },
  ]
}

function assigneeColumns(input: ReportInput, level: readonly AssigneeLevel[]): ExpectedColumn[] {
  const included = new Set(includedStatuses(input))
  const columns = level.map(({ id, value, holds, always }) => ({
    always,
    column: {
      id,
      value,
      isConsolidated: false,
      cell: ({ clippedAssignments }: ClippedIssue) =>
        assigneeDuration(clippedAssignments, holds, status => included.has(status), input.clock),
      byPeriod: ({ clippedAssignments }: ClippedIssue, periods: readonly TimePeriod[]) =>
        timeByPeriod(
          clippedAssignments.filter(({ of }) => holds(of.assignee) && included.has(of.status)),
          periods,
          input.clock,
        ),
    },
  }))
  return columns.filter(({ always, column }) => always || hasCells(input, column)).map(({ column }) => column)
}

function hasCells({ issues }: ReportInput, { cell }: Pick<ExpectedColumn, 'cell'>): boolean {
  return issues.some(issue => cell(issue) !== null)
}

function compositeColumns(
  input: ReportInput,
  assignments: readonly AssigneeLevel[],
  assigneesSelected: boolean,
): ExpectedColumn[] {
  const statuses = statusLevel(input)
  const bothChosen = assigneesSelected && input.request.statuses.length > 0
  const statusOuter = input.request.type.endsWith('ByStatus')
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
        cell: ({ clippedAssignments }: ClippedIssue) =>
          statusDurationByAssignee(clippedAssignments, assignment.holds, status.members, input.clock),
        byPeriod: ({ clippedAssignments }: ClippedIssue, periods: readonly TimePeriod[]) =>
          timeByPeriod(
            clippedAssignments.filter(({ of }) => assignment.holds(of.assignee) && status.members.includes(of.status)),
            periods,
            input.clock,
          ),
      },
    }))
    .filter(({ always, column }) => always || hasCells(input, column))
    .map(({ column }) => column)
}

type Header = Pick<ExpectedColumn, 'id' | 'value' | 'baseHeaderId' | 'subHeaderId'>

/** Returns the header of a pair of columns. */
export function pairHeader(outer: { id: string; value: string }, inner: { id: string; value: string }): Header {
  const escaped = (id: string) => id.replaceAll('\\', '\\\\').replaceAll('|', '\\|')
  return {
    id: `${escaped(outer.id)}|${escaped(inner.id)}`,
    value: `${outer.value} - ${inner.value}`,
    baseHeaderId: outer.id,
    subHeaderId: inner.id,
  }
}

function valueColumns(input: ReportInput): ExpectedColumn[] {
  const { request, issues, clock } = input
  const measure = request.type === 'anyFieldCount' ? anyFieldCount : anyFieldDuration
  return request.historyFields
    .flatMap(field =>
      fieldValues(input, field).map(value => ({
        ...pairHeader({ id: field, value: worldField(field).name }, valueHeader(field, value)),
        isConsolidated: false,
        cell: (issue: ClippedIssue) => measure(clippedField(issue, field), value, clock),
        byPeriod: (issue: ClippedIssue, periods: readonly TimePeriod[]) => {
          const own = clippedField(issue, field).filter(({ of }) => (of.value?.id ?? null) === value)
          return request.type === 'anyFieldCount' ? entriesByPeriod(own, periods) : timeByPeriod(own, periods, clock)
        },
      })),
    )
    .filter(column => issues.some(issue => column.cell(issue) !== null))
}

/** Returns the values that a field had, by label, followed by none. */
function fieldValues({ request, issues }: ReportInput, field: string): (string | null)[] {
  const held = new Set(issues.flatMap(issue => clippedField(issue, field).map(({ of }) => of.value?.id ?? null)))
  const isShown = (id: string | null) => field !== 'status' || request.includeDeleted || id !== DELETED.id
  return [...held].filter(isShown).sort((a, b) => compareValues(field, a, b))
}

/** Compares values of a field: by label, then by id; no value is last. */
export function compareValues(field: string, a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareWords(valueHeader(field, a).value, valueHeader(field, b).value) || (a < b ? -1 : 1)
}

/** Returns the inner header of a value of a field, or of no value. */
export function valueHeader(fieldId: string, value: string | null): { id: string; value: string } {
  const field = worldField(fieldId)
  const isUser = field.kind === 'user'
  if (value === null) return isUser ? { id: 'unassigned', value: 'Unassigned' } : { id: 'none', value: 'None' }
  if (isUser) return { id: userOf(value).login, value: userOf(value).displayName }
  return { id: value, value: field.values.find(({ id }) => id === value)!.label }
}
