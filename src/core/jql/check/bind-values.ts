import type { BoundCondition, HistoryValues } from '../bound-query.ts'
import type { FieldValueClause } from '../query-tree.ts'
import { boundField, emptyLeaf, NEVER } from './conditions.ts'
import type { Scope } from './scope.ts'
import { type ClauseTarget, valuesOf } from './values.ts'

/** Binds `=`, `!=`, `IN` and `NOT IN` for a field whose values are compared by id or by name. */
export function bindValues(clause: FieldValueClause, target: ClauseTarget, scope: Scope): BoundCondition | null {
  const values = valuesOf(clause.operand, target, scope)
  return values && valuesCondition(target, values, isNegative(clause.operator))
}

/** Returns whether an operator tests that a value is absent. */
export function isNegative(operator: string): boolean {
  return operator === '!=' || operator === 'NOT IN' || operator === '!~' || operator === 'IS NOT'
}

/** Returns the condition that a field has one of the values, or, negated, that it is not empty and has none of them. */
export function valuesCondition(
  { field }: Pick<ClauseTarget, 'field'>,
  values: HistoryValues,
  negated: boolean,
): BoundCondition {
  const { ids, texts, empty } = values
  const bound = boundField(field)
  if (ids.length + texts.length === 0) {
    if (negated) return emptyLeaf(bound, true)
    return empty ? emptyLeaf(bound, false) : NEVER
  }
  return { kind: field.multi ? 'multi' : 'single', field: bound, ids, texts, negated, orEmpty: empty && !negated }
}
