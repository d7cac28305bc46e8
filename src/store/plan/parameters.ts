import { type Aggregate, denominators } from '../../core/measure/aggregate.ts'
import { multiVisits } from '../../core/measure/multi-visit.ts'
import { dateUnits } from '../../core/time/date-group.ts'
import { viewFormats } from '../../core/time/duration-format.ts'
import { aggregateNames, aggregates } from './aggregates.ts'
import { reportFormatNames } from './formats.ts'
import {
  type ColumnLevel,
  type ReportFeature,
  type ReportType,
  type ReportTypeName,
  reportTypes,
} from './report-types.ts'

/** The two endpoints of the contract: rows of groups, and rows of issues. */
export type Endpoint = 'aggregation' | 'list'

/** An endpoint of a report: the two of the contract, and the one for a single issue, which returns a list. */
export type RequestedEndpoint = Endpoint | 'issue'

/** The requests in which a parameter has an effect: those that meet every condition given here. */
export interface Effect {
  readonly kind?: ReportType['kind']
  /** At least one level of columns is one of these. */
  readonly levels?: readonly ColumnLevel[]
  readonly feature?: ReportFeature
  /** The aggregate is one of these. Lists always match. */
  readonly aggregates?: readonly Aggregate[]
  /** At least one of these parameters is sent. */
  readonly needs?: readonly string[]
  /** This parameter has none of these values. */
  readonly unless?: { readonly name: string; readonly values: readonly string[] }
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
  /** Each repeated value stands for itself. */
  readonly repeats?: true
  /** Surrounding spaces are significant. */
  readonly exact?: true
  /** Absent: it applies to every report of its endpoints. */
  readonly effect?: Effect
  /** The values or members of a parameter of the contract that only we have. They only change under new names. */
  readonly ownValues?: readonly string[]
  /** The default, as text. */
  readonly fallback: string
  readonly description: string
  readonly example: string
}

/** The kinds of issue selection. */
export const filterTypes = ['user', 'project', 'jqlfilter', 'customjql', 'sprint'] as const
/** The length of a day in formatted durations. */
export const dayLengths = ['24HourDays', 'businessDays'] as const
/** The databases that can compute a report; `auto` leaves the choice to the server. */
export const engines = ['auto', 'duckdb', 'trino'] as const
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

/** The characters between the cells of CSV, by name. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const
/** The decimal separators of CSV. */
export const decimals = ['point', 'comma'] as const
/** What the columns of CSV and of files are named by. */
export const columnNamings = ['label', 'id'] as const
/** The forms of durations in CSV. */
export const durationForms = ['text', 'number'] as const

const COLUMNS_OF_STATUSES: Effect = { levels: ['status', 'transition', 'user', 'group'] }
const DURATIONS: Effect = { kind: 'duration' }
/** The spellings of 24/7. The contract uses both (§2.1, calendar). */
export const allHoursNames = ['normalHours', 'normalHour']
const DAYS: Effect = { ...DURATIONS, needs: ['calendar'], unless: { name: 'calendar', values: allHoursNames } }
const SORTABLE: Effect = { feature: 'sort' }
/** The forms of relative dates. */
const RELATIVE = ['-<number><unit>', '<function>(<number>)'] as const

/**
 * Every parameter, in the order of the contract (§2.1), followed by our own. Parsing, messages and the reference use
 * this order.
 */
