import type { JqlField } from '../../catalogue/jql-catalogue.ts'
import { dictionaryOf } from '../../fields/field.ts'
import { categoryNames } from '../check/bind-status-category.ts'
import { allFields, findFields, hasHistory } from '../fields/find-fields.ts'
import { operatorsOf } from '../fields/operators.ts'
import { findFunction, jqlFunctions } from '../functions/function-table.ts'
import type { JqlContext } from '../jql-context.ts'
import { inQuotes } from '../tokens/escape.ts'
import { isPlainWord } from '../tokens/lexer.ts'
import type { Expectation } from '../tokens/token.ts'

/** A completion item. */
export interface Completion {
  /** The text to insert, with quotation marks. */
  readonly text: string
  readonly kind: 'field' | 'operator' | 'value' | 'function' | 'keyword'
  /** Shown next to the text: a field's kind, a user's name; may be empty. */
  readonly detail: string
}

const MAX_COMPLETIONS = 50

/**
 * Returns the completions for an expectation after the input `typed`: first names that start with it, then names that
 * contain it.
 */
export function completionsFor(expectation: Expectation, typed: string, context: JqlContext): Completion[] {
  const lowerTyped = typed.toLowerCase()
  const [starting, containing]: [Completion[], Completion[]] = [[], []]
  for (const { item, names } of candidates(expectation, context)) {
    const lower = names.map(name => name.toLowerCase())
    if (lower.some(name => name.startsWith(lowerTyped))) starting.push(item)
    else if (lower.some(name => name.includes(lowerTyped)) && containing.length < MAX_COMPLETIONS) containing.push(item)
    if (starting.length === MAX_COMPLETIONS) break
  }
  return [...starting, ...containing].slice(0, MAX_COMPLETIONS)
}

interface Candidate {
  readonly item: Completion
  /** The names by which it can be found. */
  readonly names: readonly string[]
}

function candidates(expectation: Expectation, context: JqlContext): Iterable<Candidate> {
  switch (expectation.location) {
    case 'field':
      return fieldCandidates(expectation.sorting, context)
    case 'operator':
      return operatorCandidates(expectation, context)
    case 'operand':
      return operandCandidates(expectation, context)
    case 'junction':
      return keywords([...predicates(expectation.operator), 'AND', 'OR', 'ORDER BY'])
    case 'direction':
      return keywords(['ASC', 'DESC'])
    case 'argument':
    case 'comma':
    case 'nothing':
      return []
  }
}

function keywords(words: readonly string[]): Candidate[] {
  return words.map(word => ({ item: { text: word, kind: 'keyword', detail: '' }, names: [word] }))
}

function predicates(operator: string | null): string[] {
  if (operator === 'CHANGED') return ['AFTER', 'BEFORE', 'ON', 'DURING', 'BY', 'FROM', 'TO']
  return operator?.startsWith('WAS') ? ['AFTER', 'BEFORE', 'ON', 'DURING', 'BY'] : []
}

function fieldCandidates(sorting: boolean, { catalogue }: JqlContext): Candidate[] {
  const fields = allFields(catalogue).map(field => ({
    item: { text: quoteIfNeeded(field.name), kind: 'field', detail: field.kind } as const,
    names: 'names' in field ? (field.names as readonly string[]) : [field.name],
  }))
  return sorting ? fields : [...fields, ...keywords(['NOT', 'ORDER BY'])]
}

function fieldOf({ field }: Expectation, { catalogue }: JqlContext): JqlField | undefined {
  return field === null ? undefined : findFields(field, catalogue).fields[0]
}

function operatorCandidates(expectation: Expectation, context: JqlContext): Candidate[] {
  const field = fieldOf(expectation, context)
  if (!field) return []
  const historyOperators = hasHistory(field) ? ['WAS', 'WAS IN', 'WAS NOT', 'WAS NOT IN', 'CHANGED'] : []
  return [...operatorsOf[field.kind], ...historyOperators].map(text => ({
    item: { text, kind: 'operator', detail: '' },
    names: [text],
  }))
}

const DATE_PREDICATES = new Set(['AFTER', 'BEFORE', 'ON', 'DURING'])

function* operandCandidates(expectation: Expectation, context: JqlContext): Iterable<Candidate> {
  const operator = expectation.operator ?? ''
  const field = fieldOf(expectation, context)
  if (!field) return
  const isEmptiness = operator === 'IS' || operator === 'IS NOT'
  if (isEmptiness) return yield* keywords(['EMPTY'])
  const kind = DATE_PREDICATES.has(operator) ? 'datetime' : operator === 'BY' ? 'user' : field.kind
  yield* functionCandidates(kind, operator, context)
  yield* valueCandidates({ ...field, kind }, context)
  if (operator === '=' || operator === '!=' || operator.endsWith('IN') || operator.startsWith('WAS'))
    yield* keywords(['EMPTY'])
}

function functionCandidates(kind: JqlField['kind'], operator: string, { catalogue }: JqlContext): Candidate[] {
  const allowsList = operator.endsWith('IN') || operator === 'BY' || operator === 'FROM' || operator === 'TO'
  return jqlFunctions
    .filter(
      ({ name, suits, isList }) =>
        suits.includes(kind) && (allowsList || !isList) && !('reason' in findFunction(name, catalogue)),
    )
    .map(({ name, usage, arguments: [, most] }) => ({
      item: { text: most === 0 ? `${name}()` : `${name}(`, kind: 'function', detail: usage },
      names: [name],
    }))
}

function* valueCandidates(field: JqlField, { catalogue }: JqlContext): Iterable<Candidate> {
  const dictionary = dictionaryOf(field.kind)
  if (dictionary) {
    for (const { name, otherNames = [] } of catalogue.entries(dictionary)) {
      // Display names are not unique: people are identified by login name, projects by key.
      const [first] = otherNames
      yield value(first ?? name, first === undefined ? '' : name, [name, ...otherNames])
    }
    return
  }
  if (field.kind === 'statusCategory') for (const name of categoryNames) yield value(name, '', [name])
  if (field.kind === 'filter') for (const { name } of catalogue.filters) yield value(name, '', [name])
  if (field.kind === 'option' || field.kind === 'label') {
    for (const name of catalogue.valueNames(field.id).values()) yield value(name, '', [name])
  }
}

function value(text: string, detail: string, names: readonly string[]): Candidate {
  return { item: { text: quoteIfNeeded(text), kind: 'value', detail }, names }
}

/** Returns a name as written in a query: in quotation marks if necessary. */
function quoteIfNeeded(name: string): string {
  return isPlainWord(name) ? name : inQuotes(name)
}
