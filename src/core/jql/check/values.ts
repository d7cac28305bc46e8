import type { JqlField } from '../../catalogue/jql-catalogue.ts'
import { type DictionaryKind, dictionaryOf } from '../../fields/field.ts'
import type { HistoryValues } from '../bound-query.ts'
import { isBareNumber, type JqlOperand, type ValueOperand } from '../query-tree.ts'
import { bareCall, callFunction } from './call-function.ts'
import { entriesFor } from './entries-for.ts'
import { nearTo, report, type Scope } from './scope.ts'

/** The field and the operator of a clause. */
export interface ClauseTarget {
  readonly field: JqlField
  /** As written in the query. */
  readonly name: string
  /** As messages show it. */
  readonly operator: string
  readonly allowsList: boolean
  /** Whether the clause is about past values, which may have names that only the history knows. */
  readonly isHistory: boolean
}

/** Returns the distinct values of an operand. Reports each value that does not exist, and then returns `null`. */
export function valuesOf(operand: JqlOperand, target: ClauseTarget, scope: Scope): HistoryValues | null {
  const all: Gathered = { ids: new Set(), texts: new Set(), empty: false, failed: false }
  gather(operand, target, scope, all)
  return all.failed ? null : { ids: [...all.ids], texts: [...all.texts], empty: all.empty }
}

interface Gathered {
  readonly ids: Set<string>
  readonly texts: Set<string>
  empty: boolean
  failed: boolean
}

function gather(operand: JqlOperand, target: ClauseTarget, scope: Scope, all: Gathered): void {
  switch (operand.kind) {
    case 'keyword':
      all.empty = true
      return
    case 'list':
      for (const element of operand.operands) gather(element, { ...target, allowsList: true }, scope, all)
      return
    case 'function': {
      const value = callFunction(operand, { ...target, field: target.name, kind: target.field.kind }, scope)
      if (value?.kind === 'ids') for (const id of value.ids) all.ids.add(id)
      else all.failed = true
      return
    }
    case 'value': {
      const dictionary = dictionaryOf(target.field.kind)
      if (dictionary === null) gatherFreeValue(operand, target, scope, all)
      else gatherValue(operand, dictionary, target, scope, all)
    }
  }
}

function gatherValue(
  operand: ValueOperand,
  dictionary: DictionaryKind,
  target: ClauseTarget,
  scope: Scope,
  all: Gathered,
): void {
  const { field, isHistory } = target
  const entries = entriesFor(dictionary, operand, scope)
  for (const { id } of entries) all.ids.add(id)
  const text = operand.value.toLowerCase()
  const isKnownValue = isHistory && scope.context.catalogue.valueNames(field.id).has(text)
  // By its name at that time, unless the operand is an id.
  if (isKnownValue || (isHistory && entries.length > 0 && !isBareNumber(operand))) all.texts.add(text)
  if (entries.length > 0 || isKnownValue) return
  const call = bareCall(operand, scope)
  if (isUnresolved(field, operand)) all.empty = true
  else if (call) gather(call, target, scope, all)
  else {
    all.failed = true
    unknownValue(operand, target, namesOf(dictionary, scope), scope)
  }
}

/** Returns whether the value is that of `resolution = Unresolved`, which means no resolution. */
function isUnresolved(field: JqlField, { value }: ValueOperand): boolean {
  return field.kind === 'resolution' && value.toLowerCase() === 'unresolved'
}

/** Adds a value without a dictionary, by id and by name. An option that no issue ever had is an error. */
function gatherFreeValue(operand: ValueOperand, target: ClauseTarget, scope: Scope, all: Gathered): void {
  const knownNames = scope.context.catalogue.valueNames(target.field.id)
  const text = operand.value.toLowerCase()
  if (target.field.kind === 'option' && knownNames.size > 0 && !knownNames.has(text) && !isBareNumber(operand)) {
    all.failed = true
    unknownValue(operand, target, knownNames.values(), scope)
    return
  }
  all.ids.add(operand.value)
  all.texts.add(text)
}

/** Reports a value that does not exist. */
export function unknownValue(operand: ValueOperand, target: ClauseTarget, names: Iterable<string>, scope: Scope): null {
  const { span, value } = operand
  if (isBareNumber(operand)) return report(scope, span, 'JQL_VALUE_ID_UNKNOWN', { id: value, field: target.name })
  return report(scope, span, 'JQL_VALUE_UNKNOWN', { value, field: target.name, near: nearTo(scope, value, names) })
}

function* namesOf(dictionary: DictionaryKind, scope: Scope): Iterable<string> {
  for (const { name, otherNames = [] } of scope.context.catalogue.entries(dictionary)) {
    yield name
    yield* otherNames
  }
}