export const parameters = [
  { name: 'aggregationType', of: 'aggregation', values: aggregateNames, ownValues: ['percentile'], fallback: 'required', description: 'The aggregate over the issues of each row.', example: 'average' },
  { name: 'outputType', of: 'both', values: reportFormatNames, fallback: 'json', description: 'The format of the response.', example: 'csv' },
  { name: 'filterType', of: 'both', chooses: true, values: [...filterTypes, 'advanced'], fallback: 'required', description: 'How the issues are selected. `user`, `projectKey`, `jqlFilterID`, `customjql` or `sprintID` then names them. `advanced` is an old name of `jqlfilter`.', example: 'project' },
  { name: 'user', of: 'both', chooses: true, fallback: 'required when filterType is user', description: 'Selects the issues that are assigned to this user now: login, account id, user key or display name.', example: 'ada' },
  { name: 'projectKey', of: 'both', chooses: true, fallback: 'required when filterType is project', description: 'Selects the issues of this project: key or name.', example: 'WEB' },
  { name: 'jqlFilterID', of: 'both', chooses: true, fallback: 'required when filterType is jqlfilter', description: 'Selects the issues of this saved query: id or name.', example: '10100' },
  { name: 'customjql', of: 'both', chooses: true, fallback: 'required when filterType is customjql', description: 'Selects the issues that match this query.', example: 'project = WEB AND resolution IS EMPTY' },
  { name: 'sprintID', of: 'both', chooses: true, fallback: 'required when filterType is sprint', description: 'Selects the issues of this sprint: id or name.', example: '7' },
  { name: 'columnsBy', of: 'both', values: Object.keys(reportTypes), fallback: 'required', description: 'The report.', example: 'statusDuration' },
  { name: 'multiVisitBehavior', of: 'both', values: multiVisits, effect: { feature: 'multiVisit' }, fallback: 'total', description: 'How several visits of an issue to one status are combined.', example: 'first' },
  { name: 'averageDenominator', of: 'aggregation', values: denominators, effect: { aggregates: aggregateNames.filter(name => aggregates[name].hasDenominator) }, fallback: 'nonNull', description: 'The number to divide by: the issues with a value, or all issues of the row.', example: 'rowCount' },
  { name: 'fields', of: 'list', list: true, ownValues: ['currentStatusAge'], fallback: 'none', description: 'Fields to show as additional columns: ids or names, separated by commas. `currentStatusAge` is the time since the issue entered its current status, in the calendar of the report.', example: 'assignee,fixVersions' },
  { name: 'historyFields', of: 'both', list: true, effect: { levels: ['field'] }, fallback: 'required if it has an effect', description: 'The fields whose values become the columns: ids or names, separated by commas.', example: 'priority' },
  { name: 'statuses', of: 'both', list: true, effect: COLUMNS_OF_STATUSES, fallback: 'all statuses found', description: 'The statuses to report, in this order: ids or names separated by commas, or a JSON array of {"type":"std","id"} and {"type":"cons","name","statuses"} elements.', example: '1,3,10001' },
  { name: 'assignees', of: 'both', list: true, effect: { levels: ['user'] }, fallback: 'all users found', description: 'The users to report: logins or names, separated by commas, or a JSON array of them.', example: 'ada,grace' },
  { name: 'groups', of: 'both', list: true, effect: { levels: ['group'] }, fallback: 'none', description: 'The user groups to report: names, separated by commas.', example: 'developers' },
  { name: 'dbsMetrics', of: 'both', effect: { levels: ['metric'] }, ownValues: ['from.ids', 'from.category', 'to.ids', 'to.category'], fallback: 'required if it has an effect', description: 'The metrics to report: a JSON array of at most 10 {"name","from","to","excluded"} elements, with ids or names of statuses. from and to have an id, ids, or the category new, indeterminate or done.', example: '[{"name":"Lead Time","to":{"id":"10002","order":"first"}}]' },
  { name: 'includeDeletedStatuses', of: 'both', values: ['true', 'false'], fallback: 'true', description: 'Whether the report includes statuses that the tracker no longer has.', example: 'false' },
  { name: 'startDate', of: 'both', chooses: true, ownValues: RELATIVE, fallback: 'no limit', description: 'Selects the issues whose dateRangeField is at or after this: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfMonth(-1).', example: '2024-03-01' },
  { name: 'endDate', of: 'both', chooses: true, ownValues: RELATIVE, fallback: 'no limit', description: 'Selects the issues whose dateRangeField is before this: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfMonth(-1).', example: '2024-04-01' },
  { name: 'dateRangeField', of: 'both', chooses: true, values: dateRangeFields, effect: { needs: ['startDate', 'endDate'] }, fallback: 'required with startDate or endDate', description: 'The date that startDate and endDate limit.', example: 'created' },
  { name: 'trimHistoryStartDate', of: 'both', ownValues: RELATIVE, fallback: 'no limit', description: 'Counts only time and events from this on: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfMonth(-1).', example: '2024-03-01' },
  { name: 'trimHistoryEndDate', of: 'both', ownValues: RELATIVE, fallback: 'no limit', description: 'Counts only time and events before this: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfMonth(-1).', example: '2024-04-01' },
  { name: 'calendar', of: 'both', effect: DURATIONS, fallback: 'required in duration reports', description: 'The working hours that count: normalHours (24/7), 0 (the default working calendar), or the id or name of another calendar.', example: 'normalHours' },
  { name: 'dayLength', of: 'both', values: dayLengths, effect: DAYS, fallback: 'required in duration reports whose calendar is not normalHours', description: 'The length of a day in formatted durations.', example: 'businessDays' },
  { name: 'viewFormat', of: 'both', values: viewFormats, effect: DURATIONS, fallback: 'minutes', description: 'The format of durations.', example: 'days' },
  { name: 'dateFormat', of: 'both', exact: true, fallback: "the server's setting, else dd/MMM/yy", description: 'The format of dates: a Java date pattern.', example: 'yyyy-MM-dd' },
  { name: 'dateTimeFormat', of: 'both', exact: true, fallback: "the server's setting, else dd/MMM/yy h:mm a", description: 'The format of dates with a time: a Java date pattern.', example: 'yyyy-MM-dd HH:mm' },
  { name: 'sortBy', of: 'aggregation', effect: SORTABLE, fallback: 'the order of the groups', description: 'The id or name of the value column that sorts the rows. Needs sortDir.', example: '3' },
  { name: 'sortDir', of: 'aggregation', values: ['asc', 'desc'], effect: SORTABLE, fallback: 'required with sortBy', description: 'The direction of sortBy.', example: 'desc' },
  { name: 'filters', of: 'aggregation', effect: { feature: 'filter' }, fallback: 'all rows', description: 'Conditions on the rows: a JSON array of at most 10 {"column","operator","value","unit"} elements. A value has at most 30 digits.', example: '[{"column":"3","operator":"greaterThan","value":"2","unit":"day"}]' },
  { name: 'emptyValueToken', of: 'both', values: Object.keys(emptyTokens), exact: true, fallback: 'Hyphen', description: 'The placeholder for an empty value: a name, or one of the literals -, 0, null and a single space.', example: 'NoChar' },
  { name: 'groupByFields', of: 'both', list: true, ownValues: ['period:<unit>'], fallback: 'none', description: `Fields whose values group the rows: ids or names, or date:<unit>:<field>, separated by commas. The units are ${dateUnits.join(', ')}. Also one period:<unit>, the period in which time was spent, or something happened; in lists only with inGroup.`, example: 'project,date:month:created' },
  { name: 'pageSize', of: 'list', chooses: true, fallback: '200', description: 'The number of issues on a page: 1 to 200. Any other whole number means 200.', example: '50' },
  { name: 'startIssueIndex', of: 'list', chooses: true, fallback: '0', description: 'The index of an issue, counted from 0. The response is the page that contains it.', example: '200' },
  { name: 'asOf', of: 'both', fallback: 'the time of the request', description: 'The report shows the state at this time: an ISO 8601 date-time with an offset, a date (its 00:00), or relative to now, such as -1d or startOfMonth().', example: '2024-06-30T00:00:00Z' },
  { name: 'timeZone', of: 'both', fallback: "the caller's, else the server's", description: 'The time zone of all dates in the request and the response: an IANA name.', example: 'Europe/Berlin' },
  { name: 'csvSafe', of: 'both', values: ['true', 'false'], fallback: 'the value of csvBom', description: 'Whether CSV cells that a spreadsheet would run as formulas start with an apostrophe.', example: 'true' },
  { name: 'csvBom', of: 'both', values: ['true', 'false'], fallback: 'false', description: 'Whether CSV starts with a byte order mark, so that Excel reads it as UTF-8. Also turns on csvSafe, unless that is sent.', example: 'true' },
  { name: 'delimiter', of: 'both', exact: true, values: Object.keys(delimiters), fallback: 'comma', description: 'The character between the cells of CSV: a name, or the character itself.', example: 'semicolon' },
  { name: 'decimal', of: 'both', values: decimals, fallback: 'point', description: 'The decimal separator of numbers in CSV.', example: 'comma' },
  { name: 'durations', of: 'both', values: durationForms, effect: DURATIONS, fallback: 'text', description: 'How CSV shows durations: as text in viewFormat, or as numbers in its unit, which the header names. Formats of several units, such as hhmmss, become hours.', example: 'number' },
  { name: 'columnNames', of: 'both', values: columnNamings, fallback: 'the texts of the header', description: 'The names of the columns of CSV: their labels, made unique (label), or their ids, which never change (id).', example: 'id' },
  { name: 'uniqueHeaders', of: 'both', values: ['true', 'false'], fallback: 'false, but true in files', description: 'Whether CSV columns that share a name have their ids after it, as in Review (10200).', example: 'true' },
  { name: 'engine', of: 'both', values: engines, fallback: "the server's setting", description: 'The database that computes the report: the store itself (duckdb), or the published tables on a cluster (trino).', example: 'duckdb' },
  { name: 'percentile', of: 'aggregation', effect: { aggregates: ['percentile'] }, fallback: 'required when aggregationType is percentile', description: 'The percentile of the issues of each row, by nearest rank: a whole number from 1 to 100.', example: '85' },
  { name: 'percentiles', of: 'aggregation', list: true, fallback: 'none', description: 'Percentiles that each cell has in addition, by nearest rank: at most 10 whole numbers from 1 to 100, separated by commas. CSV has a column for each.', example: '50,85' },
  { name: 'inGroup', of: 'both', fallback: 'the issues of all groups', description: 'Selects the issues of one group: a JSON array with one value for each of groupByFields, null for no value. Values that look the same form one group. A period also selects the time that counts.', example: '["Bug",null]' },
  { name: 'orderBy', of: 'list', chooses: true, fallback: 'the order of the query', description: 'The id or name of the column that sorts all issues of the list: key, summary, a group, a field or a value. Empty cells are last in both directions.', example: 'summary' },
  { name: 'orderDir', of: 'list', chooses: true, values: ['asc', 'desc'], effect: { needs: ['orderBy'] }, fallback: 'asc, if orderBy is sent', description: 'The direction of orderBy.', example: 'desc' },
  { name: 'issueKey', of: 'issue', fallback: 'required', description: 'The issue of the report.', example: 'WEB-12' },
] as const satisfies readonly Parameter[] // biome-ignore format: a table

