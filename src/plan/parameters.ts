import { type Aggregate, aggregates, denominators } from '../measure/aggregate.ts'
import { multiVisits } from '../measure/status-duration.ts'
import { dateUnits } from '../time/date-group.ts'
import { viewFormats } from '../time/duration-format.ts'
import { type ColumnLevel, type ReportType, type ReportTypeName, reportTypes } from './report-types.ts'

/** The two endpoints of the contract: rows of groups, and rows of issues. */
export type Endpoint = 'aggregation' | 'list'

/** An endpoint of a report: the two of the contract, and the one for a single issue, which returns a list. */
export type RequestedEndpoint = Endpoint | 'issue'

/** The reports to which a parameter applies: those that meet every condition given here. */
export interface Effect {
  readonly kind?: ReportType['kind']
  /** At least one level of columns is one of these. */
  readonly levels?: readonly ColumnLevel[]
  readonly reports?: readonly ReportTypeName[]
  /** The aggregate is one of these. Lists always match. */
  readonly aggregates?: readonly Aggregate[]
}

/** A parameter of a report, as used for parsing and for the reference. */
export interface Parameter {
  readonly name: string
  /** `both`: aggregation and list. Parameters of the list also apply to a single issue, unless they have `chooses`. */
  readonly of: 'both' | RequestedEndpoint
  /** Selects issues, so it is ignored for a single issue. */
  readonly chooses?: true
  /** The allowed values in the contract's spelling, matched without case. */
  readonly values?: readonly string[]
  /** Repeated values are joined with commas; otherwise they are an error. */
  readonly list?: true
  /** Surrounding spaces are significant. */
  readonly exact?: true
  /** Absent: it applies to every report of its endpoints. */
  readonly effect?: Effect
  /** The default, as text. */
  readonly fallback: string
  readonly description: string
  readonly example: string
}

/** The kinds of issue selection. */
export const filterTypes = ['user', 'project', 'jqlfilter', 'customjql', 'sprint'] as const
/** The length of a day in formatted durations. */
export const dayLengths = ['24HourDays', 'businessDays'] as const
/** The dates that startDate and endDate can refer to. */
export const dateRangeFields = ['created', 'updated', 'resolved'] as const
/** Placeholders for empty values, by name. With `null`, the value is omitted. */
export const emptyTokens = {
  Hyphen: '-',
  Zero: '0',
  Null: 'null',
  NoChar: '',
  SingleSpace: ' ',
  NoToken: null,
} as const

const COLUMNS_OF_STATUSES: Effect = { levels: ['status', 'transition', 'user', 'group'] }
const DURATIONS: Effect = { kind: 'duration' }
const SORTABLE: Effect = { reports: ['statusDuration', 'statusCount', 'durationBetweenStatuses', 'assigneeDuration'] }

/**
 * Every parameter, in the order of the contract (§2.1), followed by our own. Parsing, messages and the reference use
 * this order.
 */
