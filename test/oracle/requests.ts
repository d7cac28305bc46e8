import fc from 'fast-check'
import { type ReportTypeName, reportTypes } from '../../src/store/plan/report-types.ts'
import { DELETED, FIELDS, GROUPS, PROJECTS, STATUSES, USERS } from '../support/tracker-world.ts'
import { hours, instants } from '../support/trackers.ts'

/** A column of statuses as a request names it. */
export type StatusElement =
  | { readonly type: 'std'; readonly id: string }
  | { readonly type: 'cons'; readonly name: string; readonly statuses: readonly string[] }

/** One end of a metric. */
export interface MetricEnd {
  /** At least one. */
  readonly ids: readonly string[]
  readonly order: 'first' | 'last'
}

/** A metric of durationBetweenStatuses as a request names it. */
export interface MetricElement {
  readonly name: string
  readonly from: MetricEnd | null
  readonly to: MetricEnd
  readonly excluded: readonly string[]
}

/** A condition on rows as a request names it. */
export interface FilterElement {
  readonly column: string
  readonly operator: 'greaterThan' | 'greaterThanEquals' | 'equals' | 'lessThanEquals' | 'lessThan'
  readonly value: number
  readonly unit: 'hour' | 'day'
}

/** A request as the oracle represents it; `parametersOf` converts it to parameters. */
export interface OracleRequest {
  readonly type: ReportTypeName
  /** `null`: a list. */
  readonly aggregate: 'sum' | 'average' | 'median' | 'standardDeviation' | 'percentile' | null
  /** The percentile of the aggregate; without effect on others. */
  readonly percent: number
  /** The percentiles that cells have in addition, ascending. Empty in lists. */
  readonly percentiles: readonly number[]
  readonly denominator: 'nonNull' | 'rowCount'
  readonly multiVisit: 'total' | 'first' | 'last' | 'average'
  readonly issues: { readonly project: string } | { readonly user: string }
  readonly range: {
    readonly field: 'created' | 'updated' | 'resolved'
    readonly start: number
    readonly end: number
  } | null
  readonly statuses: readonly StatusElement[]
  readonly assignees: readonly string[]
  readonly groups: readonly string[]
  readonly historyFields: readonly string[]
  readonly metrics: readonly MetricElement[]
  readonly includeDeleted: boolean
  /** The business calendar with the length of a day in filters, or `null` for normalHours. */
  readonly businessHours: '24HourDays' | 'businessDays' | null
  readonly asOf: number | null
  readonly trimStart: number | null
  readonly trimEnd: number | null
  /** At most one period. */
  readonly groupBy: readonly string[]
  /** An instant of the only period that a report shows. Its other groups have no value. `null` for other reports. */
  readonly periodAt: number | null
  readonly fields: readonly string[]
  readonly page: { readonly size: number; readonly index: number } | null
  readonly sort: { readonly column: string; readonly descending: boolean } | null
  readonly orderBy: { readonly column: string; readonly descending: boolean } | null
  readonly filters: readonly FilterElement[]
}

const statusIds = STATUSES.map(({ id }) => id)
const someStatuses = (minLength = 0) => fc.uniqueArray(fc.constantFrom(...statusIds), { minLength, maxLength: 3 })

const standard: fc.Arbitrary<StatusElement[]> = someStatuses().map(ids => ids.map(id => ({ type: 'std', id })))
const advanced: fc.Arbitrary<StatusElement[]> = fc
  .tuple(
    standard,
    fc.uniqueArray(fc.constantFrom('Work', 'Rest'), { maxLength: 2 }),
    fc.infiniteStream(someStatuses(1)),
  )
  .map(([elements, names, members]) => [
    ...elements,
    ...names.map(name => ({ type: 'cons' as const, name, statuses: members.next().value as string[] })),
  ])
  .chain(elements => fc.shuffledSubarray(elements, { minLength: elements.length }))

const end: fc.Arbitrary<MetricEnd> = fc.record({
  ids: fc.oneof(
    fc.constantFrom(...statusIds).map(id => [id]),
    someStatuses(1),
  ),
  order: fc.constantFrom('first' as const, 'last' as const),
})
const metrics: fc.Arbitrary<MetricElement[]> = fc
  .array(fc.record({ from: onceIn(2, end), to: end, excluded: someStatuses() }), { minLength: 1, maxLength: 3 })
  .map(all => all.map((metric, i) => ({ name: `Metric ${i}`, ...metric })))

const groupings = [
  'project',
  'issuetype',
  'status',
  'assignee',
  'priority',
  'fixVersions',
  'labels',
  'customfield_1',
  'customfield_2',
  'date:month:created',
  'date:week:created',
  'date:day:resolutiondate',
  'date:year:updated',
  'date:quarter:created',
] as const

const periods = ['period:day', 'period:week', 'period:month', 'Period:Quarter', 'period:year'] as const

