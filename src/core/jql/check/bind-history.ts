import type { Actors, BoundCondition, HistoryValues } from '../bound-query.ts'
import { hasHistory } from '../fields/find-fields.ts'
import type { ChangedClause, HistoryPredicate, JqlOperand, PredicateKeyword, WasClause } from '../query-tree.ts'
import { issueValues } from './bind-issue.ts'
import { boundField } from './conditions.ts'
import { report, type Scope } from './scope.ts'
import { type ClauseTarget, valuesOf } from './values.ts'
import { readWindow, type Window } from './window.ts'

/**
 * Binds `WAS`, `WAS NOT`, `WAS IN`, `WAS NOT IN`: whether the issue ever had one of the values, in a window, set by
 * someone.
 */
export function bindWas(
  clause: WasClause,
  target: ClauseTarget,
  negated: boolean,
  scope: Scope,
): BoundCondition | null {
  if (!supportsHistory(clause, target, scope)) return null
  const values = historyValues(clause.operand, target, scope)
  const limits = limitsOf(clause.predicates, target, scope)
  if (!values || !limits) return null
  const { window, by } = limits
  const isNot = clause.operator === 'WAS NOT' || clause.operator === 'WAS NOT IN'
  return {
    kind: 'was',
    field: boundField(target.field),
    values,
    enteredBefore: window.overlapBefore,
    leftAfter: window.overlapAfter,
    by,
    negated: isNot !== negated,
  }
}

/** Binds `CHANGED`: whether one change meets all predicates. */
export function bindChanged(
  clause: ChangedClause,
  target: ClauseTarget,
  negated: boolean,
  scope: Scope,
): BoundCondition | null {
  if (!supportsHistory(clause, target, scope)) return null
  const valuesFrom = valuesAt('FROM', clause.predicates, target, scope)
  const valuesTo = valuesAt('TO', clause.predicates, target, scope)
  const limits = limitsOf(clause.predicates, target, scope)
  if (!valuesFrom || !valuesTo || !limits) return null
  const { window, by } = limits
  return {
    kind: 'changed',
    field: boundField(target.field),
    valuesFrom,
    valuesTo,
    from: window.from,
    before: window.before,
    by,
    negated,
  }
}

function supportsHistory({ field }: WasClause | ChangedClause, target: ClauseTarget, scope: Scope): boolean {
  if (hasHistory(target.field)) return true
  report(scope, field.span, 'JQL_HISTORY_UNSUPPORTED', { field: target.name })
  return false
}

function historyValues(operand: JqlOperand, target: ClauseTarget, scope: Scope): HistoryValues | null {
  return target.field.kind === 'issue' ? issueValues(operand, target, scope) : valuesOf(operand, target, scope)
}

function valuesAt(
  keyword: PredicateKeyword,
  predicates: readonly HistoryPredicate[],
  target: ClauseTarget,
  scope: Scope,
): HistoryValues[] | null {
  const all = operandsOf(keyword, predicates).map(operand =>
    historyValues(operand, { ...target, operator: keyword.toLowerCase(), allowsList: true }, scope),
  )
  return all.includes(null) ? null : (all as HistoryValues[])
}

function operandsOf(keyword: PredicateKeyword, predicates: readonly HistoryPredicate[]): JqlOperand[] {
  return predicates.filter(predicate => predicate.keyword === keyword).map(({ operand }) => operand)
}

interface Limits {
  readonly window: Window
  readonly by: readonly Actors[]
}

function limitsOf(predicates: readonly HistoryPredicate[], target: ClauseTarget, scope: Scope): Limits | null {
  const actor: ClauseTarget = { ...target, field: ACTOR, operator: 'by', allowsList: true, isHistory: false }
  const by = operandsOf('BY', predicates).map(operand => valuesOf(operand, actor, scope))
  const window = readWindow(predicates, target.name, scope)
  if (!window || by.includes(null)) return null
  return { window, by: by.map(actors => ({ ids: actors!.ids, empty: actors!.empty })) }
}

const ACTOR: ClauseTarget['field'] = { id: 'actor', name: 'actor', kind: 'user', multi: false, alias: null }
