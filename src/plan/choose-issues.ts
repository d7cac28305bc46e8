import type { Instant } from '../time/instant.ts'
import { formatReportDate, parseReportDate } from '../time/report-date.ts'
import type { Zone } from '../time/zone.ts'
import type { Catalogue } from './catalogue.ts'
import { oneOf, quoted } from './mistakes.ts'
import { dateRangeFields, filterTypes, type ParameterName } from './parameters.ts'
import type { IssueCondition } from './report-plan.ts'
import type { RequestValues } from './request-values.ts'

/** Which issues a report is about, and the query that says so in words. */
export interface ChosenIssues {
  readonly conditions: readonly IssueCondition[]
  readonly query: string
}

interface Clause {
  readonly condition: IssueCondition
  readonly text: string
}

const SELECTORS = {
  user: 'user',
  project: 'projectKey',
  jqlfilter: 'jqlFilterID',
  customjql: 'customjql',
  sprint: 'sprintID',
} as const satisfies Record<(typeof filterTypes)[number], ParameterName>

/** Reads filterType with its one selector, and startDate, endDate and dateRangeField. */
export function chooseIssues(values: RequestValues, catalogue: Catalogue, zone: Zone): ChosenIssues {
  const clauses = [...selectorClause(values, catalogue), ...rangeClauses(values, zone)]
  return {
    conditions: clauses.map(({ condition }) => condition),
    query: `${clauses.map(({ text }) => text).join(' AND ')} ORDER BY key DESC`,
  }
}

function selectorClause(values: RequestValues, catalogue: Catalogue): Clause[] {
  const type = filterTypeOf(values)
  if (!type) return []
  const wanted = SELECTORS[type]
  for (const name of Object.values(SELECTORS)) {
    const value = values.text(name)
    if (name !== wanted && value !== undefined) {
      values.mistakes.add(name, `${quoted(value)} is not allowed with filterType ${type}: give ${wanted} only`)
    }
  }
  const value = values.text(wanted)
  if (value !== undefined) return clauseOf[type](value, values, catalogue)
  if (!values.mistakes.has(wanted)) values.require(wanted, ` when filterType is ${type}`)
  return []
}

function filterTypeOf(values: RequestValues): (typeof filterTypes)[number] | undefined {
  if (values.text('filterType') === undefined && !values.mistakes.has('filterType')) {
    values.require('filterType', `. Possible values: ${oneOf(filterTypes)}`)
  }
  // The old name of jqlfilter (contract §9).
  if (values.text('filterType')?.toLowerCase() === 'advanced') return 'jqlfilter'
  return values.choice('filterType', filterTypes)
}

const clauseOf: Record<
  (typeof filterTypes)[number],
  (value: string, values: RequestValues, catalogue: Catalogue) => Clause[]
> = {
  project: (key, values, catalogue) => {
    const project = catalogue.project(key)
    if (project) return [{ condition: { kind: 'project', id: project.id }, text: `project = ${inQuotes(project.key)}` }]
    values.mistakes.add('projectKey', `${quoted(key)} is not the key of a project`)
    return []
  },
  user: (login, values, catalogue) => {
    const person = catalogue.person(login)
    if (person) return [{ condition: { kind: 'assignee', id: person.id }, text: `assignee = ${inQuotes(login)}` }]
    values.mistakes.add('user', `${quoted(login)} is not the login of a user`)
    return []
  },
  jqlfilter: (id, values) => {
    values.mistakes.add('jqlFilterID', `${quoted(id)} is not the id of a saved query`)
    return []
  },
  customjql: (_query, values) => {
    values.mistakes.add('customjql', 'is not read by this version. Choose issues with filterType project or user')
    return []
  },
  sprint: (_id, values) => {
    values.mistakes.add('sprintID', 'is not read by this version. Choose issues with filterType project or user')
    return []
  },
}

function inQuotes(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

function rangeClauses(values: RequestValues, zone: Zone): Clause[] {
  const field = values.choice('dateRangeField', dateRangeFields)
  const [start, end] = readWindow(values, 'startDate', 'endDate', zone)
  const given = (['startDate', 'endDate'] as const).filter(name => values.text(name) !== undefined)
  if (given.length === 0) {
    if (field) values.warn('dateRangeField was ignored: there is no startDate and no endDate.')
    return []
  }
  if (!field) {
    if (!values.mistakes.has('dateRangeField')) {
      values.require('dateRangeField', ` with ${given.join(' and ')}. Possible values: ${oneOf(dateRangeFields)}`)
    }
    return []
  }
  const clause = (kind: 'from' | 'before', operator: string, at: Instant | null): Clause[] =>
    at === null
      ? []
      : [{ condition: { kind, field, at }, text: `${field} ${operator} ${inQuotes(formatReportDate(at, zone))}` }]
  return [...clause('from', '>=', start), ...clause('before', '<', end)]
}

/** The two moments of a range; `null` where none was sent. A start after its end is a mistake; equal is an empty range. */
export function readWindow(
  values: RequestValues,
  startName: ParameterName,
  endName: ParameterName,
  zone: Zone,
): [start: Instant | null, end: Instant | null] {
  const start = readDate(values, startName, zone)
  const end = readDate(values, endName, zone)
  if (start !== null && end !== null && start > end) {
    values.mistakes.add(
      startName,
      `${quoted(values.text(startName)!)} is after ${endName} ${quoted(values.text(endName)!)}`,
    )
  }
  return [start, end]
}

function readDate(values: RequestValues, name: ParameterName, zone: Zone): Instant | null {
  const text = values.text(name)
  if (text === undefined) return null
  const at = parseReportDate(text, zone)
  if (at === null) values.mistakes.add(name, `${quoted(text)} is not a date. Allowed: yyyy-MM-dd or yyyy-MM-dd hh:mm`)
  return at
}