export const parameters = [
  { name: 'aggregationType', of: 'aggregation', values: aggregates, fallback: 'required', description: 'Which aggregate of the issues of a row.', example: 'average' },
  { name: 'outputType', of: 'both', values: ['csv', 'json'], fallback: 'json', description: 'The format of the answer.', example: 'csv' },
  { name: 'filterType', of: 'both', chooses: true, values: [...filterTypes, 'advanced'], fallback: 'required', description: 'How the issues are chosen; the matching one of user, projectKey, jqlFilterID, customjql and sprintID says which. advanced is an old name of jqlfilter.', example: 'project' },
  { name: 'user', of: 'both', chooses: true, fallback: 'required when filterType is user', description: 'The issues assigned to this user now: login name, account id, user key or display name.', example: 'ada' },
  { name: 'projectKey', of: 'both', chooses: true, fallback: 'required when filterType is project', description: 'The issues of this project: its key or name.', example: 'WEB' },
  { name: 'jqlFilterID', of: 'both', chooses: true, fallback: 'required when filterType is jqlfilter', description: 'The issues of this saved query: its id or name.', example: '10100' },
  { name: 'customjql', of: 'both', chooses: true, fallback: 'required when filterType is customjql', description: 'The issues this query finds.', example: 'project = WEB AND resolution IS EMPTY' },
  { name: 'sprintID', of: 'both', chooses: true, fallback: 'required when filterType is sprint', description: 'The issues of this sprint: its id or name.', example: '7' },
  { name: 'columnsBy', of: 'both', values: Object.keys(reportTypes), fallback: 'required', description: 'Which report.', example: 'statusDuration' },
  { name: 'multiVisitBehavior', of: 'both', values: multiVisits, effect: { reports: ['statusDuration'] }, fallback: 'total', description: 'What several stays of an issue in one status come to. Only in statusDuration reports.', example: 'first' },
  { name: 'averageDenominator', of: 'aggregation', values: denominators, effect: { aggregates: ['average', 'standardDeviation'] }, fallback: 'nonNull', description: 'What an average or a deviation counts: the issues with a value, or all issues of the row.', example: 'rowCount' },
  { name: 'fields', of: 'list', list: true, fallback: 'none', description: 'Fields to show as further columns: ids or names, separated by commas.', example: 'assignee,fixVersions' },
  { name: 'historyFields', of: 'both', list: true, effect: { levels: ['field'] }, fallback: 'required in anyfieldDuration and anyFieldCount', description: 'The fields whose values are the columns: ids or names, separated by commas.', example: 'priority' },
  { name: 'statuses', of: 'both', list: true, effect: COLUMNS_OF_STATUSES, fallback: 'all statuses found', description: 'The statuses to report, in this order: ids or names separated by commas, or a JSON array of {"type":"std","id"} and {"type":"cons","name","statuses"} elements.', example: '1,3,10001' },
  { name: 'assignees', of: 'both', list: true, effect: { levels: ['user'] }, fallback: 'all users found', description: 'The users to report: logins or names, separated by commas, or a JSON array of them.', example: 'ada,grace' },
  { name: 'groups', of: 'both', list: true, effect: { levels: ['group'] }, fallback: 'none', description: 'The user groups to report: names, separated by commas.', example: 'developers' },
  { name: 'dbsMetrics', of: 'both', effect: { levels: ['metric'] }, fallback: 'required in durationBetweenStatuses', description: 'The metrics of a durationBetweenStatuses report: a JSON array of at most 10 {"name","from","to","excluded"} elements, with ids or names of statuses.', example: '[{"name":"Lead Time","to":{"id":"10002","order":"first"}}]' },
  { name: 'includeDeletedStatuses', of: 'both', values: ['true', 'false'], fallback: 'true', description: 'Whether statuses that the tracker no longer has are reported.', example: 'false' },
  { name: 'startDate', of: 'both', chooses: true, fallback: 'no limit', description: 'Only issues whose dateRangeField is at or after this: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfMonth(-1).', example: '2024-03-01' },
  { name: 'endDate', of: 'both', chooses: true, fallback: 'no limit', description: 'Only issues whose dateRangeField is before this: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfMonth(-1).', example: '2024-04-01' },
  { name: 'dateRangeField', of: 'both', chooses: true, values: dateRangeFields, fallback: 'required with startDate or endDate', description: 'The date that startDate and endDate limit.', example: 'created' },
  { name: 'trimHistoryStartDate', of: 'both', fallback: 'no limit', description: 'Only what happened from here on counts: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfMonth(-1).', example: '2024-03-01' },
  { name: 'trimHistoryEndDate', of: 'both', fallback: 'no limit', description: 'Only what happened before this counts: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfMonth(-1).', example: '2024-04-01' },
  { name: 'calendar', of: 'both', effect: DURATIONS, fallback: 'required in duration reports', description: 'The hours that count: normalHours (all of them), 0 (the default business calendar) or the id or name of a custom calendar.', example: 'normalHours' },
  { name: 'dayLength', of: 'both', values: dayLengths, effect: DURATIONS, fallback: 'required in duration reports whose calendar is not normalHours', description: 'The length of a day in formatted durations.', example: 'businessDays' },
  { name: 'viewFormat', of: 'both', values: viewFormats, effect: DURATIONS, fallback: 'minutes', description: 'How durations are written.', example: 'days' },
  { name: 'dateFormat', of: 'both', exact: true, fallback: "the server's setting, else dd/MMM/yy", description: 'How dates are written: a Java date pattern.', example: 'yyyy-MM-dd' },
  { name: 'dateTimeFormat', of: 'both', exact: true, fallback: "the server's setting, else dd/MMM/yy h:mm a", description: 'How moments are written: a Java date pattern.', example: 'yyyy-MM-dd HH:mm' },
  { name: 'sortBy', of: 'aggregation', effect: SORTABLE, fallback: 'the order of the groups', description: 'The id or the name of the value column that orders the rows; needs sortDir.', example: '3' },
  { name: 'sortDir', of: 'aggregation', values: ['asc', 'desc'], effect: SORTABLE, fallback: 'required with sortBy', description: 'The direction of sortBy.', example: 'desc' },
  { name: 'filters', of: 'aggregation', effect: { reports: ['statusDuration'] }, fallback: 'all rows', description: 'Conditions on the rows of a statusDuration report: a JSON array of at most 10 {"column","operator","value","unit"} elements. A value has at most 30 digits.', example: '[{"column":"3","operator":"greaterThan","value":"2","unit":"day"}]' },
  { name: 'emptyValueToken', of: 'both', values: Object.keys(emptyTokens), exact: true, fallback: 'Hyphen', description: 'What stands for an empty value, by name or by the literals -, 0, null and one blank.', example: 'NoChar' },
  { name: 'groupByFields', of: 'both', list: true, fallback: 'none', description: `Fields whose values form the rows: ids or names, and date:<unit>:<field>, separated by commas; the units are ${dateUnits.join(', ')}.`, example: 'project,date:month:created' },
  { name: 'pageSize', of: 'list', chooses: true, fallback: '200', description: 'Issues on a page: 1 to 200; a whole number out of that range is 200.', example: '50' },
  { name: 'startIssueIndex', of: 'list', chooses: true, fallback: '0', description: 'The index of an issue, counted from 0: the page that holds it is returned.', example: '200' },
  { name: 'asOf', of: 'both', fallback: 'the moment of the request', description: 'The moment the report is true at: an ISO 8601 date-time with its offset, a date for its 00:00, or relative to now, such as -1d or startOfMonth().', example: '2024-06-30T00:00:00Z' },
  { name: 'timeZone', of: 'both', fallback: "the caller's, else the server's", description: 'The zone of all dates in the request and the answer: an IANA name.', example: 'Europe/Berlin' },
  { name: 'csvSafe', of: 'both', values: ['true', 'false'], fallback: 'false', description: 'Whether CSV cells that a spreadsheet would run as formulas get an apostrophe in front.', example: 'true' },
  { name: 'inGroup', of: 'list', chooses: true, fallback: 'the issues of all groups', description: 'Only the issues of one group, as an aggregation shows it: a JSON array of its values, one for each of groupByFields, null for no value. Values that are shown alike are one group here.', example: '["Bug",null]' },
  { name: 'issueKey', of: 'issue', fallback: 'required', description: 'The issue that the report is about.', example: 'WEB-12' },
] as const satisfies readonly Parameter[] // biome-ignore format: a table

