import type { NamedIssue } from '../jql-context.ts'
import type { ValueOperand } from '../query-tree.ts'
import { report, type Scope } from './scope.ts'

const KEY = /^[\p{L}][\p{L}\p{N}_]*-\d+$/u

/** The issue that a key or an id names. Reports one that is not known, and gives `null`. */
export function issueFor(operand: ValueOperand, field: string, scope: Scope): NamedIssue | null {
  const name = issueName(operand.value)
  if (name === null) return report(scope, operand.span, 'JQL_ISSUE_KEY_INVALID', { key: operand.value, field })
  const issue = scope.context.issues.get(name)
  return issue ?? report(scope, operand.span, 'JQL_ISSUE_UNKNOWN', { key: operand.value, field })
}

/** A key in capitals, or an id, as `JqlContext.issues` has it; `null` when the text is neither. */
export function issueName(text: string): string | null {
  const name = text.trim().toUpperCase()
  return KEY.test(name) || /^\d+$/.test(name) ? name : null
}
