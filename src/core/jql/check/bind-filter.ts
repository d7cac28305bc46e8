import type { Steps } from '../../base/in-slices.ts'
import type { SavedQuery } from '../../catalogue/model.ts'
import type { BoundCondition } from '../bound-query.ts'
import { JqlError } from '../jql-error.ts'
import { parseJqlInSteps } from '../parse-jql.ts'
import {
  type FieldValueClause,
  isBareNumber,
  type JqlClause,
  type JqlOperand,
  type ValueOperand,
} from '../query-tree.ts'
import { isNegative } from './bind-values.ts'
import { ALWAYS, allOf, anyOf, NEVER } from './conditions.ts'
import { filtersNamed } from './filters-named.ts'
import { countClause, insideFilter, nearNamed, report, type Scope } from './scope.ts'
import { fieldName, shapeProblem } from './shape-problem.ts'

/** Binds a clause as part of its query. Each clause is a step. */
export type BindWhere = (clause: JqlClause, negated: boolean, scope: Scope) => Steps<BoundCondition | null>

/**
 * Binds `filter = name` by inserting the condition of the saved query. Its order is ignored. Each clause of the saved query is a
 * step, also while it is parsed.
 */
export function* bindFilter(
  clause: FieldValueClause,
  negated: boolean,
  scope: Scope,
  bindWhere: BindWhere,
): Steps<BoundCondition | null> {
  const problem = shapeProblem(clause)
  if (problem) return report(scope, problem.span, problem.code, problem.parameters)
  const filters = filtersOf(clause.operand, clause, scope)
  if (!filters) return null
  const isNot = isNegative(clause.operator) !== negated
  const bound: (BoundCondition | null)[] = []
  for (const { filter, operand } of filters) bound.push(yield* expand(filter, operand, isNot, scope, bindWhere))
  if (bound.includes(null)) return null
  return isNot ? allOf(bound as BoundCondition[]) : anyOf(bound as BoundCondition[])
}

interface Named {
  readonly filter: SavedQuery
  readonly operand: ValueOperand
}

function filtersOf(operand: JqlOperand, clause: FieldValueClause, scope: Scope): Named[] | null {
  const field = fieldName(clause)
  const { span } = operand
  if (operand.kind === 'function') return report(scope, span, 'JQL_FUNCTION_INVALID', { function: operand.name, field })
  if (operand.kind === 'keyword') {
    return report(scope, span, 'JQL_EMPTY_UNSUPPORTED', { operator: clause.operator.toLowerCase(), field })
  }
  if (operand.kind === 'list') {
    const all = operand.operands.map(element =>
      countClause(scope, element.span) ? filtersOf(element, clause, scope) : null,
    )
    return all.includes(null) ? null : all.flatMap(named => named!)
  }
  const found = filtersFor(operand, scope.context.catalogue.filters)
  if (found.length > 0) return found.map(filter => ({ filter, operand }))
  const near = nearNamed(scope, operand.value, scope.context.catalogue.filters)
  return report(scope, span, 'JQL_VALUE_UNKNOWN', { value: operand.value, field, near })
}

function filtersFor(operand: ValueOperand, filters: readonly SavedQuery[]): readonly SavedQuery[] {
  const { byId, byName } = filtersNamed(operand.value, filters)
  const [first, second] = isBareNumber(operand) ? [byId, byName] : [byName, byId]
  return first.length > 0 ? first : second
}

function* expand(
  filter: SavedQuery,
  { span }: ValueOperand,
  negated: boolean,
  scope: Scope,
  bindWhere: BindWhere,
): Steps<BoundCondition | null> {
  const start = scope.filters.findIndex(({ id }) => id === filter.id)
  if (start >= 0) {
    const names = [...scope.filters.slice(start), filter].map(({ name }) => name)
    return report(scope, span, 'JQL_FILTER_CYCLE', { names })
  }
  const inside = insideFilter(scope, filter, span)
  const where = yield* whereOf(filter, span, scope)
  if (where === undefined) return null
  if (where === null) return negated ? NEVER : ALWAYS
  return yield* bindWhere(where, negated, inside)
}

/** Returns `undefined` if the filter is invalid, which is reported once. */
function* whereOf(filter: SavedQuery, span: ValueOperand['span'], scope: Scope): Steps<JqlClause | null | undefined> {
  const { filters } = scope.found
  if (!filters.has(filter.id)) filters.set(filter.id, yield* readWhere(filter, span, scope))
  return filters.get(filter.id)
}

function* readWhere(filter: SavedQuery, span: ValueOperand['span'], scope: Scope): Steps<JqlClause | null | undefined> {
  try {
    return (yield* parseJqlInSteps(filter.jql)).where
  } catch (error) {
    if (!(error instanceof JqlError)) throw error
    report(scope, span, 'JQL_FILTER_INVALID', { filter: filter.name, message: error.problems[0]!.message })
    return undefined
  }
}
