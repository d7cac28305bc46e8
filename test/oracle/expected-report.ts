import type { Assignment, Stay } from '../../src/core/history/stay.ts'
import { aggregate } from '../../src/core/measure/aggregate.ts'
import { type ClippedStay, clipToWindow } from '../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../src/core/measure/clock.ts'
import { currentStatusAge } from '../../src/core/measure/current-status-age.ts'
import type { TimePeriod } from '../../src/core/measure/periods.ts'
import { reportWindow } from '../../src/core/measure/window.ts'
import { compareRatios, parseRaw } from '../../src/core/time/decimal.ts'
import { reportTypes } from '../../src/store/plan/report-types.ts'
import { DELETED } from '../support/tracker-world.ts'
import { BUSINESS_DAY, businessHours } from './business-hours.ts'
import { type ClippedIssue, chosenIssues, type IssueWithStays } from './clipped-issue.ts'
import {
  type ExpectedColumn,
  expectedColumns,
  foundStatuses,
  includedStatuses,
  type ReportInput,
  statusName,
} from './expected-columns.ts'
import {
  compareGroups,
  type GroupValue,
  groupValue,
  isPeriod,
  listedPeriod,
  periodUnit,
  shownField,
  worldPeriods,
} from './expected-groups.ts'
import { inColumnOrder } from './expected-order.ts'
import { type ExpectedState, expectedState } from './expected-state.ts'
import { type FilterElement, listGroups, type OracleRequest } from './requests.ts'

/** A cell as the oracle compares it; empty without raw. */
export interface ExpectedCell {
  readonly id: string
  readonly raw?: string
  /** The raw percentiles. */
  readonly percentiles?: Readonly<Record<string, string>>
  readonly state?: string
}

/** A row as the oracle compares it. */
export interface ExpectedRow {
  /** The key of the issue; in aggregations the number of issues. */
  readonly key?: string
  readonly issueCount?: number
  readonly groups: readonly (string | null)[]
  /** The values of the requested fields in a list. */
  readonly fields?: readonly (string | null)[]
  readonly cells: readonly ExpectedCell[]
  readonly currentState: readonly ExpectedState[]
}

/** Everything in a report that the oracle compares. */
export interface ExpectedReport {
  readonly total: number
  readonly totalIssueCount?: number
  readonly isOverall: boolean
  readonly drawAllChart?: boolean
  readonly startIssueIndex?: number
  readonly endIssueIndex?: number
  readonly included: readonly string[]
  readonly excluded: readonly string[]
  readonly deleted: readonly string[]
  readonly columns: readonly Omit<ExpectedColumn, 'cell' | 'byPeriod' | 'state'>[]
  readonly rows: readonly ExpectedRow[]
}

/** Returns the expected report of a request, over issues read from their raw changes. */
export function expectedReport(all: readonly IssueWithStays[], request: OracleRequest, now: number): ExpectedReport {
  const asOf = request.asOf ?? now
  const window = reportWindow(asOf, request.trimStart, request.trimEnd)
  const issues = chosenIssues(all, request, window, asOf).filter(issue => isInGroup(issue, request))
  const input: ReportInput = { request, issues, clock: request.businessHours === null ? allHours : businessHours }
  const columns = expectedColumns(input)
  return {
    ...statusLists(input),
    columns: columns.map(({ cell: _, byPeriod: __, state: ___, ...header }) => header),
    ...(request.aggregate === null ? listed(input, columns) : aggregated(input, columns)),
  }
}

/** Returns whether an issue is in the group of a request with one period: it has no value in the others. */
function isInGroup(issue: ClippedIssue, request: OracleRequest): boolean {
  return request.periodAt === null || listGroups(request).every(item => groupValue(issue, item) === null)
}

function statusLists(input: ReportInput): Pick<ExpectedReport, 'included' | 'excluded' | 'deleted'> {
  const found = foundStatuses(input)
  const included = includedStatuses(input)
  return {
    included,
    excluded: found.filter(id => !included.includes(id)),
    deleted: found.filter(id => id === DELETED.id),
  }
}

type Body = Omit<ExpectedReport, 'included' | 'excluded' | 'deleted' | 'columns'>

