import type { JqlField } from '../../catalogue/jql-catalogue.ts'
import type { BoundCondition } from '../bound-query.ts'
import { type FieldValueClause, isBareNumber, type JqlOperand } from '../query-tree.ts'
import { isNegative, valuesCondition } from './bind-values.ts'
import { report, type Scope } from './scope.ts'
import { type ClauseTarget, unknownValue } from './values.ts'

/** The categories by name and id in lower case; `null` is that of statuses without one, which counts as empty. */
const CATEGORIES: ReadonlyMap<string, string | null> = new Map([
  ['to do', 'new'],
  ['new', 'new'],
  ['2', 'new'],
  ['in progress', 'indeterminate'],
  ['indeterminate', 'indeterminate'],
  ['4', 'indeterminate'],
  ['done', 'done'],
  ['complete', 'done'],
  ['3', 'done'],
  ['no category', null],
  ['undefined', null],
  ['1', null],
])

/** The names to suggest. */
export const categoryNames = ['To Do', 'In Progress', 'Done', 'No Category'] as const

/** Binds all operators for the category of the status as a list of its statuses. */
export function bindStatusCategory(
  clause: FieldValueClause,
  target: ClauseTarget,
  scope: Scope,
): BoundCondition | null {
  const wanted = categoriesOf(clause.operand, target, scope)
  if (!wanted) return null
  const negated = isNegative(clause.operator)
  const ids = scope.context.catalogue
    .entries('status')
    .filter(({ category = null }) => (negated ? category !== null && !wanted.has(category) : wanted.has(category)))
    .map(({ id }) => id)
  return valuesCondition({ field: statusField }, { ids, texts: [], empty: false }, false)
}

const statusField: JqlField = { id: 'status', name: 'status', kind: 'status', multi: false, alias: null }

function categoriesOf(operand: JqlOperand, target: ClauseTarget, scope: Scope): Set<string | null> | null {
  switch (operand.kind) {
    case 'keyword':
      return new Set([null])
    case 'function':
      return report(scope, operand.span, 'JQL_FUNCTION_INVALID', { function: operand.name, field: target.name })
    case 'list': {
      const all = operand.operands.map(element => categoriesOf(element, target, scope))
      if (all.includes(null)) return null
      return new Set(all.flatMap(categories => [...categories!]))
    }
    case 'value': {
      const category = CATEGORIES.get(operand.value.toLowerCase())
      if (category !== undefined) return new Set([category])
      return unknownValue(isBareNumber(operand) ? operand : { ...operand, quoted: true }, target, categoryNames, scope)
    }
  }
}
