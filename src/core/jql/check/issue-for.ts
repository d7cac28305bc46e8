import type { NamedIssue } from '../jql-context.ts'
import type { ValueOperand } from '../query-tree.ts'
import { report, type Scope } from './scope.ts'

const KEY = /^[\p{L}][\p{L}\p{N}_]*-\d+$/u

/** Returns the issue with a key or an id. Reports an unknown one, and then returns `null`. */
export function issueFor(operand: ValueOperand, field: string, scope: Scope): NamedIssue | null {
  const name = issueName(operand.value)
  if (name === null) return report(scope, operand.span, 'JQL_ISSUE_KEY_INVALID', { key: operand.value, field })
  const issue = scope.context.issues.get(name)
  return issue ?? report(scope, operand.span, 'JQL_ISSUE_UNKNOWN', { key: operand.value, field })
}

/** Returns a key in capitals, or an id, as in `JqlContext.issues`; `null` for other text. */
export function issueName(text: string): string | null {
  const name = text.trim().toUpperCase()
  return KEY.test(name) || /^\d+$/.test(name) ? name : null
}
