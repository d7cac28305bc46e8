import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { endpointOf, type PageParameter } from '../state/choices.ts'
import { parseJson } from '../state/json.ts'
import { texts } from '../texts/en.ts'
import { errorTexts } from '../texts/setting-errors.ts'
import type { ErrorRule, ServerError } from './error-rule.ts'
import { groupingProblem } from './grouping-problem.ts'
import { isAllHours } from './has-effect.ts'
import { knownColumns, statusName } from './known-columns.ts'
import { MAX_METRICS, type MetricChoice, metricName, readMetrics } from './metrics.ts'
import { type NamedItem, nameProblem } from './name-problem.ts'
import { type OfferedChoice, offeredChoices } from './offered-choices.ts'
import { equalsIgnoringCase, reportTypeOf, splitList } from './report-type.ts'
import { decimalOf, MAX_FILTERS, readFilters } from './row-filters.ts'
import { type FilterType, filterTypeOf } from './selectors.ts'
import { columnId, membersOf, readColumns } from './status-columns.ts'

const { builder } = texts
const { kinds } = errorTexts

/** A parameter with a fixed list of values. `conflict` explains a value that other choices exclude. */
function choice(parameter: keyof typeof offeredChoices, conflict: ErrorRule = noText): ErrorRule {
  return error => {
    const offered: readonly OfferedChoice[] = offeredChoices[parameter](error.choices, error.catalogue)
    const names = offered.map(([, name]) => name)
    if (error.value === undefined) return errorTexts.choose(names)
    const isOffered = offered.some(([value]) => equalsIgnoringCase(value, error.value))
    return conflict(error) ?? (isOffered ? null : errorTexts.notOffered(error.value, names))
  }
}

/** A parameter without a control. The page knows nothing about its values. */
const noText = () => null

/** A parameter that names items of the catalogue. */
function named(
  kind: keyof typeof kinds,
  itemsIn: (catalogue: PageCatalogue) => readonly NamedItem[],
  textsIn = (value: string): readonly string[] => [value],
): ErrorRule {
  return ({ value, message, catalogue }) =>
    value === undefined
      ? errorTexts.required(kinds[kind])
      : nameProblem(textsIn(value), itemsIn(catalogue), kinds[kind], message)
}

/** A parameter that selects issues. Only one of them applies. */
function selector(type: FilterType, rule: ErrorRule): ErrorRule {
  return error => {
    const chosen = filterTypeOf(error.choices)
    const isOther = chosen !== undefined && chosen !== type
    return isOther ? errorTexts.otherSelector(builder.issues.labels[chosen]) : rule(error)
  }
}

/** One end of a range of dates. The server reports a wrong order at the first one. */
function date(lastName?: 'endDate' | 'trimHistoryEndDate'): ErrorRule {
  return ({ value, message, choices }) => {
    const last = lastName && choices[lastName]
    if (value === undefined) return null
    if (last && message.startsWith(`'${value}' is after ${lastName} `)) return errorTexts.afterEnd(value, last)
    return message.startsWith(`'${value}' is not a `) ? errorTexts.notADate(value) : null
  }
}

/** A parameter that only some reports have. */
function ifSupported(rule: ErrorRule): ErrorRule {
  return error => {
    const type = reportTypeOf(error.choices, error.catalogue)
    const isUnsupported = type !== undefined && error.message.startsWith('is not possible with ')
    return isUnsupported ? errorTexts.noEffect(type.page.name) : rule(error)
  }
}

const fields = ({ fields }: PageCatalogue) => fields
const statuses = ({ statuses }: PageCatalogue) => statuses

function column({ value, message }: ServerError): string | null {
  return value === undefined ? errorTexts.required(kinds.column) : nameProblem([value], [], kinds.column, message)
}

const reportOf: ErrorRule = ({ choices, catalogue }) => {
  const type = reportTypeOf(choices, catalogue)
  const { shape, shapes } = builder.what
  const isSummaryOfDates = type?.kind === 'date' && endpointOf(choices) === 'aggregation'
  return isSummaryOfDates ? errorTexts.onlyInLists(type.page.name, shape, shapes.list) : null
}

const visits: ErrorRule = ({ value }) => {
  const { total, first, last, average } = builder.what.multiVisits
  return equalsIgnoringCase('average', value) ? errorTexts.notByPeriod(average, [total, first, last]) : null
}

const lengthOfDay: ErrorRule = ({ value, choices, catalogue }) => {
  if (!equalsIgnoringCase('businessDays', value)) return null
  const { dayLengths, calendar } = builder.time
  if (isAllHours(choices.calendar)) return errorTexts.needsCalendar(dayLengths.businessDays, calendar)
  return errorTexts.unequalDays(offeredChoices.dayLength(choices, catalogue).map(([, name]) => name))
}

/** Returns whether a list of names is text, or a JSON array of texts. */
function isReadable(names = ''): boolean {
  const elements = parseJson(names)
  return !names.trim().startsWith('[') || (Array.isArray(elements) && elements.every(one => typeof one === 'string'))
}

const calendar: ErrorRule = ({ value, message, choices, catalogue }) => {
  const names = offeredChoices.calendar(choices, catalogue).map(([, name]) => name)
  if (value === undefined) return errorTexts.choose(names)
  const unknown = nameProblem([value], catalogue.calendars, kinds.calendar, message)
  return unknown && `${unknown} ${errorTexts.choose(names)}`
}

