import { hasEffect, parameterNamed } from '../../store/plan/parameters.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'

/** A plan without what only queries need. */
type Limited = Omit<ReportPlan, 'where' | 'browsable'>

/** The most names in a list of names. */
const MAX_NAMES = 3

/** Returns what limits a report, in a few words each. The query is last, because it may be long. */
export function limitWords(plan: Limited): readonly string[] {
  const { statusColumns, assignees, groups, trim, filters, multiVisit, inGroup, calendar, type, aggregate } = plan
  const isEffective = (name: 'statuses' | 'assignees' | 'groups' | 'multiVisitBehavior') =>
    hasEffect(parameterNamed(name), type, aggregate)
  return [
    ...(isEffective('statuses') && statusColumns ? few(statusColumns.map(({ name }) => name)) : []),
    // The plan has ids of users, which may be long and mean nothing to people.
    ...(isEffective('assignees') && assignees ? [counted(assignees.length, 'person', 'people')] : []),
    ...(isEffective('groups') && groups ? few(groups) : []),
    ...(inGroup ? few(inGroup.map(labels => labels?.join(' ') ?? 'none')) : []),
    ...(trim.start === null ? [] : [`counted from ${day(trim.start)}`]),
    ...(trim.end === null ? [] : [`counted before ${day(trim.end)}`]),
    ...(filters.length > 0 ? [counted(filters.length, 'condition', 'conditions')] : []),
    ...(isEffective('multiVisitBehavior') && (multiVisit === 'first' || multiVisit === 'last')
      ? [`${multiVisit} visit`]
      : []),
    ...(plan.hiddenStatuses.length > 0 ? ['without deleted statuses'] : []),
    ...(calendar.buckets === null ? [] : [String(calendar.shown.name)]),
    queryWords(plan.query),
  ]
}

function few(names: readonly string[]): readonly string[] {
  if (names.length <= MAX_NAMES) return names
  const first = names.slice(0, MAX_NAMES - 1)
  return [...first, `${names.length - first.length} more`]
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}

/** Returns a date of a report without a time at midnight. */
function day(date: string): string {
  return date.replace(/ 00:00$/, '')
}

/** The condition of a query before its order. Quotes may contain the same words. */
const ORDERED = /^((?:[^"]|"(?:[^"\\]|\\.)*")*?)(?<![^ ])ORDER BY .*$/s

/** The operators that a name would lose, as words. */
const OPERATORS: readonly (readonly [operator: string, words: string])[] = [
  [' != ', ' not '],
  [' !~ ', ' not '],
  [' >= ', ' from '],
  [' <= ', ' to '],
  [' > ', ' after '],
  [' < ', ' before '],
]

/** The most characters of a query that are read: a name has space for fewer. */
const MAX_QUERY = 1000

/** Returns the condition of a query without signs: `project web and created from 2024-03-01`. */
function queryWords(query: string): string {
  const condition = query.slice(0, MAX_QUERY).replace(ORDERED, '$1').replaceAll(' 00:00"', '"')
  return OPERATORS.reduce((text, [operator, words]) => text.replaceAll(operator, words), condition)
}
