import { parseJql } from './parse-jql.ts'
import { printJql } from './print-jql.ts'
import type { JqlClause, JqlQuery, JqlSort } from './query-tree.ts'

/**
 * A query that asks for `clauses` as well, in the order of `query`, or in `orderBy` when it has none.
 *
 * Its text is canonical, and its spans are places in that text.
 */
export function narrowJql(query: JqlQuery, clauses: readonly JqlClause[], orderBy: readonly JqlSort[] = []): JqlQuery {
  const own = query.where === null ? [] : query.where.kind === 'and' ? query.where.clauses : [query.where]
  const all = [...own, ...clauses]
  const span = { start: 0, end: 0 }
  const where = all.length > 1 ? ({ kind: 'and', clauses: all, span } as const) : (all[0] ?? null)
  return parseJql(printJql({ where, orderBy: query.orderBy.length > 0 ? query.orderBy : orderBy }))
}
