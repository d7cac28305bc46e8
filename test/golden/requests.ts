import type { Endpoint } from '../../src/store/plan/parameters.ts'
import type { ReportTypeName } from '../../src/store/plan/report-types.ts'
import { DEMO_END } from '../support/demo-store.ts'

/** A request whose response is stored in git, as JSON and as CSV. */
export interface GoldenRequest {
  /** The name of its two files. */
  readonly name: string
  readonly endpoint: Endpoint
  readonly parameters: Readonly<Record<string, string>>
}

type Parameters = GoldenRequest['parameters']
type NumericName = Exclude<ReportTypeName, `${string}Date`>

const ALWAYS: Parameters = { asOf: DEMO_END, timeZone: 'Europe/Berlin' }
const HOURS: Parameters = { calendar: 'normalHours', viewFormat: 'hours' }
const DAYS: Parameters = { ...HOURS, viewFormat: 'days' }

/** The issues of a project that were created in some days. */
function issues(projectKey: string, startDate: string, endDate: string): Parameters {
  return { filterType: 'project', projectKey, startDate, endDate, dateRangeField: 'created' }
}

/** Three issues: one was blocked four times, one was never changed, one was reopened. */
const APP = issues('APP', '2025-05-12', '2025-05-14')
/** Seven issues: some had a status that was deleted later, one was moved from another project. */
const WEB = issues('WEB', '2024-09-16', '2024-09-19')
const WEB_YEAR = issues('WEB', '2024-07-01', '2025-07-01')
const WEB_SPRING = issues('WEB', '2025-04-01', '2025-07-01')
/** Three issues of a service desk, two of them still open. */
const OPS = issues('OPS', '2025-06-24', '2025-06-26')
const OPS_JUNE = issues('OPS', '2025-06-01', '2025-07-01')

const METRICS = JSON.stringify([
  { name: 'Lead Time', to: { id: '10001', order: 'last' } },
  { name: 'Cycle Time', from: { id: '3', order: 'first' }, to: { id: '10001' }, excluded: ['10104'] },
  { name: 'Rework', from: { id: '10001' }, to: { id: '3' } },
])

// biome-ignore format: a table
const LISTS: Readonly<Record<ReportTypeName, Parameters>> = {
  statusDuration: { ...APP, ...HOURS, fields: 'assignee,resolutiondate,customfield_10003' },
  durationBetweenStatuses: { ...APP, ...HOURS, dbsMetrics: METRICS },
  assigneeDuration: { ...APP, ...HOURS },
  statusDurationByAssignee: { ...OPS, ...HOURS },
  assigneeDurationByStatus: { ...OPS, ...HOURS },
  groupDuration: { ...APP, ...HOURS, groups: 'app-team,testers,team-leads' },
  statusDurationByGroup: { ...OPS, ...HOURS, groups: 'service-desk,team-leads' },
  groupDurationByStatus: { ...OPS, ...HOURS, groups: 'service-desk,team-leads' },
  anyfieldDuration: { ...APP, ...HOURS, historyFields: 'priority,fixVersions,labels' },
  statusCount: APP,
  transitionCount: APP,
  anyFieldCount: { ...APP, historyFields: 'assignee,customfield_10001' },
  firstTransitionToStatusDate: WEB,
  firstTransitionFromStatusDate: WEB,
  lastTransitionToStatusDate: { ...WEB, dateTimeFormat: 'yyyy-MM-dd HH:mm:ss' },
  lastTransitionFromDate: { ...WEB, dateTimeFormat: 'EEE d MMMM yyyy, HH:mm Z' },
}

const BY_TYPE = { groupByFields: 'issuetype' }
const BY_QUARTER = { groupByFields: 'date:quarter:created' }
const BY_MONTH = { groupByFields: 'date:month:created' }