/** Returns whether an endpoint uses a parameter. */
export function isOf({ of, chooses }: Parameter, endpoint: RequestedEndpoint): boolean {
  if (endpoint === 'issue') return of === 'issue' || (of !== 'aggregation' && chooses !== true)
  return of === 'both' || of === endpoint
}

/** The name of a parameter, in the contract's spelling. */
export type ParameterName = (typeof parameters)[number]['name']

/** Returns whether a parameter applies to a report; `aggregate` is `null` in lists. */
export function hasEffect({ effect = {} }: Parameter, type: ReportType, aggregate: Aggregate | null): boolean {
  const { kind = type.kind, levels, reports, aggregates } = effect
  return (
    kind === type.kind &&
    (!levels || levels.includes(type.outer) || (type.inner !== null && levels.includes(type.inner))) &&
    (!reports || (reports as readonly string[]).includes(type.name)) &&
    (!aggregates || aggregate === null || aggregates.includes(aggregate))
  )
}

const BY_NAME = new Map<string, Parameter>(parameters.map(parameter => [parameter.name, parameter]))

/** Returns the parameter with a name. */
export function parameterNamed(name: ParameterName): Parameter {
  return BY_NAME.get(name)!
}

/** Where a parameter has an effect, as plain data. `null` in `reports` and `aggregates` means all. */
export interface ParameterEffect {
  readonly name: string
  readonly endpoint: 'both' | Endpoint
  readonly reports: readonly string[] | null
  readonly aggregates: readonly string[] | null
}

/** Returns the parameters of the aggregation and the list that have no effect in some reports. */
export function parameterEffects(): ParameterEffect[] {
  return (parameters as readonly Parameter[]).flatMap(parameter => {
    const { name, of, effect } = parameter
    if (of === 'issue' || (of === 'both' && !effect)) return []
    const reports = Object.values(reportTypes).filter(type => hasEffect(parameter, type, null))
    const isLimited = reports.length < Object.keys(reportTypes).length
    return {
      name,
      endpoint: of,
      reports: isLimited ? reports.map(type => type.name) : null,
      aggregates: effect?.aggregates ?? null,
    }
  })
}
