import type { ReportRequest } from '../../src/store/plan/plan-report.ts'
import { reportTypes } from '../../src/store/plan/report-types.ts'
import { ZONE } from '../support/tracker-world.ts'
import { isPeriod, listedPeriod } from './expected-groups.ts'
import type { MetricElement, OracleRequest } from './requests.ts'

/** The date pattern of the oracle, exact to the millisecond. */
export const DATE_TIME = 'yyyy-MM-dd HH:mm:ss.SSS'

/** Formats an instant as local time of the world, `yyyy-MM-ddTHH:mm:ss.SSS`. */
export function wall(at: number): string {
  return new Date(at + ZONE.offset).toISOString().slice(0, -1)
}

/** Returns the parameters of a request. Unset values are omitted. */
export function parametersOf(request: OracleRequest): ReportRequest {
  const { aggregate, issues, range, page, sort, orderBy, type } = request
  const kind = reportTypes[type].kind
  const all: Record<string, string> = {
    aggregationType: aggregate ?? '',
    percentile: aggregate === 'percentile' ? String(request.percent) : '',
    percentiles: request.percentiles.join(','),
    averageDenominator: aggregate === null ? '' : request.denominator,
    filterType: 'project' in issues ? 'project' : 'user',
    ...('project' in issues ? { projectKey: issues.project } : { user: issues.user }),
    ...(range && { dateRangeField: range.field, startDate: minute(range.start), endDate: minute(range.end) }),
    columnsBy: type,
    multiVisitBehavior: type === 'statusDuration' ? request.multiVisit : '',
    statuses: statusesOf(request),
    assignees: request.assignees.join(','),
    groups: request.groups.join(','),
    historyFields: type.startsWith('any') ? request.historyFields.join(',') : '',
    dbsMetrics: type === 'durationBetweenStatuses' ? metricsOf(request) : '',
    includeDeletedStatuses: String(request.includeDeleted),
    calendar: request.businessHours ? '0' : kind === 'duration' ? 'normalHours' : '',
    dayLength: request.businessHours ?? '',
    viewFormat: 'milliseconds',
    dateTimeFormat: DATE_TIME,
    asOf: request.asOf === null ? '' : new Date(request.asOf).toISOString(),
    trimHistoryStartDate: request.trimStart === null ? '' : minute(request.trimStart),
    trimHistoryEndDate: request.trimEnd === null ? '' : minute(request.trimEnd),
    groupByFields: request.groupBy.join(','),
    inGroup: inGroupOf(request),
    fields: request.fields.join(','),
    ...(page && { pageSize: String(page.size), startIssueIndex: String(page.index) }),
    ...(sort && { sortBy: sort.column, sortDir: sort.descending ? 'desc' : 'asc' }),
    ...(orderBy && { orderBy: orderBy.column, orderDir: orderBy.descending ? 'desc' : '' }),
    filters: filtersOf(request),
  }
  const parameters = Object.entries(all).filter(([, value]) => value !== '')
  return {
    endpoint: aggregate === null ? 'list' : 'aggregation',
    parameters: parameters.map(([name, value]) => ({ name, value, location: 'query' })),
  }
}

function inGroupOf(request: OracleRequest): string {
  const period = listedPeriod(request)
  return period === null ? '' : JSON.stringify(request.groupBy.map(item => (isPeriod(item) ? period.label : null)))
}

function minute(at: number): string {
  return wall(at).slice(0, 16).replace('T', ' ')
}

function statusesOf({ statuses }: OracleRequest): string {
  if (statuses.every(({ type }) => type === 'std'))
    return statuses.map(element => ('id' in element ? element.id : '')).join(',')
  return JSON.stringify(statuses)
}

function metricsOf({ metrics }: OracleRequest): string {
  const end = ({ ids, order }: MetricElement['to']) => (ids.length === 1 ? { id: ids[0], order } : { ids, order })
  const elements = metrics.map(({ from, to, ...metric }) => ({
    ...metric,
    ...(from && { from: end(from) }),
    to: end(to),
  }))
  return JSON.stringify(elements)
}

function filtersOf({ filters }: OracleRequest): string {
  return filters.length === 0 ? '' : JSON.stringify(filters.map(filter => ({ ...filter, value: String(filter.value) })))
}
