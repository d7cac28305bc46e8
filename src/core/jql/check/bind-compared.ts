import type { BoundCondition, ComparedValue, CompareLeaf } from '../bound-query.ts'
import { dayOf, readDate } from '../dates/date-value.ts'
import { parseWork } from '../dates/period.ts'
import type { FieldValueClause, JqlOperand, ValueOperand } from '../query-tree.ts'
import { isNegative } from './bind-values.ts'
import { bareCall, callFunction } from './call-function.ts'
import { allOf, anyOf, boundField, emptyLeaf } from './conditions.ts'
import { countClause, report, type Scope } from './scope.ts'
import type { ClauseTarget } from './values.ts'

/**
 * Binds all operators except IS for numbers, work durations, dates and instants. The values of a list are compared one
 * by one.
 */
export function bindCompared(clause: FieldValueClause, target: ClauseTarget, scope: Scope): BoundCondition | null {
  const negated = isNegative(clause.operator)
  const operator = clause.operator === 'IN' ? '=' : clause.operator === 'NOT IN' ? '!=' : clause.operator
  const compare = (operand: JqlOperand): BoundCondition | null => {
    if (operand.kind === 'keyword') return emptyLeaf(boundField(target.field), negated)
    if (operand.kind === 'list') return join(operand.operands.map(compareNext), negated)
    const value = comparedValue(operand, target, scope)
    const relation = operator as CompareLeaf['operator']
    return value && { kind: 'compare', field: boundField(target.field), operator: relation, value }
  }
  const compareNext = (element: JqlOperand) => (countClause(scope, element.span) ? compare(element) : null)
  return compare(clause.operand)
}

function join(conditions: readonly (BoundCondition | null)[], negated: boolean): BoundCondition | null {
  const bound = conditions.filter(condition => condition !== null)
  if (bound.length < conditions.length) return null
  return negated ? allOf(bound) : anyOf(bound)
}

type Single = Exclude<JqlOperand, { kind: 'list' | 'keyword' }>

function comparedValue(operand: Single, target: ClauseTarget, scope: Scope): ComparedValue | null {
  if (operand.kind === 'function') return calledValue(operand, target, scope)
  const { kind } = target.field
  if (kind === 'number') return numberValue(operand, target, scope)
  if (kind === 'duration') return workValue(operand, target, scope)
  const instant = readDate(operand, scope.context)
  if (instant) return instantValue(instant.at, target, scope)
  const call = bareCall(operand, scope)
  if (call) return calledValue(call, target, scope)
  return report(scope, operand.span, 'JQL_DATE_INVALID', { value: operand.value, field: target.name })
}

function calledValue(
  operand: Extract<Single, { kind: 'function' }>,
  target: ClauseTarget,
  scope: Scope,
): ComparedValue | null {
  const value = callFunction(operand, { ...target, field: target.name, kind: target.field.kind }, scope)
  return value?.kind === 'instant' ? instantValue(value.at, target, scope) : null
}

/** Returns a date field's value as the date of the instant in the zone of the user. */
function instantValue(at: number, { field }: ClauseTarget, { context }: Scope): ComparedValue {
  return field.kind === 'date' ? { kind: 'date', date: dayOf(at, context.zone) } : { kind: 'instant', at }
}

function numberValue({ value, span }: ValueOperand, { name }: ClauseTarget, scope: Scope): ComparedValue | null {
  if (/^[+-]?\d{1,30}(?:\.\d{1,30})?$/.test(value.trim())) return { kind: 'number', number: Number(value) }
  return report(scope, span, 'JQL_NUMBER_INVALID', { value, field: name })
}

function workValue({ value, span }: ValueOperand, { name }: ClauseTarget, scope: Scope): ComparedValue | null {
  const seconds = parseWork(value)
  if (seconds !== null) return { kind: 'number', number: seconds }
  return report(scope, span, 'JQL_DURATION_INVALID', { value, field: name })
}