function listed(input: ReportInput, found: readonly ExpectedColumn[]): Body {
  const { request } = input
  const period = listedPeriod(request)
  const columns = period === null ? found : found.map(column => inPeriod(column, period))
  const issues =
    period === null ? input.issues : input.issues.filter(issue => columns.some(({ cell }) => cell(issue) !== null))
  const size = request.page?.size ?? 200
  const start = Math.floor((request.page?.index ?? 0) / size) * size
  const ordered = issues
    .map(issue => ({ issue, groups: groupsOf(issue, request) }))
    .sort((a, b) => compareGroups(a.groups, b.groups))
  const inOrder = inColumnOrder(
    ordered.map(({ issue }) => issue),
    request,
    columns,
    input.clock,
  )
  const page = inOrder.slice(start, start + size)
  return {
    total: issues.length,
    isOverall: false,
    startIssueIndex: start,
    endIssueIndex: start + page.length - 1,
    rows: page.map(issue => ({
      key: issue.history.key,
      groups: groupsOf(issue, request).map(labelOf),
      fields: request.fields.map(field =>
        field === 'currentStatusAge' ? shownAge(issue, input) : shownField(issue, field),
      ),
      cells: columns.map(({ id, cell, state }) => ({
        id,
        ...rawOf(cell(issue)),
        ...(state && (period === null || cell(issue) !== null) && { state: state(issue) }),
      })),
      currentState: period === null ? expectedState(input, issue) : stateInPeriod(input, issue, period, columns),
    })),
  }
}

/** Returns a column with the values in a period. */
function inPeriod(column: ExpectedColumn, period: TimePeriod): ExpectedColumn {
  return { ...column, cell: issue => column.byPeriod!(issue, [period])[0]! }
}

/** The present is in the period that goes up to it. Then its state is that of a report which is trimmed before the period. */
function stateInPeriod(
  input: ReportInput,
  issue: ClippedIssue,
  { start, end }: TimePeriod,
  columns: readonly ExpectedColumn[],
): ExpectedState[] {
  if (end < issue.window.end) return []
  if (input.request.type === 'durationBetweenStatuses') {
    return columns.flatMap(({ id, cell, state }) => {
      const isGoingOn = state!(issue) === 'running' || state!(issue) === 'paused'
      return isGoingOn && cell(issue) !== null ? [{ id, raw: String(cell(issue)) }] : []
    })
  }
  if (reportTypes[input.request.type].kind === 'count') return expectedState(input, issue, start, end)
  const window = { ...issue.window, start: Math.max(issue.window.start ?? start, start) }
  const later = <T extends Stay | Assignment>(all: readonly ClippedStay<T>[]) =>
    clipToWindow(
      all.map(({ of }) => of),
      window,
    )
  const trimmed = {
    ...issue,
    window,
    statuses: later(issue.statuses),
    clippedAssignments: later(issue.clippedAssignments),
  }
  return expectedState(input, trimmed, Number.NEGATIVE_INFINITY, end)
}

function shownAge({ statuses }: ClippedIssue, { clock }: ReportInput): string | null {
  const age = currentStatusAge(statuses, clock)
  return age === null ? null : String(age)
}

function rawOf(cell: number | null): { raw?: string } {
  return cell === null ? {} : { raw: String(cell) }
}

/** Returns the groups of an issue. Its time has several periods in an aggregation, whose place is empty. */
function groupsOf(issue: ClippedIssue, request: OracleRequest): GroupValue[] {
  const period = listedPeriod(request)
  const shown = period && { id: period.label, label: period.label }
  return request.groupBy.map(item => (isPeriod(item) ? shown : groupValue(issue, item)))
}

function labelOf(group: GroupValue): string | null {
  return group?.label ?? null
}

interface Gathered {
  readonly groups: readonly GroupValue[]
  readonly issues: ClippedIssue[]
}

function aggregated(input: ReportInput, columns: readonly ExpectedColumn[]): Body {
  const { request, issues } = input
  const rows =
    periodUnit(request) === null
      ? gathered(input).map(({ groups, issues }) => ({
          groups,
          issueCount: issues.length,
          cells: columns.map(({ id, cell }) => aggregatedCell(id, issues.map(cell), request)),
        }))
      : periodRows(input, columns)
  const kept = sorted(
    rows.filter(row => request.filters.every(filter => meets(row.cells, filter, request))),
    request,
  )
  return {
    total: kept.length,
    totalIssueCount:
      listedPeriod(request) === null ? issues.length : rows.reduce((sum, { issueCount }) => sum + issueCount, 0),
    isOverall: request.groupBy.length === 0,
    drawAllChart: kept.some(({ cells }) => cells.some(({ raw }) => raw !== undefined)),
    rows: kept.map(({ groups, issueCount, cells }) => ({
      issueCount,
      groups: groups.map(labelOf),
      cells,
      currentState: [],
    })),
  }
}

