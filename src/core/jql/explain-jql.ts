import { dictionaryOf } from '../fields/field.ts'
import type { Instant, Millis } from '../time/instant.ts'
import { formatReportDate } from '../time/report-date.ts'
import type {
  Actors,
  BoundCondition,
  BoundField,
  BoundLeaf,
  BoundQuery,
  ChangedLeaf,
  ComparedValue,
  HistoryValues,
  IssueSet,
  ValuesLeaf,
  WasLeaf,
} from './bound-query.ts'
import type { JqlContext } from './jql-context.ts'
import { explainText } from './text/explain-text.ts'

/** Returns a description of a bound query: one condition per line, indented by nesting, then the order. */
export function explainJql({ where, orderBy }: BoundQuery, context: JqlContext): string {
  const sorts = orderBy.map(({ field, direction }) => `${field.name} ${direction}`)
  return [...linesOf(where, context), `order by ${sorts.join(', ')}`].join('\n')
}

function linesOf(condition: BoundCondition, context: JqlContext): string[] {
  switch (condition.kind) {
    case 'always':
      return ['every issue']
    case 'never':
      return ['no issue']
    case 'and':
    case 'or': {
      const parts = condition.conditions.flatMap(part => linesOf(part, context))
      return [condition.kind === 'and' ? 'all of' : 'any of', ...parts.map(line => `  ${line}`)]
    }
    case 'single':
    case 'multi':
    case 'keyRange':
    case 'compare':
    case 'text':
    case 'empty':
    case 'was':
    case 'changed':
    case 'issueSet':
      return [describeLeaf(condition, context)]
  }
}

function describeLeaf(leaf: BoundLeaf, context: JqlContext): string {
  switch (leaf.kind) {
    case 'single':
    case 'multi':
      return describeValues(leaf, context)
    case 'keyRange':
      return `key ${leaf.operator} number ${leaf.number} of project ${nameOf('project', leaf.project, context)}`
    case 'compare':
      return `${leaf.field.name} ${leaf.operator} ${describeCompared(leaf.value, context)}`
    case 'text': {
      const fields = leaf.fields.map(({ name }) => name).join(' or ')
      return `${fields} ${leaf.negated ? 'is not empty and does not match' : 'matches'} ${explainText(leaf.query)}`
    }
    case 'empty':
      return `${leaf.field.name} is ${leaf.negated ? 'not ' : ''}empty`
    case 'was':
      return describeWas(leaf, context)
    case 'changed':
      return describeChanged(leaf, context)
    case 'issueSet':
      return `issue is ${leaf.negated ? 'not ' : ''}one ${describeSet(leaf.set, context)}`
  }
}

function describeValues(leaf: ValuesLeaf, context: JqlContext): string {
  const { field, ids, texts, negated, orEmpty } = leaf
  const names = oneOf(leaf.field, { ids, texts, empty: orEmpty }, context)
  if (negated) return `${field.name} is not empty and ${leaf.kind === 'multi' ? 'has none' : 'is none'} of ${names}`
  return `${field.name} ${leaf.kind === 'multi' ? 'has' : 'is'} ${names}`
}

/** Returns the names of values, or the values themselves if they have no dictionary. */
function oneOf(field: BoundField, { ids, texts, empty }: HistoryValues, context: JqlContext): string {
  const dictionary = dictionaryOf(field.kind)
  const named = dictionary || field.kind === 'key' ? ids.map(id => nameOf(field.kind, id, context)) : []
  const unnamed = texts.filter(text => !named.some(name => name.toLowerCase().startsWith(`'${text}'`)))
  return [...named, ...unnamed.map(text => `'${text}'`), ...(empty ? ['empty'] : [])].join(' or ')
}

function nameOf(kind: BoundField['kind'], id: string, { catalogue, issues }: JqlContext): string {
  if (kind === 'key') return issues.get(id)?.key ?? id
  const dictionary = dictionaryOf(kind)
  const entry = dictionary && catalogue.entryOf(dictionary, id)
  return entry ? `'${entry.name}' (${id})` : id
}

function describeCompared(value: ComparedValue, context: JqlContext): string {
  if (value.kind === 'number') return String(value.number)
  return value.kind === 'date' ? value.date : at(value.at, context)
}

function at(instant: Instant, { zone }: JqlContext): string {
  return `${formatReportDate(instant, zone)} (${zone.name})`
}

function describeWas({ field, values, enteredBefore, leftAfter, by, negated }: WasLeaf, context: JqlContext): string {
  const limits = [
    leftAfter === null ? null : `after ${at(leftAfter, context)}`,
    enteredBefore === null ? null : `before ${at(enteredBefore, context)}`,
  ]
  const verb = negated ? 'never was' : 'is or was'
  return `${field.name} ${verb} ${oneOf(field, values, context)}${joined(limits)}${describeActors(by, context)}`
}

function describeChanged(
  { field, valuesFrom, valuesTo, from, before, by, negated }: ChangedLeaf,
  context: JqlContext,
): string {
  const parts = [
    ...valuesFrom.map(values => ` from ${oneOf(field, values, context)}`),
    ...valuesTo.map(values => ` to ${oneOf(field, values, context)}`),
    describePeriod(from, before, context),
  ]
  return `${field.name} ${negated ? 'never changed' : 'changed'}${parts.join('')}${describeActors(by, context)}`
}

function describePeriod(from: Instant | null, before: Instant | null, context: JqlContext): string {
  return joined([
    from === null ? null : `at or after ${at(from, context)}`,
    before === null ? null : `before ${at(before, context)}`,
  ])
}

/** Joins the limits that exist: ` after A and before B`, or an empty string. */
function joined(limits: readonly (string | null)[]): string {
  const present = limits.filter(limit => limit !== null)
  return present.length === 0 ? '' : ` ${present.join(' and ')}`
}

/** Formats a length in days of 24 hours, hours and minutes, with the unit letters of queries: `20d`, `1d 6h`. */
function describeLength(length: Millis): string {
  const minutes = Math.round(length / 60_000)
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(minutes / (24 * 60)), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'm'],
  ]
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`)
  return shown.join(' ') || '0m'
}

function describeActors(by: readonly Actors[], context: JqlContext): string {
  return by
    .map(({ ids, empty }) => [...ids.map(id => nameOf('user', id, context)), ...(empty ? ['nobody'] : [])])
    .map(names => ` by ${names.length === 0 ? 'nobody' : names.join(' or ')}`)
    .join('')
}

function describeSet(set: IssueSet, context: JqlContext): string {
  switch (set.kind) {
    case 'linkedIssues': {
      const links = set.links.map(({ type, direction }) => {
        const found = context.catalogue.linkTypes?.find(({ id }) => id === type)
        return found ? found[direction] : type
      })
      return `linked to issue ${nameOf('key', set.issue, context)}: ${links.join(' or ')}`
    }
    case 'updatedBy': {
      const users = set.users.map(id => nameOf('user', id, context)).join(' or ')
      return `that ${users} created or changed${describePeriod(set.from, set.before, context)}`
    }
    case 'timeInStatus': {
      const status: BoundField = { id: 'status', name: 'status', kind: 'status', multi: false }
      return `whose time in ${oneOf(status, set.values, context)} is ${set.operator} ${describeLength(set.length)}`
    }
  }
}