const shownFields = [
  'status',
  'assignee',
  'fixVersions',
  'customfield_1',
  'created',
  'resolutiondate',
  'summary',
  'project',
  'currentStatusAge',
] as const

const filter = fc.record({
  location: fc.nat(9),
  operator: fc.constantFrom<FilterElement['operator']>(
    'greaterThan',
    'greaterThanEquals',
    'equals',
    'lessThanEquals',
    'lessThan',
  ),
  value: fc.constantFrom(0, 1, 2, 8, 24),
  unit: fc.constantFrom<FilterElement['unit']>('hour', 'day'),
})

/** Generates a value once in `n` times, otherwise `null`. */
function onceIn<T>(n: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: n - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: arbitrary })
}

const percent = fc.constantFrom(1, 33, 50, 67, 85, 99, 100)

const TYPES = Object.keys(reportTypes) as ReportTypeName[]

/** A request without a type, whose sort and filters still have the index of a column instead of its id. */
const untyped = fc.record({
  aggregate: fc.constantFrom<OracleRequest['aggregate']>(
    null,
    null,
    null,
    'sum',
    'average',
    'median',
    'standardDeviation',
    'percentile',
  ),
  percent,
  percentiles: onceIn(3, fc.uniqueArray(percent, { maxLength: 3 })).map(some => (some ?? []).toSorted((a, b) => a - b)),
  denominator: fc.constantFrom<OracleRequest['denominator']>('nonNull', 'rowCount'),
  multiVisit: fc.constantFrom<OracleRequest['multiVisit']>('total', 'first', 'last', 'average'),
  issues: fc.oneof<fc.WeightedArbitrary<OracleRequest['issues']>[]>(
    { weight: 3, arbitrary: fc.constantFrom(...PROJECTS.map(({ key }) => ({ project: key }))) },
    { weight: 2, arbitrary: fc.constantFrom(...USERS.map(({ login }) => ({ user: login }))) },
  ),
  range: onceIn(
    6,
    fc.record({
      field: fc.constantFrom<'created' | 'updated' | 'resolved'>('created', 'updated', 'resolved'),
      start: hours,
      end: hours,
    }),
  ),
  statuses: fc.oneof(fc.constant<StatusElement[]>([]), standard, advanced),
  assignees: fc.oneof(
    fc.constant<string[]>([]),
    fc.uniqueArray(fc.constantFrom(...USERS.map(({ login }) => login)), { maxLength: 3 }),
  ),
  groups: fc.oneof(
    fc.constant<string[]>([]),
    fc.uniqueArray(fc.constantFrom(...GROUPS.map(({ name }) => name)), { maxLength: 3 }),
  ),
  historyFields: fc.uniqueArray(fc.constantFrom(...FIELDS.map(({ id }) => id)), { minLength: 1, maxLength: 3 }),
  metrics,
  includeDeleted: fc.boolean(),
  businessHours: onceIn(3, fc.constantFrom<'24HourDays' | 'businessDays'>('24HourDays', 'businessDays')),
  asOf: onceIn(2, instants),
  trimStart: onceIn(2, hours),
  trimEnd: onceIn(2, hours),
  groupBy: fc.oneof(fc.constant<string[]>([]), fc.uniqueArray(fc.constantFrom(...groupings), { maxLength: 2 })),
  period: onceIn(3, fc.record({ item: fc.constantFrom(...periods), location: fc.nat(2) })),
  periodAt: instants,
  fields: fc.oneof(fc.constant<string[]>([]), fc.uniqueArray(fc.constantFrom(...shownFields), { maxLength: 2 })),
  page: onceIn(3, fc.record({ size: fc.integer({ min: 1, max: 4 }), index: fc.nat(9) })),
  sort: onceIn(3, fc.record({ location: fc.nat(9), descending: fc.boolean() })),
  orderBy: onceIn(2, fc.record({ location: fc.nat(99), descending: fc.boolean() })),
  filters: onceIn(4, fc.array(filter, { maxLength: 2 })).map(some => some ?? []),
})

/** Returns the items that also group a list: all but periods. */
export function listGroups({ groupBy }: OracleRequest): readonly string[] {
  return groupBy.filter(item => !/^period:/i.test(item))
}

/** Generates requests for a type of report that the contract allows. */
export function requestsOf(type: ReportTypeName): fc.Arbitrary<OracleRequest> {
  return untyped.map(request => allowed({ type, ...request }))
}

/** Generates requests of each type of report. */
export const typedRequests: readonly fc.Arbitrary<OracleRequest>[] = TYPES.map(requestsOf)

/** Generates requests that the contract allows. */
export const requests: fc.Arbitrary<OracleRequest> = fc.oneof(...typedRequests)

