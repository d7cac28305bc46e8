import type { BoundCondition, Relation } from '../bound-query.ts'
import type { FieldValueClause, JqlOperand, ValueOperand } from '../query-tree.ts'
import { isNegative, valuesCondition } from './bind-values.ts'
import { bareCall, callFunction } from './call-function.ts'
import { allOf, anyOf } from './conditions.ts'
import { issueFor } from './issue-for.ts'
import { report, type Scope } from './scope.ts'
import type { ClauseTarget } from './values.ts'

/** Binds all operators except IS for the issue itself: keys, ids, and functions that return issues. */
export function bindKey(clause: FieldValueClause, target: ClauseTarget, scope: Scope): BoundCondition | null {
  if (isRelation(clause.operator)) return bindKeyRange(clause.operand, clause.operator, target, scope)
  const negated = isNegative(clause.operator)
  const parts: Parts = { ids: new Set(), sets: [], empty: false, failed: false }
  gather(clause.operand, negated, target, scope, parts)
  if (parts.failed) return null
  const { ids, sets, empty } = parts
  // Every issue has a key: `!= EMPTY`, and a function that returns nothing, exclude no issue.
  if (negated && ids.size === 0) return allOf(sets)
  const named = valuesCondition(target, { ids: [...ids], texts: [], empty }, negated)
  return negated ? allOf([named, ...sets]) : anyOf([named, ...sets])
}

function isRelation(operator: string): operator is Relation {
  return operator === '<' || operator === '>' || operator === '<=' || operator === '>='
}

interface Parts {
  readonly ids: Set<string>
  readonly sets: BoundCondition[]
  empty: boolean
  failed: boolean
}

function gather(operand: JqlOperand, negated: boolean, target: ClauseTarget, scope: Scope, parts: Parts): void {
  switch (operand.kind) {
    case 'keyword':
      parts.empty = true
      return
    case 'list':
      for (const element of operand.operands) gather(element, negated, { ...target, allowsList: true }, scope, parts)
      return
    case 'function': {
      const value = callFunction(operand, { ...target, field: target.name, kind: 'key' }, scope)
      if (value?.kind === 'issues') parts.sets.push({ kind: 'issueSet', set: value.set, negated })
      else parts.failed = true
      return
    }
    case 'value': {
      const call = bareCall(operand, scope)
      const issue = call ? null : issueFor(operand, target.name, scope)
      if (call) gather(call, negated, target, scope, parts)
      else if (issue) parts.ids.add(issue.id)
      else parts.failed = true
    }
  }
}

/** Binds a comparison of keys, by number within a project. */
function bindKeyRange(
  operand: JqlOperand,
  operator: Relation,
  target: ClauseTarget,
  scope: Scope,
): BoundCondition | null {
  if (operand.kind === 'function') {
    return report(scope, operand.span, 'JQL_FUNCTION_INVALID', { function: operand.name, field: target.name })
  }
  const issue = issueFor(operand as ValueOperand, target.name, scope)
  return issue && { kind: 'keyRange', project: issue.project, operator, number: issue.number }
}
