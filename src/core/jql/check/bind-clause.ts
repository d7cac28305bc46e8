import type { JqlField } from '../../catalogue/jql-catalogue.ts'
import type { QueryFieldKind } from '../../fields/field.ts'
import type { BoundCondition } from '../bound-query.ts'
import { fieldNames, findFields } from '../fields/find-fields.ts'
import { operatorsOf, oppositeOf } from '../fields/operators.ts'
import type { FieldValueClause, TerminalClause, ValueOperator } from '../query-tree.ts'
import { bindCompared } from './bind-compared.ts'
import { bindChanged, bindWas } from './bind-history.ts'
import { bindIssue } from './bind-issue.ts'
import { bindKey } from './bind-key.ts'
import { bindOrder } from './bind-order.ts'
import { bindStatusCategory } from './bind-status-category.ts'
import { bindText } from './bind-text.ts'
import { bindValues, isNegative } from './bind-values.ts'
import { allOf, anyOf, boundField, emptyLeaf } from './conditions.ts'
import { nearTo, report, type Scope } from './scope.ts'
import { fieldName, shapeProblem } from './shape-problem.ts'
import type { ClauseTarget } from './values.ts'

/** Binds a clause, or, if negated, its opposite. Reports its errors, and then returns `null`. */
export function bindClause(clause: TerminalClause, negated: boolean, scope: Scope): BoundCondition | null {
  const fields = fieldsOf(clause, scope)
  const problem = shapeProblem(clause)
  if (problem) report(scope, problem.span, problem.code, problem.parameters)
  if (!fields || problem) return null
  const effective = clause.kind === 'value' && negated ? { ...clause, operator: oppositeOf[clause.operator] } : clause
  const bound = fields.map(field => bindOnField(field, effective, clause, negated, scope))
  if (bound.includes(null)) return null
  // If several fields have the name, any of them may match; for the opposite, none may match.
  return testsAbsence(effective, negated) ? allOf(bound as BoundCondition[]) : anyOf(bound as BoundCondition[])
}

/**
 * Returns whether a clause tests that a value is absent. `negated` matters for histories only: other clauses are
 * inverted already.
 */
function testsAbsence(clause: TerminalClause, negated: boolean): boolean {
  if (clause.kind === 'changed') return negated
  if (clause.kind === 'was') return clause.operator.includes('NOT') !== negated
  return clause.operator === 'IS' || (clause.operator !== 'IS NOT' && isNegative(clause.operator))
}

function fieldsOf(clause: TerminalClause, scope: Scope): readonly JqlField[] | null {
  const { fields, reason } = findFields(clause.field, scope.context.catalogue)
  if (fields.length > 0) return fields
  const field = fieldName(clause)
  const near = reason === null ? nearTo(scope, field, fieldNames(scope.context.catalogue)) : []
  return report(scope, clause.field.span, 'JQL_FIELD_UNKNOWN', { field, near, reason })
}

function bindOnField(
  field: JqlField,
  clause: TerminalClause,
  written: TerminalClause,
  negated: boolean,
  scope: Scope,
): BoundCondition | null {
  const operator = written.kind === 'changed' ? 'changed' : written.operator.toLowerCase()
  const target: ClauseTarget = {
    field,
    name: fieldName(clause),
    operator,
    allowsList: operator.endsWith('in'),
    isHistory: clause.kind !== 'value',
  }
  if (clause.kind === 'was') return bindWas(clause, target, negated, scope)
  if (clause.kind === 'changed') return bindChanged(clause, target, negated, scope)
  return isSupported(written as FieldValueClause, target, scope) ? bindValueClause(clause, target, scope) : null
}

function isSupported({ operator, field: { span } }: FieldValueClause, target: ClauseTarget, scope: Scope): boolean {
  const allowed: readonly ValueOperator[] = operatorsOf[target.field.kind]
  if (allowed.includes(operator)) return true
  report(scope, span, 'JQL_OPERATOR_UNSUPPORTED', { operator: operator.toLowerCase(), field: target.name, allowed })
  return false
}

type Bind = (clause: FieldValueClause, target: ClauseTarget, scope: Scope) => BoundCondition | null

const binders = {
  project: bindValues,
  type: bindValues,
  status: bindValues,
  user: bindValues,
  component: bindValues,
  sprint: bindValues,
  label: bindValues,
  option: bindValues,
  priority: bindOrdered,
  resolution: bindOrdered,
  version: bindOrdered,
  key: bindKey,
  issue: bindIssue,
  text: bindText,
  allText: bindText,
  number: bindCompared,
  duration: bindCompared,
  date: bindCompared,
  datetime: bindCompared,
  statusCategory: bindStatusCategory,
} as const satisfies Record<Exclude<QueryFieldKind, 'filter'>, Bind>

function bindOrdered(clause: FieldValueClause, target: ClauseTarget, scope: Scope): BoundCondition | null {
  const isRelation = clause.operator.startsWith('<') || clause.operator.startsWith('>')
  return isRelation ? bindOrder(clause, target, scope) : bindValues(clause, target, scope)
}

/**
 * Binds a clause on present values. IS and IS NOT are the same for all fields with values; a status category has none.
 */
function bindValueClause(clause: FieldValueClause, target: ClauseTarget, scope: Scope): BoundCondition | null {
  const { operator } = clause
  const { kind } = target.field
  if (kind === 'filter') return null
  if ((operator === 'IS' || operator === 'IS NOT') && kind !== 'statusCategory') {
    return emptyLeaf(boundField(target.field), operator === 'IS NOT')
  }
  return binders[kind](clause, target, scope)
}