/** Returns the issues by group, in order of the groups. */
function gathered({ request, issues }: ReportInput): Gathered[] {
  const rows = new Map<string, Gathered>()
  if (request.groupBy.length === 0) rows.set('[]', { groups: [], issues: [] })
  for (const issue of issues) {
    const groups = groupsOf(issue, request)
    const key = JSON.stringify(groups.map(group => group?.id ?? null))
    const row = rows.get(key) ?? { groups, issues: [] }
    row.issues.push(issue)
    rows.set(key, row)
  }
  return [...rows.values()].sort((a, b) => compareGroups(a.groups, b.groups))
}

/** Returns the rows of each group: its periods from the first to the last with a value; in counts, to the end of the report. */
function periodRows(input: ReportInput, columns: readonly ExpectedColumn[]) {
  const { request } = input
  const first = Math.min(...input.issues.map(({ history }) => history.created))
  const window = input.issues[0]?.window
  const periods = worldPeriods(periodUnit(request)!, first, window?.end ?? first)
  const rows = gathered(input).flatMap(({ groups, issues }) => {
    const values = issues.map(issue => columns.map(({ byPeriod }) => byPeriod!(issue, periods)))
    const inPeriods = periods.map(({ label }, period) => {
      const all = values.map(ofIssue => ofIssue.map(ofColumn => ofColumn[period]!))
      const valued = all.filter(ofIssue => ofIssue.some(value => value !== null))
      return {
        groups: groups.map((group, i) => (isPeriod(request.groupBy[i]!) ? { id: label, label } : group)),
        issueCount: valued.length,
        cells: columns.map(({ id }, column) =>
          aggregatedCell(
            id,
            valued.map(ofIssue => ofIssue[column]!),
            request,
          ),
        ),
      }
    })
    const hasValue = ({ issueCount }: (typeof inPeriods)[number]) => issueCount > 0
    const lastValue = inPeriods.findLastIndex(hasValue)
    const isCount = reportTypes[request.type].kind === 'count'
    const atEnd = isCount && lastValue >= 0 ? periods.findLastIndex(({ start }) => start < window!.end) : -1
    return inPeriods.slice(inPeriods.findIndex(hasValue), Math.max(lastValue, atEnd) + 1)
  })
  const only = listedPeriod(request)
  const isShown = ({ groups }: (typeof rows)[number]) =>
    only === null || groups.some(group => group?.label === only.label)
  return rows.filter(isShown).sort((a, b) => compareGroups(a.groups, b.groups))
}

function aggregatedCell(id: string, values: readonly (number | null)[], request: OracleRequest): ExpectedCell {
  const cells = values.map(value => (value === null ? null : BigInt(value)))
  const raw = aggregate(cells, request.aggregate!, request.denominator, request.percent)
  if (raw === null) return { id }
  const percentiles = request.percentiles.map(
    percent => [percent, aggregate(cells, 'percentile', 'nonNull', percent)!] as const,
  )
  return { id, raw, ...(percentiles.length > 0 && { percentiles: Object.fromEntries(percentiles) }) }
}

const holds: Readonly<Record<FilterElement['operator'], (order: number) => boolean>> = {
  greaterThan: order => order > 0,
  greaterThanEquals: order => order >= 0,
  equals: order => order === 0,
  lessThanEquals: order => order <= 0,
  lessThan: order => order < 0,
}

function meets(
  cells: readonly ExpectedCell[],
  { column, operator, value, unit }: FilterElement,
  { businessHours }: OracleRequest,
): boolean {
  const raw = cells.find(({ id }) => id === column)?.raw
  const length = unit === 'hour' ? 3_600_000 : businessHours === 'businessDays' ? BUSINESS_DAY : 86_400_000
  return raw !== undefined && holds[operator](compareRatios(parseRaw(raw), parseRaw(String(value * length))))
}

function sorted<R extends { readonly cells: readonly ExpectedCell[] }>(
  rows: readonly R[],
  { sort }: OracleRequest,
): R[] {
  if (!sort) return [...rows]
  const rawIn = ({ cells }: R) => cells.find(({ id }) => id === sort.column)?.raw
  return rows.toSorted((a, b) => {
    const [one, other] = [rawIn(a), rawIn(b)]
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
    return compareRatios(parseRaw(one), parseRaw(other)) * (sort.descending ? -1 : 1)
  })
}

/** Returns the statuses in the lists of a report as text. */
export function shownStatus(id: string): { readonly id: string; readonly name: string; readonly deleted: boolean } {
  return { id, name: statusName(id), deleted: id === DELETED.id }
}

/** Returns whether the cells of a report are dates. */
export function isDated({ type }: OracleRequest): boolean {
  return reportTypes[type].kind === 'date'
}