const statusColumns: ErrorRule = ({ value, message, catalogue }) => {
  const columns = readColumns(value)
  if (value?.trim().startsWith('[') && columns.length === 0) return errorTexts.unreadable
  const unknown = nameProblem(columns.flatMap(membersOf), statuses(catalogue), kinds.status, message)
  const empty = columns.find(column => membersOf(column).length === 0)
  if (unknown !== null || !empty) return unknown ?? sameName(columns.map(one => statusName(columnId(one), catalogue)))
  return errorTexts.emptyColumn(columnId(empty))
}

const metrics: ErrorRule = ({ value, message, catalogue }) => {
  const elements = parseJson(value)
  const found = readMetrics(value)
  if (value === undefined || (Array.isArray(elements) && elements.length === 0)) return `${builder.missing.metrics}.`
  if (!Array.isArray(elements) || found.length < elements.length) return errorTexts.unreadable
  if (found.length > MAX_METRICS) return builder.metrics.full(MAX_METRICS)
  const names = found.map(({ name }) => name.trim())
  if (names.some(name => name === '' || metricName(name) !== name)) return builder.metrics.nameHint
  return sameName(names) ?? nameProblem(found.flatMap(statusesIn), statuses(catalogue), kinds.status, message)
}

/** Explains that two columns have the same name. */
function sameName(names: readonly string[]): string | null {
  const second = names.find((name, index) => names.findIndex(one => equalsIgnoringCase(one, name)) < index)
  return second === undefined ? null : errorTexts.sameName(second)
}

function statusesIn({ from, to, excluded }: MetricChoice): readonly string[] {
  const ends = [from, to].flatMap(end => {
    if (!end || 'category' in end) return []
    return 'id' in end ? [end.id] : end.ids
  })
  return [...ends, ...excluded]
}

const filters: ErrorRule = ({ value, message, choices, catalogue }) => {
  const elements = parseJson(value)
  const found = readFilters(value)
  if (!Array.isArray(elements) || found.length < elements.length) return errorTexts.unreadable
  if (found.length > MAX_FILTERS) return builder.rows.full(MAX_FILTERS)
  const wrong = found.find(filter => decimalOf(filter.value) === null)
  if (wrong) return errorTexts.notANumber(wrong.value)
  const columns = knownColumns(choices, catalogue).map(({ id, name }) => ({ id, name: name ?? id }))
  const named = found.map(filter => filter.column)
  return nameProblem(named, columns, kinds.column, message)
}

/** How the page explains the errors of each parameter. */
export const errorRules: Readonly<Record<PageParameter, ErrorRule>> = {
  filterType: choice('filterType'),
  projectKey: selector(
    'project',
    named('project', ({ projects }) => projects.map(({ key, name }) => ({ id: key, name }))),
  ),
  user: selector('user', ({ value }) =>
    value === undefined ? errorTexts.choosePerson : errorTexts.unknownUser(value),
  ),
  jqlFilterID: selector(
    'jqlfilter',
    named('savedQuery', ({ savedQueries }) => savedQueries),
  ),
  sprintID: selector(
    'sprint',
    named('sprint', ({ sprints }) => sprints),
  ),
  customjql: selector('customjql', ({ value, message }) => (value === undefined ? errorTexts.writeQuery : message)),
  inGroup: () => errorTexts.otherGroup,
  columnsBy: choice('columnsBy', reportOf),
  aggregationType: choice('aggregationType'),
  percentile: () => errorTexts.percentile,
  percentiles: noText,
  averageDenominator: choice('averageDenominator'),
  multiVisitBehavior: choice('multiVisitBehavior', visits),
  historyFields: named('field', fields, splitList),
  dbsMetrics: metrics,
  groupByFields: groupingProblem,
  sortBy: ifSupported(column),
  sortDir: choice('sortDir'),
  filters: ifSupported(filters),
  fields: named('field', fields, splitList),
  pageSize: noText,
  startIssueIndex: noText,
  statuses: statusColumns,
  includeDeletedStatuses: choice('includeDeletedStatuses'),
  assignees: ({ value }) => (isReadable(value) ? errorTexts.ambiguousUsers : errorTexts.unreadable),
  groups: named('group', ({ groups }) => groups.map(name => ({ id: name, name })), splitList),
  calendar,
  dayLength: choice('dayLength', lengthOfDay),
  dateRangeField: choice('dateRangeField'),
  startDate: date('endDate'),
  endDate: date(),
  trimHistoryStartDate: date('trimHistoryEndDate'),
  trimHistoryEndDate: date(),
  asOf: date(),
  timeZone: ({ value }) => (value === undefined ? null : errorTexts.notAZone(value)),
  viewFormat: choice('viewFormat'),
  emptyValueToken: choice('emptyValueToken'),
  dateFormat: ({ message }) => message,
  dateTimeFormat: ({ message }) => message,
  orderBy: column,
  orderDir: choice('orderDir'),
  outputType: noText,
  csvSafe: noText,
  csvBom: noText,
  delimiter: noText,
  decimal: noText,
  durations: noText,
  columnNames: noText,
  uniqueHeaders: noText,
  engine: noText,
  issueKey: noText,
}