// biome-ignore format: a table
const AGGREGATIONS: Readonly<Record<NumericName, Parameters>> = {
  statusDuration: { ...WEB_YEAR, ...DAYS, ...BY_TYPE, aggregationType: 'average' },
  durationBetweenStatuses: { ...issues('APP', '2024-07-01', '2025-07-01'), ...DAYS, ...BY_QUARTER, aggregationType: 'median', dbsMetrics: METRICS },
  assigneeDuration: { ...issues('OPS', '2025-01-01', '2025-07-01'), ...DAYS, ...BY_QUARTER, aggregationType: 'sum' },
  statusDurationByAssignee: { ...OPS_JUNE, ...HOURS, aggregationType: 'sum', assignees: 'meilin.chua,brendan.oconnor', ...BY_TYPE },
  assigneeDurationByStatus: { ...OPS_JUNE, ...HOURS, aggregationType: 'average', assignees: 'meilin.chua,brendan.oconnor', statuses: '10106,10105' },
  groupDuration: { ...WEB_SPRING, ...DAYS, ...BY_MONTH, aggregationType: 'sum', groups: 'web-team,testers,team-leads' },
  statusDurationByGroup: { ...WEB_SPRING, ...DAYS, aggregationType: 'sum', groups: 'web-team,testers' },
  groupDurationByStatus: { ...WEB_SPRING, ...DAYS, aggregationType: 'average', groups: 'web-team,testers', statuses: '3,10100,10101' },
  anyfieldDuration: { ...WEB_YEAR, ...DAYS, ...BY_TYPE, aggregationType: 'average', historyFields: 'priority,customfield_10003' },
  statusCount: { ...WEB_YEAR, ...BY_TYPE, aggregationType: 'average' },
  transitionCount: { ...issues('OPS', '2025-01-01', '2025-07-01'), ...BY_QUARTER, aggregationType: 'sum' },
  anyFieldCount: { ...issues('APP', '2025-01-01', '2025-07-01'), ...BY_QUARTER, aggregationType: 'sum', historyFields: 'priority,customfield_10004' },
}

const COLUMNS = JSON.stringify([
  { type: 'std', id: '10000' },
  { type: 'cons', name: 'Work', statuses: ['3', '10101'] },
  { type: 'cons', name: 'Wait', statuses: ['10100', '10102'] },
  { type: 'std', id: '10001' },
])
const FILTERS = JSON.stringify([
  { column: '10100', operator: 'greaterThan', value: '5', unit: 'day' },
  { column: '3', operator: 'lessThanEquals', value: 150.5, unit: 'hour' },
])
const WEB_MONTHS = { ...WEB_YEAR, ...DAYS, ...BY_MONTH, aggregationType: 'average', columnsBy: 'statusDuration' }

