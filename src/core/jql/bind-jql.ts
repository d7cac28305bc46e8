import type { Steps } from '../base/in-slices.ts'
import type { JqlField } from '../catalogue/jql-catalogue.ts'
import type { BoundCondition, BoundQuery, BoundSort } from './bound-query.ts'
import { bindClause } from './check/bind-clause.ts'
import { bindFilter } from './check/bind-filter.ts'
import { ALWAYS, allOf, anyOf, boundField } from './check/conditions.ts'
import { countSearches } from './check/count-searches.ts'
import { countClause, nearTo, report, type Scope, scopeOf } from './check/scope.ts'
import { fieldName } from './check/shape-problem.ts'
import { fieldNames, findFields } from './fields/find-fields.ts'
import { defaultDirection } from './fields/operators.ts'
import { queryFields } from './fields/query-fields.ts'
import type { JqlContext } from './jql-context.ts'
import { JqlError, withLocations } from './jql-error.ts'
import { DEPTH_LIMIT, SEARCHES_LIMIT } from './limits.ts'
import type { JqlClause, JqlQuery, JqlSort, TerminalClause } from './query-tree.ts'
import { type EffectiveQuery, withoutIgnored } from './without-ignored.ts'

/** A bound query, and what it was bound from: the query without what was ignored, with a warning about each. */
export type BoundJql = BoundQuery & EffectiveQuery

/**
 * Resolves the fields, values, dates, functions and saved filters of a query, and pushes NOT into the leaves. Each clause
 * is a step.
 *
 * Throws a JqlError with all errors, each with its location. Law: NOT NOT of a query means the same as the query.
 */
export function* bindJql(whole: JqlQuery, context: JqlContext): Steps<BoundJql> {
  const { query, warnings } = withoutIgnored(whole, context.catalogue)
  const scope = scopeOf(context)
  const where = query.where === null ? ALWAYS : yield* bindWhere(query.where, false, scope, 0)
  yield
  const orderBy = bindSorts(query.orderBy, scope)
  const searches = where === null ? 0 : countSearches(where)
  if (searches > SEARCHES_LIMIT) {
    report(scope, { start: 0, end: query.text.length }, 'JQL_TOO_MANY_SEARCHES', { searches, limit: SEARCHES_LIMIT })
  }
  const { problems } = scope.found
  if (problems.length > 0) throw new JqlError(withLocations(query.text, problems))
  return { where: where!, orderBy, query, warnings }
}

function* bindWhere(clause: JqlClause, negated: boolean, scope: Scope, depth: number): Steps<BoundCondition | null> {
  // Every query that parses must pass here: each of its levels can be two levels of the tree. Saved filters may use the
  // rest.
  if (depth > DEPTH_LIMIT * 2) return report(scope, clause.span, 'JQL_TOO_DEEP', { limit: DEPTH_LIMIT })
  switch (clause.kind) {
    case 'not':
      return yield* bindWhere(clause.clause, !negated, scope, depth + 1)
    case 'and':
    case 'or': {
      const parts: (BoundCondition | null)[] = []
      for (const part of clause.clauses) parts.push(yield* bindWhere(part, negated, scope, depth + 1))
      if (parts.includes(null)) return null
      // De Morgan: the opposite of all is any of the opposites.
      return (clause.kind === 'and') !== negated ? allOf(parts as BoundCondition[]) : anyOf(parts as BoundCondition[])
    }
    case 'value':
    case 'was':
    case 'changed':
      yield
      return yield* bindTerminal(clause, negated, scope, depth)
  }
}

function* bindTerminal(
  clause: TerminalClause,
  negated: boolean,
  scope: Scope,
  depth: number,
): Steps<BoundCondition | null> {
  if (!countClause(scope, clause.span)) return null
  if (clause.kind !== 'value' || !isFilter(clause, scope)) return bindClause(clause, negated, scope)
  return yield* bindFilter(clause, negated, scope, (where, isNot, inside) => bindWhere(where, isNot, inside, depth + 1))
}

function isFilter(clause: Extract<TerminalClause, { kind: 'value' }>, { context }: Scope): boolean {
  const isComparison =
    clause.operator === '=' || clause.operator === '!=' || clause.operator === 'IN' || clause.operator === 'NOT IN'
  return isComparison && findFields(clause.field, context.catalogue).fields[0]?.kind === 'filter'
}

/** Binds the sort keys, each with a direction, followed by the key, newest first, so that the order is total. */
function bindSorts(sorts: readonly JqlSort[], scope: Scope): BoundSort[] {
  const bound = firstOfEach(sorts.flatMap(sort => bindSort(sort, scope) ?? []))
  return bound.some(({ field }) => field.kind === 'key') ? bound : [...bound, { field: KEY, direction: 'DESC' }]
}

/** Returns the first sort key of each field: a later one has no effect. */
function firstOfEach(sorts: readonly BoundSort[]): BoundSort[] {
  const included = new Set<string>()
  return sorts.filter(({ field: { id } }) => !included.has(id) && included.add(id))
}

const KEY = boundField(queryFields.find(({ kind }) => kind === 'key')!)

function bindSort(sort: JqlSort, scope: Scope): BoundSort | null {
  const { fields, reason } = findFields(sort.field, scope.context.catalogue)
  const [field] = fields
  if (field && canSort(field))
    return { field: boundField(field), direction: sort.direction ?? defaultDirection(field.kind) }
  const name = fieldName(sort)
  const near = field || reason !== null ? [] : nearTo(scope, name, fieldNames(scope.context.catalogue))
  return report(scope, sort.field.span, 'JQL_SORT_UNSUPPORTED', { field: name, near, reason })
}

function canSort({ id, kind }: JqlField): boolean {
  return kind !== 'allText' && kind !== 'filter' && kind !== 'statusCategory' && id !== 'parent'
}