/** The parameters that the contract does not have: `asOf` and all after it. They only change under new names. */
export const extensionNames: ReadonlySet<string> = new Set(
  parameters.slice(parameters.findIndex(({ name }) => name === 'asOf')).map(({ name }) => name),
)

/** The part of a parameter that decides how its values are read. */
export type RequestParameter = Pick<Parameter, 'name' | 'list' | 'repeats' | 'exact'>

/** The parameters of a request. */
export interface ParameterTable {
  /** The names of all parameters, in the order of messages. */
  readonly names: readonly string[]
  /**
   * Returns the parameter with a name in lower case, and why the request ignores it: the end of a sentence, or `null`.
   */
  readonly find: (
    name: string,
  ) => { readonly parameter: RequestParameter; readonly whyIgnored: string | null } | undefined
}

/** Returns the parameters of a report. */
export function reportParameters(endpoint: RequestedEndpoint): ParameterTable {
  return {
    names: NAMES,
    find: name => {
      const parameter = BY_LOWER_NAME.get(name)
      return parameter && { parameter, whyIgnored: isOf(parameter, endpoint) ? null : whyIgnored(parameter) }
    },
  }
}

const NAMES: readonly string[] = parameters.map(({ name }) => name)

const BY_LOWER_NAME: ReadonlyMap<string, Parameter> = new Map(
  parameters.map(parameter => [parameter.name.toLowerCase(), parameter]),
)

