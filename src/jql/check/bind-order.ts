import type { JqlEntry } from '../../catalogue/jql-catalogue.ts'
import { dictionaryOf } from '../../fields/field.ts'
import type { BoundCondition, Relation } from '../bound-query.ts'
import type { FieldValueClause, ValueOperand } from '../query-tree.ts'
import { valuesCondition } from './bind-values.ts'
import { callFunction } from './call-function.ts'
import { entriesFor } from './entries-for.ts'
import type { Scope } from './scope.ts'
import { type Asked, unknownValue } from './values.ts'

/** Binds `<`, `>`, `<=` and `>=` for priorities, resolutions and versions as a list of the matching values. */
export function bindOrder(clause: FieldValueClause, asked: Asked, scope: Scope): BoundCondition | null {
  const kind = dictionaryOf(asked.field.kind)!
  const compared = comparedEntries(clause, asked, scope)
  if (!compared) return null
  const all = scope.context.catalogue.entries(kind)
  const location = new Map(all.map((entry, i) => [entry.id, i]))
  const ids = new Set<string>()
  for (const entry of compared) {
    for (const other of all) {
      // Versions are ordered only within their project.
      if ((other.project ?? null) !== (entry.project ?? null)) continue
      const difference = location.get(other.id)! - location.get(entry.id)!
      if (holds(kind === 'priority' ? -difference : difference, clause.operator as Relation)) ids.add(other.id)
    }
  }
  return valuesCondition(asked, { ids: [...ids], texts: [], empty: false }, false)
}

function comparedEntries(clause: FieldValueClause, asked: Asked, scope: Scope): readonly JqlEntry[] | null {
  const kind = dictionaryOf(asked.field.kind)!
  const { operand } = clause
  if (operand.kind === 'function') {
    const value = callFunction(operand, { ...asked, field: asked.name, kind: asked.field.kind }, scope)
    if (value?.kind !== 'ids') return null
    return value.ids.flatMap(id => scope.context.catalogue.entryOf(kind, id) ?? [])
  }
  const value = operand as ValueOperand
  const entries = entriesFor(kind, value, scope)
  if (entries.length > 0) return entries
  return unknownValue(
    value,
    asked,
    scope.context.catalogue.entries(kind).map(({ name }) => name),
    scope,
  )
}

/** Returns whether a difference of positions satisfies a comparison. The first priority is the highest. */
function holds(difference: number, operator: Relation): boolean {
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
