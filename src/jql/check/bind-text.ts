import type { BoundCondition, BoundField } from '../bound-query.ts'
import { allFields } from '../fields/find-fields.ts'
import { TEXT_LIMIT, WORDS_LIMIT } from '../limits.ts'
import type { FieldValueClause, FunctionOperand } from '../query-tree.ts'
import { parseText } from '../text/parse-text.ts'
import { callFunction } from './call-function.ts'
import { boundField, emptyLeaf, NEVER } from './conditions.ts'
import { report, type Scope } from './scope.ts'
import type { Asked } from './values.ts'

/** Binds `~` and `!~`. `text` searches all text fields of an issue, each on its own. */
export function bindText(clause: FieldValueClause, asked: Asked, scope: Scope): BoundCondition | null {
  const { operand, operator } = clause
  const negated = operator === '!~'
  if (operand.kind === 'keyword') return bindEmptyText(asked, negated, clause, scope)
  const text =
    operand.kind === 'function' ? textOfCall(operand, asked, scope) : operand.kind === 'value' ? operand.value : ''
  if (text === null) return null
  // A function without a value matches nothing.
  if (operand.kind === 'function' && text === '') return negated ? emptyLeaf(boundField(asked.field), true) : NEVER
  const query = parseText(text)
  if (query === 'empty') return report(scope, operand.span, 'JQL_TEXT_EMPTY', { field: asked.name })
  if (query === 'invalid') return report(scope, operand.span, 'JQL_TEXT_INVALID', { text, field: asked.name })
  if (query === 'too long') {
    return report(scope, operand.span, 'JQL_TEXT_TOO_LONG', {
      field: asked.name,
      limit: WORDS_LIMIT,
      length: TEXT_LIMIT,
    })
  }
  return { kind: 'text', fields: searchedFields(asked, scope), query, negated }
}

function searchedFields({ field }: Asked, { context }: Scope): BoundField[] {
  if (field.kind === 'text') return [boundField(field)]
  return allFields(context.catalogue)
    .filter(({ kind }) => kind === 'text')
    .map(boundField)
}

function bindEmptyText(
  asked: Asked,
  negated: boolean,
  { operand }: FieldValueClause,
  scope: Scope,
): BoundCondition | null {
  if (asked.field.kind === 'text') return emptyLeaf(boundField(asked.field), negated)
  return report(scope, operand.span, 'JQL_EMPTY_UNSUPPORTED', { operator: asked.operator, field: asked.name })
}

/** Returns the name of the user of a function, as text; an empty string for nobody. */
function textOfCall(operand: FunctionOperand, asked: Asked, scope: Scope): string | null {
  const value = callFunction(operand, { ...asked, field: asked.name, kind: 'user' }, scope)
  if (value?.kind !== 'ids') return null
  const [id] = value.ids
  return id === undefined ? '' : `"${scope.context.catalogue.entryOf('user', id)?.name ?? id}"`
}
