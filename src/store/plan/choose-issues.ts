import type { Steps } from '../../core/base/in-slices.ts'
import { bindJql } from '../../core/jql/bind-jql.ts'
import { compare, narrowJql, queryOf, sortBy } from '../../core/jql/build-jql.ts'
import type { QueryClock } from '../../core/jql/dates/date-value.ts'
import { readRelativeDate } from '../../core/jql/dates/relative-date.ts'
import type { JqlContext } from '../../core/jql/jql-context.ts'
import { JqlError } from '../../core/jql/jql-error.ts'
import { type NamesInText, namesInText } from '../../core/jql/names-in-text.ts'
import { parseJqlInSteps } from '../../core/jql/parse-jql.ts'
import { printJql } from '../../core/jql/print-jql.ts'
import type { JqlClause, JqlQuery } from '../../core/jql/query-tree.ts'
import { EARLIEST, type Instant, LATEST, parseDate } from '../../core/time/instant.ts'
import { formatReportDate, parseReportDate } from '../../core/time/report-date.ts'
import { UTC, type Zone } from '../../core/time/zone.ts'
import { orderOf } from './field-order.ts'
import { dateRangeFields, filterTypes, type RequestedEndpoint } from './parameters.ts'
import type { IssueParameter, PlanContext, SelectedQuery } from './plan-context.ts'
import { withProjectNumbers } from './project-numbers.ts'
import type { ReportPlan } from './report-plan.ts'
import { oneOf, quoted, type Suggestions, Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { resolveKnownPerson, resolveProject, resolveSavedQuery, resolveSprint } from './resolve-names.ts'

/**
 * The issues of a report: their condition, their order, the text and the tree of their query, and the names that are only
 * in the text.
 */
export type ChosenIssues = Pick<ReportPlan, 'where' | 'order' | 'query' | 'namesInText'> & { readonly tree: JqlQuery }

type FilterType = (typeof filterTypes)[number]

const SELECTORS = {
  user: 'user',
  project: 'projectKey',
  jqlfilter: 'jqlFilterID',
  customjql: 'customjql',
  sprint: 'sprintID',
} as const satisfies Record<FilterType, IssueParameter>

/** What selectors look up. */
type SelectorContext = Pick<PlanContext, 'catalogue' | 'jql'>

/**
 * Reads filterType with its one selector, or issueKey, as a query; `null` if it has errors. It may name issues, which planning
 * needs.
 */
export function* selectQuery(
  values: RequestValues<IssueParameter>,
  endpoint: RequestedEndpoint,
  context: SelectorContext,
): Steps<SelectedQuery | null> {
  if (endpoint === 'issue') {
    const key = values.text('issueKey')
    if (key !== undefined) return { selector: 'issueKey', query: queryOf(keyIs(key)) }
    if (!values.problems.has('issueKey')) values.require('issueKey', '')
    return null
  }
  const type = filterTypeOf(values)
  if (!type) return null
  rejectOtherSelectors(values, type)
  const selector = SELECTORS[type]
  const value = values.text(selector)
  if (value !== undefined) {
    const query = yield* collectJqlErrors(values, selector, readSelector(type, value, context, values.problems))
    if (query === null) return null
    if (!(query instanceof Unresolved)) return { selector, query }
    values.problems.add(selector, `${quoted(value)} ${query.why}`)
  } else if (!values.problems.has(selector)) values.require(selector, ` when filterType is ${type}`)
  return null
}

/**
 * Reads startDate, endDate and dateRangeField, and returns the issues of the selected query in this range.
 *
 * The query contains the complete selection: running `query` again finds the same issues.
 */
export function* chooseIssues(
  values: RequestValues<IssueParameter>,
  context: PlanContext,
  asOf: Instant,
  zone: Zone,
): Steps<ChosenIssues> {
  const range = rangeClauses(values, { now: asOf, zone })
  if (!context.selected) return NOTHING
  const { selector, query: selected } = context.selected
  const query = narrowJql(selected, range, [sortBy('key', 'DESC')])
  yield
  const bound = yield* collectJqlErrors(values, selector, bindJql(query, jqlContext(context, asOf, zone)))
  if (!bound) return NOTHING
  for (const warning of bound.warnings) values.warn(warning)
  yield
  return {
    where: withProjectNumbers(bound.where, context.catalogue),
    order: bound.orderBy.map(({ field, direction }) => orderOf(field, direction === 'DESC', context.jql)),
    query: printJql(bound.query),
    tree: bound.query,
    namesInText: yield* namesInText(bound.query, context.jql),
  }
}

const NO_NAMES: NamesInText = { groups: [], filters: [] }
const NOTHING: ChosenIssues = {
  where: { kind: 'never' },
  order: [],
  query: '',
  tree: queryOf(null),
  namesInText: NO_NAMES,
}

/** Returns the context in which a query is resolved. */
export function jqlContext({ jql, issues, currentUser }: PlanContext, now: Instant, zone: Zone): JqlContext {
  return { catalogue: jql, issues, now, zone, currentUser }
}

/** Returns the issue of issueKey. One created after `asOf` is unknown, like one that is hidden or does not exist. */
export function* chooseIssue(
  values: RequestValues<'issueKey'>,
  context: PlanContext,
  asOf: Instant,
  zone: Zone,
): Steps<ChosenIssues> {
  const text = values.text('issueKey')
  if (text === undefined) return NOTHING
  const issue = context.issues.get(text.toUpperCase())
  if (!issue || issue.created > asOf) {
    const past = asOf < context.now ? ' that existed at asOf' : ''
    values.problems.add('issueKey', `${quoted(text)} is not the key of an issue${past}`)
    return NOTHING
  }
  const query = queryOf(keyIs(issue.key))
  const { where } = yield* bindJql(query, jqlContext(context, asOf, zone))
  return {
    where: withProjectNumbers(where, context.catalogue),
    order: [],
    query: printJql(query),
    tree: query,
    namesInText: NO_NAMES,
  }
}

function keyIs(key: string): JqlClause {
  return compare('key', '=', key)
}

function filterTypeOf(values: RequestValues<IssueParameter>): FilterType | undefined {
  if (values.text('filterType') === undefined && !values.problems.has('filterType')) {
    values.require('filterType', `. Possible values: ${oneOf(filterTypes)}`)
  }
  // The old name of jqlfilter (contract §9).
  if (values.text('filterType')?.toLowerCase() === 'advanced') return 'jqlfilter'
  return values.choice('filterType', filterTypes)
}

function rejectOtherSelectors(values: RequestValues<IssueParameter>, type: FilterType): void {
  for (const name of Object.values(SELECTORS)) {
    const value = values.text(name)
    if (name === SELECTORS[type] || value === undefined) continue
    values.problems.add(name, `${quoted(value)} is not allowed with filterType ${type}: give ${SELECTORS[type]} only`)
  }
}

/** Returns the query of a selector, or the reason why it has no query. Throws a JqlError. */
function* readSelector(
  type: FilterType,
  value: string,
  context: SelectorContext,
  problems: Suggestions,
): Steps<JqlQuery | Unresolved> {
  yield
  const read = selectors[type](value, context, problems)
  return typeof read === 'string' ? yield* parseJqlInSteps(read) : read
}

/** Returns the query for the value of each selector, or its text, or the reason why it has no query. */
const selectors: Record<
  FilterType,
  (value: string, context: SelectorContext, problems: Suggestions) => JqlQuery | string | Unresolved
> = {
  project: (text, { catalogue }, problems) => {
    const project = resolveProject(catalogue, text, problems)
    return project instanceof Unresolved ? project : queryOf(compare('project', '=', project.key))
  },
  user: (text, { catalogue }, problems) => {
    const person = resolveKnownPerson(catalogue, text, problems)
    return person instanceof Unresolved ? person : queryOf(compare('assignee', '=', catalogue.loginOf(person)))
  },
  sprint: (text, { jql }, problems) => {
    const sprint = resolveSprint(jql, text, problems)
    if (sprint instanceof Unresolved) return sprint
    return queryOf(compare('sprint', '=', sprint.id, { quoted: !/^\d+$/.test(sprint.id) }))
  },
  jqlfilter: (text, { jql }, problems) => {
    const filter = resolveSavedQuery(jql, text, problems)
    return filter instanceof Unresolved ? filter : filter.jql
  },
  customjql: text => text,
}

/**
 * Returns the result of `work`, or `null` after recording each error of the query under its parameter, with its
 * location. `prefix` says which of several queries has them.
 */
export function* collectJqlErrors<T, Name extends string>(
  values: RequestValues<Name>,
  name: Name,
  work: Steps<T>,
  prefix = '',
): Steps<T | null> {
  try {
    return yield* work
  } catch (error) {
    if (!(error instanceof JqlError)) throw error
    for (const { message, line, character } of error.problems) {
      const location = /\(line \d+, character \d+\)$/.test(message) ? '' : ` (line ${line}, character ${character})`
      values.problems.add(name, `${prefix}${message.replace(/\.$/, '')}${location}`)
    }
    return null
  }
}

function rangeClauses(values: RequestValues<IssueParameter>, clock: QueryClock): JqlClause[] {
  const field = values.choice('dateRangeField', dateRangeFields)
  const [start, end] = readWindow(values, 'startDate', 'endDate', clock)
  const given = (['startDate', 'endDate'] as const).filter(name => values.text(name) !== undefined)
  if (given.length === 0) {
    if (field) values.warn('dateRangeField was ignored: there is no startDate and no endDate.')
    return []
  }
  if (!field) {
    if (!values.problems.has('dateRangeField')) {
      values.require('dateRangeField', ` with ${given.join(' and ')}. Possible values: ${oneOf(dateRangeFields)}`)
    }
    return []
  }
  const clause = (operator: '>=' | '<', at: Instant | null): JqlClause[] =>
    at === null ? [] : [compare(field, operator, formatReportDate(at, clock.zone))]
  return [...clause('>=', start), ...clause('<', end)]
}

/**
 * Reads both ends of a range; `null` if absent. A start after its end is an error; equal ends are an empty range.
 *
 * Relative dates count from the time of the clock.
 */
export function readWindow<Name extends string>(
  values: RequestValues<Name>,
  startName: Name,
  endName: Name,
  clock: QueryClock,
): [start: Instant | null, end: Instant | null] {
  const start = readDate(values, startName, clock)
  const end = readDate(values, endName, clock)
  if (start !== null && end !== null && start > end) {
    values.problems.add(
      startName,
      `${quoted(values.text(startName)!)} is after ${endName} ${quoted(values.text(endName)!)}`,
    )
  }
  return [start, end]
}

/** Reads a day or a date with a time; `null` if it is absent or wrong. */
function readDate<Name extends string>(values: RequestValues<Name>, name: Name, clock: QueryClock): Instant | null {
  const text = values.text(name)
  if (text === undefined) return null
  const at = dateIn(text, clock)
  if (at === null) rejectDate(values, name, clock.zone, 'a date', DATE_FORMS)
  return at
}

/** The forms of dates that are not relative. */
export const DATE_FORMS = 'yyyy-MM-dd or yyyy-MM-dd hh:mm'

/** Returns the instant of a day, of a date with a time, or of a date relative to the clock; `null` for another text. */
export function dateIn(text: string, clock: QueryClock): Instant | null {
  return parseReportDate(text, clock.zone) ?? relativeMinute(text, clock)
}

/**
 * Reads a date without a time of day, and returns an instant of that day; `null` if it is absent or wrong. A relative one is not rounded
 * up as in relativeMinute: endOfMonth() is in the last day of the month.
 */
export function readDay<Name extends string>(
  values: RequestValues<Name>,
  name: Name,
  clock: QueryClock,
): Instant | null {
  const text = values.text(name)
  if (text === undefined) return null
  const at = (parseDate(text.trim()) === null ? null : parseReportDate(text, clock.zone)) ?? relativeDate(text, clock)
  if (at === null) rejectDate(values, name, clock.zone, 'a day', 'yyyy-MM-dd')
  return at
}

function rejectDate<Name extends string>(
  values: RequestValues<Name>,
  name: Name,
  zone: Zone,
  kind: string,
  forms: string,
): void {
  const text = values.text(name)!
  const otherwise = `is not ${kind}. Allowed: ${forms}, or relative to asOf: ${RELATIVE_DATES}`
  values.problems.add(name, `${quoted(text)} ${whyNoInstant(text, zone, otherwise)}`)
}

/**
 * Resolves a relative date to the first full minute at or after it.
 *
 * A range that ends with endOfMonth() therefore contains the whole month, and the dates in the response reproduce the
 * report.
 */
function relativeMinute(text: string, clock: QueryClock): Instant | null {
  const at = relativeDate(text, clock)
  if (at === null) return null
  const minute = Math.ceil(at / MINUTE) * MINUTE
  return minute <= LATEST ? parseReportDate(formatReportDate(minute, clock.zone), clock.zone) : null
}

const MINUTE = 60_000

/** Examples of relative dates for messages. */
export const RELATIVE_DATES = '-90d, -4w 2d, now(), startOfMonth(-1), endOfQuarter()'

const OUT_OF_RANGE = 'is out of range. Allowed: the years 1 to 9999 in UTC'

/** Returns why a text has no instant: `otherwise`, or that it is a date that is out of range, perhaps only in this zone. */
export function whyNoInstant(text: string, zone: Zone, otherwise: string): string {
  const isOnlyInUtc = parseReportDate(text, UTC) !== null && parseReportDate(text, zone) === null
  return isOnlyInUtc || isRelativeDate(text) ? OUT_OF_RANGE : otherwise
}

/** Returns whether a text is a relative date, perhaps one that is out of range. */
export function isRelativeDate(text: string): boolean {
  return readRelativeDate(text, { now: 0, zone: UTC }) !== null
}

/** Resolves a relative date such as `-90d` or `startOfMonth(-1)`; `null` for any other text. */
export function relativeDate(text: string, clock: QueryClock): Instant | null {
  const at = readRelativeDate(text, clock)
  return at !== null && at >= EARLIEST && at <= LATEST ? at : null
}
