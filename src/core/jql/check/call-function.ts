import type { QueryFieldKind } from '../../fields/field.ts'
import { findFunction, jqlFunctions } from '../functions/function-table.ts'
import type { FunctionValue, JqlFunction } from '../functions/jql-function.ts'
import { printOperand } from '../print-jql.ts'
import type { FunctionOperand, ValueOperand } from '../query-tree.ts'
import { nearNamed, report, type Scope } from './scope.ts'

/** The purpose of a function call. */
export interface CallPurpose {
  /** As written in the query. */
  readonly field: string
  readonly kind: QueryFieldKind
  /** As messages show it. */
  readonly operator: string
  /** Whether a list of values is allowed. */
  readonly allowsList: boolean
}

/** Calls a function for a field. Reports errors in the call, and then returns `null`. */
export function callFunction(operand: FunctionOperand, purpose: CallPurpose, scope: Scope): FunctionValue | null {
  const definition = findFunction(operand.name, scope.context.catalogue)
  const { span, name } = operand
  if ('reason' in definition) {
    const near = definition.reason === null ? nearNamed(scope, name, jqlFunctions) : []
    return report(scope, span, 'JQL_FUNCTION_UNKNOWN', { call: printOperand(operand), near, reason: definition.reason })
  }
  if (!definition.suits.includes(purpose.kind)) {
    return report(scope, span, 'JQL_FUNCTION_INVALID', { function: name, field: purpose.field })
  }
  if (definition.isList && !purpose.allowsList) {
    return report(scope, span, 'JQL_FUNCTION_NEEDS_IN', { function: name, operator: purpose.operator })
  }
  return hasRightCount(definition, operand, scope) ? definition.call(operand.arguments, scope) : null
}

function hasRightCount(definition: JqlFunction, operand: FunctionOperand, scope: Scope): boolean {
  const [min, max] = definition.arguments
  const received = operand.arguments.length
  if (received >= min && received <= max) return true
  const expected = min === max ? String(min) : `${min} to ${max}`
  report(scope, operand.span, 'JQL_ARGUMENT_COUNT', { function: operand.name, expected, received })
  return false
}

/** Returns the call that an unquoted word without parentheses may be: `subTaskIssueTypes` for `subTaskIssueTypes()`. */
export function bareCall(operand: ValueOperand, scope: Scope): FunctionOperand | null {
  if (operand.quoted || 'reason' in findFunction(operand.value, scope.context.catalogue)) return null
  return { kind: 'function', name: operand.value, arguments: [], span: operand.span }
}
