import type { JqlEntry } from '../../catalogue/jql-catalogue.ts'
import { dictionaryOf } from '../../fields/field.ts'
import type { BoundCondition, Relation } from '../bound-query.ts'
import type { FieldValueClause, ValueOperand } from '../query-tree.ts'
import { valuesCondition } from './bind-values.ts'
import { callFunction } from './call-function.ts'
import { entriesFor } from './entries-for.ts'
import type { Scope } from './scope.ts'
import { type ClauseTarget, unknownValue } from './values.ts'

/** Binds `<`, `>`, `<=` and `>=` for priorities, resolutions and versions as a list of the matching values. */
export function bindOrder(clause: FieldValueClause, target: ClauseTarget, scope: Scope): BoundCondition | null {
  const kind = dictionaryOf(target.field.kind)!
  const compared = comparedEntries(clause, target, scope)
  if (!compared) return null
  const all = scope.context.catalogue.entries(kind)
  const positions = new Map(all.map((entry, i) => [entry.id, i]))
  const ids = new Set<string>()
  for (const entry of compared) {
    for (const other of all) {
      // Versions are ordered only within their project.
      if ((other.project ?? null) !== (entry.project ?? null)) continue
      const difference = positions.get(other.id)! - positions.get(entry.id)!
      if (isSatisfied(kind === 'priority' ? -difference : difference, clause.operator as Relation)) ids.add(other.id)
    }
  }
  return valuesCondition(target, { ids: [...ids], texts: [], empty: false }, false)
}

function comparedEntries(clause: FieldValueClause, target: ClauseTarget, scope: Scope): readonly JqlEntry[] | null {
  const kind = dictionaryOf(target.field.kind)!
  const { operand } = clause
  if (operand.kind === 'function') {
    const value = callFunction(operand, { ...target, field: target.name, kind: target.field.kind }, scope)
    if (value?.kind !== 'ids') return null
    return value.ids.flatMap(id => scope.context.catalogue.entryOf(kind, id) ?? [])
  }
  const value = operand as ValueOperand
  const entries = entriesFor(kind, value, scope)
  if (entries.length > 0) return entries
  const names = scope.context.catalogue.entries(kind).map(({ name }) => name)
  return unknownValue(value, target, names, scope)
}

/** Returns whether a difference of positions satisfies a comparison. The first priority is the highest. */
function isSatisfied(difference: number, operator: Relation): boolean {
  switch (operator) {
    case '<':
      return difference < 0
    case '>':
      return difference > 0
    case '<=':
      return difference <= 0
    case '>=':
      return difference >= 0
  }
}