function whyIgnored({ of, chooses }: Parameter): string {
  return chooses && of === 'both' ? 'the report is about one issue' : `it is a parameter of the ${of} report`
}

/** Returns whether an endpoint uses a parameter. */
export function isOf({ of, chooses }: Parameter, endpoint: RequestedEndpoint): boolean {
  if (endpoint === 'issue') return of === 'issue' || (of !== 'aggregation' && chooses !== true)
  return of === 'both' || of === endpoint
}

/** The name of a parameter, in the contract's spelling. */
export type ParameterName = (typeof parameters)[number]['name']

/**
 * Returns whether a parameter applies to a report; `aggregate` is `null` in lists. Ignores the other parameters of the
 * request.
 */
export function hasEffect({ effect = {} }: Parameter, type: ReportType, aggregate: Aggregate | null): boolean {
  const { kind = type.kind, levels, feature, aggregates } = effect
  return (
    kind === type.kind &&
    (!levels || levels.includes(type.outer) || (type.inner !== null && levels.includes(type.inner))) &&
    (!feature || type.features?.includes(feature) === true) &&
    (!aggregates || aggregate === null || aggregates.includes(aggregate))
  )
}

/** Returns the names of the reports to which a parameter applies. */
export function reportsUsing(parameter: Parameter): ReportTypeName[] {
  const names = Object.keys(reportTypes) as ReportTypeName[]
  return names.filter(name => hasEffect(parameter, reportTypes[name], null))
}

