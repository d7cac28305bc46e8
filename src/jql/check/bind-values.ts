import type { BoundCondition, HistoryValues } from '../bound-query.ts'
import type { FieldValueClause } from '../query-tree.ts'
import { boundField, emptyLeaf, NEVER } from './conditions.ts'
import type { Scope } from './scope.ts'
import { type Asked, valuesOf } from './values.ts'

/** `=`, `!=`, `IN` and `NOT IN` on a field whose values are told apart by id or by words. */
export function bindValues(clause: FieldValueClause, asked: Asked, scope: Scope): BoundCondition | null {
  const values = valuesOf(clause.operand, asked, scope)
  return values && valuesCondition(asked, values, isNegative(clause.operator))
}

/** Whether an operator asks that a value is not there. */
export function isNegative(operator: string): boolean {
  return operator === '!=' || operator === 'NOT IN' || operator === '!~' || operator === 'IS NOT'
}

/** That a field holds one of the values, or, negated, has values of which none is one of them. */
export function valuesCondition(
  { field }: Pick<Asked, 'field'>,
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
