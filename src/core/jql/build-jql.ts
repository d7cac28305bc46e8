import type { FieldReference, FieldValueClause, JqlClause, JqlQuery, JqlSort, ValueOperator } from './query-tree.ts'

/** The span of nodes that are not in the text of the query. */
const NOWHERE = { start: 0, end: 0 }

function field(name: string): FieldReference {
  return { kind: 'field', name, properties: [], span: NOWHERE }
}

/** Builds the clause that compares a field's present value. The value is text unless `quoted` is false. */
export function compare(
  name: string,
  operator: ValueOperator,
  value: string,
  { quoted = true }: { readonly quoted?: boolean } = {},
): FieldValueClause {
  const operand = { kind: 'value', value, quoted, span: NOWHERE } as const
  return { kind: 'value', field: field(name), operator, operand, span: NOWHERE }
}

/** Builds the sort by a field. */
export function sortBy(name: string, direction: 'ASC' | 'DESC'): JqlSort {
  return { field: field(name), direction }
}

/** Builds the query of a clause, or of all issues, without an order. */
export function queryOf(where: JqlClause | null): JqlQuery {
  return { text: '', where, orderBy: [] }
}

/**
 * Builds the query that adds `clauses`, with the order of `query`, or `orderBy` if it has none.
 *
 * Spans remain locations in the text of `query`, so that errors are shown where they are.
 */
export function narrowJql(query: JqlQuery, clauses: readonly JqlClause[], orderBy: readonly JqlSort[]): JqlQuery {
  const own = query.where === null ? [] : query.where.kind === 'and' ? query.where.clauses : [query.where]
  const all = [...own, ...clauses]
  const where = all.length > 1 ? ({ kind: 'and', clauses: all, span: NOWHERE } as const) : (all[0] ?? null)
  return { text: query.text, where, orderBy: query.orderBy.length > 0 ? query.orderBy : orderBy }
}
