import { type Aggregate, aggregates, denominators } from '../measure/aggregate.ts'
import { multiVisits } from '../measure/status-duration.ts'
import { reportWindow } from '../measure/window.ts'
import { type Instant, parseInstant } from '../time/instant.ts'
import { formatReportDate, parseReportDate } from '../time/report-date.ts'
import type { Zone } from '../time/zone.ts'
import { chooseColumns, chooseFields } from './choose-columns.ts'
import { chooseCalendar, chooseFormat, chooseZone, warnOfYearsWithoutHolidays } from './choose-format.ts'
import { chooseIssue, chooseIssues, RELATIVE_DATES, readWindow, relativeDate } from './choose-issues.ts'
import { chooseFilters, chooseGroupBy, chooseInGroup, choosePage, chooseSort } from './choose-rows.ts'
import { oneOf, quoted } from './mistakes.ts'
import {
  type Endpoint,
  hasEffect,
  type Parameter,
  type ParameterName,
  parameterNamed,
  parameters,
  type RequestedEndpoint,
} from './parameters.ts'
import type { PlanContext } from './plan-context.ts'
import type { ReportPlan } from './report-plan.ts'
import { type ReportType, type ReportTypeName, reportTypeAliases, reportTypes } from './report-types.ts'
import { RequestValues, type SentParameter } from './request-values.ts'

/** What a client asks of an endpoint: its parameters as they were sent, in order. */
export interface ReportRequest {
  readonly endpoint: RequestedEndpoint
  readonly parameters: readonly SentParameter[]
  /** Whether a list without pageSize and startIssueIndex has all issues. The HTTP endpoints have at most 200. */
  readonly wholeList?: boolean
}

/**
 * The plan of a report. Throws REPORT_INVALID with every mistake in the request (contract §4, §7; one message a
 * parameter, in the contract's order).
 */
export function planReport(
  { endpoint: asked, parameters: sent, wholeList = false }: ReportRequest,
  context: PlanContext,
): ReportPlan {
  const values = new RequestValues(asked, sent)
  const endpoint = asked === 'issue' ? 'list' : asked
  const { catalogue } = context
  const zone = chooseZone(values, context)
  const type = chooseType(values, endpoint)
  const asOf = chooseAsOf(values, context.now, zone)
  const aggregate = endpoint === 'aggregation' ? chooseAggregate(values) : null
  const issues = (asked === 'issue' ? chooseIssue : chooseIssues)(values, context, asOf, zone)
  const columns = chooseColumns(values, catalogue, type)
  const { calendar, dayLength, day } = chooseCalendar(values, context, type)
  const [trimStart, trimEnd] = readWindow(values, 'trimHistoryStartDate', 'trimHistoryEndDate', { now: asOf, zone })
  const groupBy = chooseGroupBy(values, catalogue)
  const plan = {
    endpoint,
    asOf,
    window: reportWindow(asOf, trimStart, trimEnd),
    browsable: context.browsable,
    ...issues,
    statuses: catalogue.statuses,
    ...columns,
    multiVisit: chooseMultiVisit(values, type),
    calendar,
    dayLength,
    aggregate,
    denominator: values.choice('averageDenominator', denominators, 'nonNull') ?? 'nonNull',
    groupBy,
    inGroup: chooseInGroup(values, groupBy),
    fields: chooseFields(values, 'fields', catalogue),
    page: choosePage(values, wholeList),
    sort: chooseSort(values, catalogue, type, columns),
    filters: chooseFilters(values, catalogue, type, columns, day),
    format: chooseFormat(values, context, zone, day),
    trim: { start: shownDate(trimStart, zone), end: shownDate(trimEnd, zone) },
  }
  warnOfNoEffect(values, type, aggregate)
  const span = { start: trimStart, end: Math.min(asOf, trimEnd ?? asOf) }
  warnOfYearsWithoutHolidays(values, context, calendar, span)
  values.mistakes.check()
  return { ...plan, type: type!, warnings: values.warnings }
}

function chooseType(values: RequestValues, endpoint: Endpoint): ReportType | undefined {
  const names = (Object.keys(reportTypes) as ReportTypeName[]).filter(
    name => endpoint === 'list' || reportTypes[name].kind !== 'date',
  )
  const text = values.text('columnsBy')?.toLowerCase()
  const alias = Object.entries(reportTypeAliases).find(([other]) => other.toLowerCase() === text)?.[1]
  if (text === undefined) {
    if (!values.mistakes.has('columnsBy')) values.require('columnsBy', `. Possible values: ${oneOf(names)}`)
    return undefined
  }
  const all = Object.keys(reportTypes) as ReportTypeName[]
  const name = alias ?? all.find(one => one.toLowerCase() === text)
  if (name !== undefined && names.includes(name)) return reportTypes[name]
  const sent = values.text('columnsBy')!
  const dates = `${quoted(sent)} reports dates, which cannot be aggregated. Possible values: ${oneOf(names)}`
  values.mistakes.add('columnsBy', name === undefined ? values.notPossible(sent, names) : dates)
  return undefined
}

function chooseAggregate(values: RequestValues): ReportPlan['aggregate'] {
  if (values.text('aggregationType') === undefined && !values.mistakes.has('aggregationType')) {
    values.require('aggregationType', `. Possible values: ${oneOf(aggregates)}`)
  }
  return values.choice('aggregationType', aggregates) ?? null
}

function chooseMultiVisit(values: RequestValues, type: ReportType | undefined): ReportPlan['multiVisit'] {
  const chosen = values.choice('multiVisitBehavior', multiVisits, 'total') ?? 'total'
  return type && !hasEffect(parameterNamed('multiVisitBehavior'), type, null) ? 'total' : chosen
}

/**
 * Warns of what was sent and has no effect in this report. What makes a report impossible, such as sorting one that cannot
 * be sorted, is a mistake instead: chooseSort and chooseFilters note it.
 */
function warnOfNoEffect(values: RequestValues, type: ReportType | undefined, aggregate: Aggregate | null): void {
  for (const parameter of parameters as readonly Parameter[]) {
    const name = parameter.name as ParameterName
    if (!type || values.text(name) === undefined || hasEffect(parameter, type, aggregate)) continue
    const cause = parameter.effect?.aggregates ? aggregate : type.name
    if (!values.mistakes.has(name)) values.warn(`${name} was ignored: it has no effect on ${cause}.`)
  }
}

function chooseAsOf(values: RequestValues, now: Instant, zone: Zone): Instant {
  const text = values.text('asOf')
  if (text === undefined) return now
  const date = /[T:]/i.test(text) ? null : parseReportDate(text, zone)
  const asOf = parseInstant(text) ?? date ?? relativeDate(text, { now, zone })
  if (asOf === null) {
    values.mistakes.add(
      'asOf',
      `${quoted(text)} is not a moment. Allowed: 2024-03-01T12:30:00Z, with any offset, a date such as 2024-03-01, or relative to now: ${RELATIVE_DATES}`,
    )
  } else if (asOf > now) values.mistakes.add('asOf', `${quoted(text)} is in the future`)
  return asOf ?? now
}

function shownDate(at: Instant | null, zone: Zone): string | null {
  return at === null ? null : formatReportDate(at, zone)
}