// biome-ignore format: a table
const COMBINATIONS: readonly GoldenRequest[] = [
  list('business-days', { ...OPS, calendar: '0', dayLength: 'businessDays', viewFormat: 'humanReadable', columnsBy: 'statusDuration' }),
  list('consolidated-columns', { ...WEB, ...HOURS, statuses: COLUMNS, columnsBy: 'statusDuration' }),
  list('consolidated-composite', { ...OPS, ...HOURS, columnsBy: 'assigneeDurationByStatus', statuses: JSON.stringify([{ type: 'cons', name: 'Active', statuses: ['1', '10106'] }, { type: 'std', id: '10105' }]) }),
  list('consolidated-dates', { ...WEB, statuses: COLUMNS, columnsBy: 'firstTransitionToStatusDate' }),
  list('empty-no-token', { ...APP, ...HOURS, columnsBy: 'statusDuration', fields: 'assignee,duedate', emptyValueToken: 'NoToken' }),
  list('empty-zero', { ...APP, columnsBy: 'statusCount', fields: 'duedate', emptyValueToken: 'Zero' }),
  list('human-readable', { ...APP, calendar: 'normalHours', viewFormat: 'humanReadable', columnsBy: 'statusDuration' }),
  list('metric-states', { ...issues('APP', '2025-05-21', '2025-05-23'), ...DAYS, columnsBy: 'durationBetweenStatuses', dbsMetrics: METRICS }),
  list('multi-visit-average', { ...APP, ...HOURS, columnsBy: 'statusDuration', multiVisitBehavior: 'average' }),
  list('current-status-age', { ...OPS, calendar: '0', dayLength: 'businessDays', viewFormat: 'humanReadable', columnsBy: 'statusCount', fields: 'status,currentStatusAge', orderBy: 'currentStatusAge', orderDir: 'desc' }),
  list('order-by-field', { ...WEB_YEAR, ...DAYS, columnsBy: 'statusDuration', statuses: '3,10100', fields: 'priority,assignee,duedate', pageSize: '25', startIssueIndex: '25', orderBy: 'assignee', orderDir: 'desc' }),
  list('order-by-value', { ...WEB_YEAR, ...DAYS, columnsBy: 'statusDurationByAssignee', statuses: '3,10100', pageSize: '12', startIssueIndex: '12', orderBy: 'unassigned|3', orderDir: 'desc' }),
  list('other-users', { ...APP, ...HOURS, columnsBy: 'assigneeDuration', assignees: 'yuki.tanabe,nobody.else,lucas.moreau' }),
  list('page', { ...WEB_YEAR, ...DAYS, columnsBy: 'statusDuration', fields: 'issuetype', groupByFields: 'priority', pageSize: '3', startIssueIndex: '7' }),
  list('repaired-history', { ...issues('APP', '2025-05-22', '2025-05-23'), columnsBy: 'transitionCount' }),
  list('selected-transitions', { ...APP, statuses: '3,10104', columnsBy: 'transitionCount' }),
  list('trim-window', { ...APP, ...HOURS, columnsBy: 'statusDuration', trimHistoryStartDate: '2025-05-15', trimHistoryEndDate: '2025-05-29 12:00' }),
  list('trim-window-dates', { ...APP, columnsBy: 'lastTransitionFromDate', trimHistoryStartDate: '2025-05-15', trimHistoryEndDate: '2025-05-29 12:00' }),
  list('without-deleted-statuses', { ...WEB, ...HOURS, columnsBy: 'statusDuration', includeDeletedStatuses: 'false' }),
  aggregation('deviation-of-all-issues', { ...WEB_MONTHS, aggregationType: 'standardDeviation', averageDenominator: 'rowCount', groupByFields: 'issuetype' }),
  aggregation('filters-and-sort', { ...WEB_MONTHS, filters: FILTERS, sortBy: '10100', sortDir: 'desc' }),
  aggregation('fix-versions', { ...issues('WEB', '2025-01-01', '2025-07-01'), ...DAYS, columnsBy: 'statusDuration', aggregationType: 'median', groupByFields: 'fixVersions' }),
  aggregation('overall', { ...WEB_YEAR, ...DAYS, columnsBy: 'statusDuration', aggregationType: 'median' }),
  aggregation('period-assignees', { ...WEB_YEAR, ...DAYS, columnsBy: 'assigneeDuration', aggregationType: 'average', groupByFields: 'period:month' }),
  aggregation('period-average', { ...WEB_YEAR, ...DAYS, columnsBy: 'statusDuration', aggregationType: 'average', statuses: '3,10100,10101', groupByFields: 'issuetype,period:quarter' }),
  aggregation('period-first-visits', { ...WEB_YEAR, calendar: '0', dayLength: 'businessDays', viewFormat: 'humanReadable', columnsBy: 'statusDuration', aggregationType: 'sum', multiVisitBehavior: 'first', groupByFields: 'period:month', trimHistoryStartDate: '2025-01-15', trimHistoryEndDate: '2025-04-20' }),
  list('period-metrics', { ...WEB_SPRING, ...DAYS, columnsBy: 'durationBetweenStatuses', dbsMetrics: METRICS, groupByFields: 'issuetype,period:week', inGroup: '["Bug","2025-W20"]', orderBy: 'Lead Time', orderDir: 'desc', pageSize: '3' }),
  aggregation('project-and-month', { filterType: 'user', user: 'ingrid.solheim', ...DAYS, columnsBy: 'statusDuration', aggregationType: 'sum', groupByFields: 'project,date:month:created', startDate: '2025-01-01', dateRangeField: 'created' }),
]

/**
 * Every golden request: a list of each report, an aggregation of each report that can be aggregated, and combinations.
 */
export const goldenRequests: readonly GoldenRequest[] = [
  ...Object.entries(LISTS).map(([columnsBy, parameters]) => list(kebab(columnsBy), { columnsBy, ...parameters })),
  ...Object.entries(AGGREGATIONS).map(([columnsBy, parameters]) =>
    aggregation(kebab(columnsBy), { columnsBy, ...parameters }),
  ),
  ...COMBINATIONS,
]

function list(name: string, parameters: Parameters): GoldenRequest {
  return { name: `list-${name}`, endpoint: 'list', parameters: { ...parameters, ...ALWAYS } }
}

function aggregation(name: string, parameters: Parameters): GoldenRequest {
  return { name: `aggregation-${name}`, endpoint: 'aggregation', parameters: { ...parameters, ...ALWAYS } }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
