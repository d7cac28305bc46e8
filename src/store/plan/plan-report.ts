import type { Steps } from '../../core/base/in-slices.ts'
import type { JqlQuery } from '../../core/jql/query-tree.ts'
import { type Aggregate, denominators } from '../../core/measure/aggregate.ts'
import { multiVisits } from '../../core/measure/multi-visit.ts'
import { reportWindow } from '../../core/measure/window.ts'
import type { Instant } from '../../core/time/instant.ts'
import { formatReportDate } from '../../core/time/report-date.ts'
import type { Zone } from '../../core/time/zone.ts'
import { aggregateNames } from './aggregates.ts'
import { chooseAsOf } from './choose-as-of.ts'
import { chooseColumns, chooseListFields } from './choose-columns.ts'
import { chooseCalendar, chooseFormat, chooseZone, warnAboutMissingHolidays } from './choose-format.ts'
import { chooseGroups } from './choose-groups.ts'
import { chooseIssue, chooseIssues, readWindow } from './choose-issues.ts'
import { chooseOrder } from './choose-order.ts'
import { choosePercent, choosePercentiles } from './choose-percentiles.ts'
import { chooseFilters, choosePage, chooseSort } from './choose-rows.ts'
import { ignoredByDistributions } from './distribution-options.ts'
import { formats } from './formats.ts'
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
import { oneOf, quoted } from './request-problems.ts'
import type { RawParameter, RequestValues } from './request-values.ts'

/** A request to an endpoint, with its parameters in order. */
export interface ReportRequest {
  readonly endpoint: RequestedEndpoint
  readonly parameters: readonly RawParameter[]
  /**
   * Whether a list without pageSize and startIssueIndex returns all issues, in formats that do not describe their page.
   * The HTTP endpoints return at most 200.
   */
  readonly wholeList?: boolean
  /** Whether the list is in a workbook next to aggregations. Without inGroup, it ignores a period, with a warning. */
  readonly isInWorkbook?: boolean
  /** Whether the cells of an aggregation are read for a distribution. It ignores some parameters, with a warning. */
  readonly isDistribution?: boolean
}

/** A plan, and the tree of its query, with unresolved names. */
export interface PlannedQuery {
  readonly plan: ReportPlan
  readonly tree: JqlQuery
}

/**
 * Plans a report, in steps, because lists may be long. `values` collects its errors and warnings, so two plans must not share one.
 * Throws REPORT_INVALID with all errors of the request (contract §4, §7; one message for each parameter, in the
 * contract's order).
 */
export function* planReport(
  { endpoint: requested, wholeList = false, ...use }: Omit<ReportRequest, 'parameters'>,
  values: RequestValues,
  context: PlanContext,
): Steps<PlannedQuery> {
  const { isInWorkbook = false, isDistribution = false } = use
  const endpoint = requested === 'issue' ? 'list' : requested
  const { catalogue } = context
  const zone = chooseZone(values, context)
  const type = chooseType(values, endpoint)
  const asOf = chooseAsOf(values, context.now, zone)
  const aggregate = endpoint === 'list' ? null : isDistribution ? 'median' : chooseAggregate(values)
  const { tree, ...issues } = yield* (requested === 'issue' ? chooseIssue : chooseIssues)(values, context, asOf, zone)
  const columns = yield* chooseColumns(values, catalogue, type)
  const fields = yield* chooseListFields(values, catalogue)
  const hasAge = fields.some(({ field }) => field.kind === 'duration')
  const { calendar, dayLength, day } = chooseCalendar(values, context, type, hasAge)
  const [trimStart, trimEnd] = readWindow(values, 'trimHistoryStartDate', 'trimHistoryEndDate', { now: asOf, zone })
  const window = reportWindow(asOf, trimStart, trimEnd)
  const time = { window, zone, firstCreated: context.firstCreated }
  const { hasPeriod, ...groups } = yield* chooseGroups(values, catalogue, { requested, isInWorkbook, type, time })
  const format = chooseFormat(values, context, zone, day)
  const plan = {
    endpoint,
    asOf,
    window,
    browsable: context.browsable,
    ...issues,
    statuses: catalogue.statuses,
    finishStatuses: catalogue.statuses,
    ...columns,
    multiVisit: chooseMultiVisit(values, type, hasPeriod),
    calendar,
    dayLength,
    aggregate,
    denominator: values.choice('averageDenominator', denominators, 'nonNull') ?? 'nonNull',
    percent: choosePercent(values, aggregate),
    percentiles: yield* choosePercentiles(values),
    ...groups,
    fields,
    page: choosePage(values, wholeList && !formats[format.output].describesItself),
    orderBy: chooseOrder(values, { catalogue, jql: context.jql, type, columns, groupBy: groups.groupBy, fields }),
    sort: chooseSort(values, catalogue, type, columns),
    filters: yield* chooseFilters(values, catalogue, type, columns, day),
    format,
    trim: { start: formatTrimDate(trimStart, zone), end: formatTrimDate(trimEnd, zone) },
  }
  warnAboutIgnored(values, { type, aggregate, hasAge, isDistribution })
  const span = { start: trimStart, end: Math.min(asOf, trimEnd ?? asOf) }
  warnAboutMissingHolidays(values, context, calendar, span)
  values.problems.check()
  return { plan: { ...plan, type: type!, warnings: values.warnings }, tree }
}