function allowed(request: Rough): OracleRequest {
  const aggregate = reportTypes[request.type].kind === 'date' ? null : request.aggregate
  const { range, trimStart, trimEnd, sort, orderBy, filters } = request
  const columns = sortableColumns(request)
  const named = (location: number) => columns[location % columns.length]!
  const period = reportTypes[request.type].kind === 'date' ? null : request.period
  const isListed = aggregate === null && period !== null
  // Few issues have no value in a group of a list.
  const grouped = isListed ? request.groupBy.slice(0, period.location === 0 ? 0 : 1) : request.groupBy
  const groupBy = period ? grouped.toSpliced(period.location, 0, period.item) : grouped
  const all = ['issuekey', 'summary', ...groupBy, ...request.fields, ...valueColumns(request)]
  const fields = aggregate === null ? request.fields : []
  const isTimed = reportTypes[request.type].kind === 'duration' || fields.includes('currentStatusAge')
  const bothTrims = trimEnd !== null && trimStart !== null
  return {
    ...request,
    aggregate,
    groupBy,
    periodAt: isListed ? request.periodAt : null,
    multiVisit: period && request.multiVisit === 'average' ? 'total' : request.multiVisit,
    percentiles: aggregate === null ? [] : request.percentiles,
    businessHours: isTimed ? request.businessHours : null,
    range: range && { ...range, start: Math.min(range.start, range.end), end: Math.max(range.start, range.end) },
    trimStart: bothTrims ? Math.min(trimStart, trimEnd) : trimStart,
    trimEnd: bothTrims ? Math.max(trimStart, trimEnd) : trimEnd,
    fields,
    page: aggregate === null ? request.page : null,
    sort: sort && aggregate && columns.length > 0 ? { ...sort, column: named(sort.location) } : null,
    orderBy: aggregate === null ? orderBy && { ...orderBy, column: all[orderBy.location % all.length]! } : null,
    filters:
      aggregate && request.type === 'statusDuration' && columns.length > 0
        ? filters.map(({ location, ...filter }) => ({ ...filter, column: named(location) }))
        : [],
  }
}

/** Returns the ids of the columns that a request can sort by, without those it leaves out. */
function sortableColumns({ type, statuses, assignees, metrics, includeDeleted }: Rough): string[] {
  if (type === 'durationBetweenStatuses') return metrics.map(({ name }) => name)
  if (type === 'assigneeDuration') {
    return [...(assignees.length > 0 ? [...assignees, 'otherUsers'] : USERS.map(({ login }) => login)), 'unassigned']
  }
  if (type !== 'statusDuration' && type !== 'statusCount') return []
  const names = statuses.map(element => (element.type === 'std' ? element.id : element.name))
  return (names.length > 0 ? names : statusIds).filter(id => includeDeleted || id !== DELETED.id)
}

/** Returns the ids of the value columns that a list can have, without those that the request leaves out. */
function valueColumns(request: Rough): string[] {
  const { type, groups, historyFields } = request
  const users = sortableColumns({ ...request, type: 'assigneeDuration' })
  const statuses = sortableColumns({ ...request, type: 'statusCount' })
  const someGroups = [...groups, 'notAMember']
  const pairs = (outer: readonly string[], inner: readonly string[]) =>
    outer.flatMap(base => inner.map(sub => columnId(base, sub)))
  switch (type) {
    case 'groupDuration':
      return someGroups
    case 'statusDurationByAssignee':
      return pairs(users, statuses)
    case 'assigneeDurationByStatus':
      return pairs(statuses, users)
    case 'statusDurationByGroup':
      return pairs(someGroups, statuses)
    case 'groupDurationByStatus':
      return pairs(statuses, someGroups)
    case 'transitionCount': {
      const members = transitionStatuses(request)
      return members.flatMap(from => members.map(to => `${from}-${to}`))
    }
    case 'anyfieldDuration':
    case 'anyFieldCount':
      return historyFields.flatMap(field => pairs([field], valuesOf(field, request)))
    case 'durationBetweenStatuses':
    case 'assigneeDuration':
      return sortableColumns(request)
    default:
      return statuses
  }
}

function columnId(base: string, sub: string): string {
  return [base, sub].map(id => id.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|')
}

function transitionStatuses({ statuses, includeDeleted }: Rough): string[] {
  const members = statuses.flatMap(element => (element.type === 'std' ? element.id : element.statuses))
  const all = members.length > 0 ? [...new Set(members)] : statusIds
  return all.filter(id => includeDeleted || id !== DELETED.id)
}

function valuesOf(id: string, { includeDeleted }: Rough): string[] {
  const { kind, values } = FIELDS.find(field => field.id === id)!
  if (kind === 'user') return [...USERS.map(({ login }) => login), 'unassigned']
  const isShown = (value: string) => id !== 'status' || includeDeleted || value !== DELETED.id
  return [...values.map(value => value.id).filter(isShown), 'none']
}

type Rough = (typeof untyped extends fc.Arbitrary<infer R> ? R : never) & { readonly type: ReportTypeName }
