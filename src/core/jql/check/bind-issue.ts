import type { BoundCondition, HistoryValues } from '../bound-query.ts'
import type { FieldValueClause, JqlOperand } from '../query-tree.ts'
import { isNegative, valuesCondition } from './bind-values.ts'
import { issueName } from './issue-for.ts'
import { report, type Scope } from './scope.ts'
import type { ClauseTarget } from './values.ts'

/** Binds `=`, `!=`, `IN` and `NOT IN` for a field that refers to another issue, by key or id. */
export function bindIssue(clause: FieldValueClause, target: ClauseTarget, scope: Scope): BoundCondition | null {
  const values = issueValues(clause.operand, target, scope)
  return values && valuesCondition(target, values, isNegative(clause.operator))
}

/** Returns the issues of an operand. An unknown issue is an error unless an issue refers to it. */
export function issueValues(operand: JqlOperand, target: ClauseTarget, scope: Scope): HistoryValues | null {
  switch (operand.kind) {
    case 'keyword':
      return { ids: [], texts: [], empty: true }
    case 'function':
      return report(scope, operand.span, 'JQL_FUNCTION_INVALID', { function: operand.name, field: target.name })
    case 'list': {
      const all = operand.operands.map(element => issueValues(element, target, scope))
      if (all.includes(null)) return null
      const known = all as HistoryValues[]
      return {
        ids: known.flatMap(({ ids }) => ids),
        texts: known.flatMap(({ texts }) => texts),
        empty: known.some(({ empty }) => empty),
      }
    }
    case 'value': {
      const { value, span } = operand
      const name = issueName(value)
      if (name === null) return report(scope, span, 'JQL_ISSUE_KEY_INVALID', { key: value, field: target.name })
      const issue = scope.context.issues.get(name)
      const text = name.toLowerCase()
      const isKnownValue = scope.context.catalogue.valueNames(target.field.id).has(text)
      if (!issue && !isKnownValue) return report(scope, span, 'JQL_ISSUE_UNKNOWN', { key: value, field: target.name })
      return { ids: issue ? [issue.id] : [], texts: [text], empty: false }
    }
  }
}