function chooseType(values: RequestValues, endpoint: Endpoint): ReportType | undefined {
  const all = Object.keys(reportTypes) as ReportTypeName[]
  const names = all.filter(name => endpoint === 'list' || reportTypes[name].kind !== 'date')
  const requested = values.text('columnsBy')
  if (requested === undefined) {
    if (!values.problems.has('columnsBy')) values.require('columnsBy', `. Possible values: ${oneOf(names)}`)
    return undefined
  }
  const isRequested = (one: string) => one.toLowerCase() === requested.toLowerCase()
  const alias = Object.entries(reportTypeAliases).find(([other]) => isRequested(other))?.[1]
  const name = alias ?? all.find(isRequested)
  if (name !== undefined && names.includes(name)) return reportTypes[name]
  const problem =
    name === undefined
      ? values.notPossible(requested, names)
      : `${quoted(requested)} reports dates, which cannot be aggregated. Possible values: ${oneOf(names)}`
  values.problems.add('columnsBy', problem)
  return undefined
}

function chooseAggregate(values: RequestValues): ReportPlan['aggregate'] {
  if (values.text('aggregationType') === undefined && !values.problems.has('aggregationType')) {
    values.require('aggregationType', `. Possible values: ${oneOf(aggregateNames)}`)
  }
  return values.choice('aggregationType', aggregateNames) ?? null
}

function chooseMultiVisit(
  values: RequestValues,
  type: ReportType | undefined,
  hasPeriod: boolean,
): ReportPlan['multiVisit'] {
  const chosen = values.choice('multiVisitBehavior', multiVisits, 'total') ?? 'total'
  if (type && !hasEffect(parameterNamed('multiVisitBehavior'), type, null)) return 'total'
  if (chosen === 'average' && hasPeriod) {
    const allowed = oneOf(multiVisits.filter(name => name !== 'average'))
    values.problems.add(
      'multiVisitBehavior',
      `'average' is not possible with period: in groupByFields. Possible values: ${allowed}`,
    )
  }
  return chosen
}

/** What decides whether a parameter applies to a report. */
interface Applied {
  readonly type: ReportType | undefined
  readonly aggregate: Aggregate | null
  /** Whether a list has ages, which are durations. */
  readonly hasAge: boolean
  readonly isDistribution: boolean
}

/**
 * Warns about parameters that do not apply to this report. Impossible combinations, such as sorting a report that
 * cannot be sorted, are errors; chooseSort and chooseFilters record them.
 */
function warnAboutIgnored(values: RequestValues, { type, aggregate, hasAge, isDistribution }: Applied): void {
  for (const parameter of parameters as readonly Parameter[]) {
    const name = parameter.name as ParameterName
    const isIgnored = isDistribution && ignoredByDistributions.has(name)
    if (!type || values.text(name) === undefined) continue
    if (!isIgnored && hasEffect(parameter, type, aggregate)) continue
    if (hasAge && parameter.effect?.kind === 'duration') continue
    const other = parameter.effect?.aggregates ? aggregate : type.name
    const cause = isIgnored ? 'distributions' : other
    if (!values.problems.has(name)) values.warn(`${name} was ignored: it has no effect on ${cause}.`)
  }
}

function formatTrimDate(at: Instant | null, zone: Zone): string | null {
  return at === null ? null : formatReportDate(at, zone)
}