const BY_NAME = new Map<string, Parameter>(parameters.map(parameter => [parameter.name, parameter]))

/** Returns the parameter with a name. */
export function parameterNamed(name: ParameterName): Parameter {
  return BY_NAME.get(name)!
}

/** The requests in which a parameter has an effect, as plain data. `null` means all. */
export interface ParameterEffect {
  readonly name: ParameterName
  readonly endpoint: 'both' | RequestedEndpoint
  readonly reports: readonly string[] | null
  readonly aggregates: readonly string[] | null
  /** At least one of these parameters is sent. */
  readonly needs: readonly ParameterName[] | null
  /** This parameter has none of these values. */
  readonly unless: { readonly name: ParameterName; readonly values: readonly string[] } | null
}

/** Returns where a parameter has an effect. */
export function effectOf(parameter: Parameter): ParameterEffect {
  const { name, of, effect } = parameter
  const reports = reportsUsing(parameter)
  // The names are those of `parameters`, whose type cannot refer to itself.
  return {
    name: name as ParameterName,
    endpoint: of,
    reports: reports.length < Object.keys(reportTypes).length ? reports : null,
    aggregates: effect?.aggregates ?? null,
    needs: (effect?.needs ?? null) as ParameterEffect['needs'],
    unless: (effect?.unless ?? null) as ParameterEffect['unless'],
  }
}

/** Returns the effects of the parameters of the aggregation and the list that have none in some requests. */
export function parameterEffects(): ParameterEffect[] {
  return (parameters as readonly Parameter[])
    .filter(({ of, effect }) => of !== 'issue' && (of !== 'both' || effect !== undefined))
    .map(effectOf)
}
