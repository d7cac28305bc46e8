import type { BoundCondition, BoundField } from '../bound-query.ts'
import { allFields } from '../fields/find-fields.ts'
import { TEXT_LIMIT, WORDS_LIMIT } from '../limits.ts'
import type { FieldValueClause, FunctionOperand } from '../query-tree.ts'
import { parseText } from '../text/parse-text.ts'
import { callFunction } from './call-function.ts'
import { boundField, emptyLeaf, NEVER } from './conditions.ts'
import { report, type Scope } from './scope.ts'
import type { ClauseTarget } from './values.ts'

/** Binds `~` and `!~`. `text` searches all text fields of an issue, each on its own. */
export function bindText(clause: FieldValueClause, target: ClauseTarget, scope: Scope): BoundCondition | null {
  const { operand, operator } = clause
  const negated = operator === '!~'
  if (operand.kind === 'keyword') return bindEmptyText(target, negated, clause, scope)
  const text =
    operand.kind === 'function' ? textOfCall(operand, target, scope) : operand.kind === 'value' ? operand.value : ''
  if (text === null) return null
  // A function without a value matches nothing.
  if (operand.kind === 'function' && text === '') return negated ? emptyLeaf(boundField(target.field), true) : NEVER
  const query = parseText(text)
  if (query === 'empty') return report(scope, operand.span, 'JQL_TEXT_EMPTY', { field: target.name })
  if (query === 'invalid') return report(scope, operand.span, 'JQL_TEXT_INVALID', { text, field: target.name })
  if (query === 'too long') {
    return report(scope, operand.span, 'JQL_TEXT_TOO_LONG', {
      field: target.name,
      limit: WORDS_LIMIT,
      length: TEXT_LIMIT,
    })
  }
  return { kind: 'text', fields: searchedFields(target, scope), query, negated }
}

function searchedFields({ field }: ClauseTarget, { context }: Scope): BoundField[] {
  if (field.kind === 'text') return [boundField(field)]
  return allFields(context.catalogue)
    .filter(({ kind }) => kind === 'text')
    .map(boundField)
}

function bindEmptyText(
  target: ClauseTarget,
  negated: boolean,
  { operand }: FieldValueClause,
  scope: Scope,
): BoundCondition | null {
  if (target.field.kind === 'text') return emptyLeaf(boundField(target.field), negated)
  return report(scope, operand.span, 'JQL_EMPTY_UNSUPPORTED', { operator: target.operator, field: target.name })
}

/** Returns the name of the user of a function, as text; an empty string for nobody. */
function textOfCall(operand: FunctionOperand, target: ClauseTarget, scope: Scope): string | null {
  const value = callFunction(operand, { ...target, field: target.name, kind: 'user' }, scope)
  if (value?.kind !== 'ids') return null
  const [id] = value.ids
  return id === undefined ? '' : `"${scope.context.catalogue.entryOf('user', id)?.name ?? id}"`
}
