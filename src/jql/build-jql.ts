import type { FieldReference, FieldValueClause, JqlClause, JqlQuery, JqlSort, ValueOperator } from './query-tree.ts'

/** The span of what no one wrote: it stands nowhere in the text of the query. */
const NOWHERE = { start: 0, end: 0 }

function field(name: string): FieldReference {
  return { kind: 'field', name, properties: [], span: NOWHERE }
}

/** Builds the clause that compares a field's present value, which is a text unless it is not `quoted`. */
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
  return { field: field(name), direction, span: NOWHERE }
}

/** Builds the query of a clause, without an order. */
export function queryOf(where: JqlClause): JqlQuery {
  return { text: '', where, orderBy: [] }
}

/**
 * Builds the query that meets `clauses` too, in the order of `query`, or in `orderBy` when it has none.
 *
 * Spans stay places in the text of `query`, so that a mistake is shown where it was written.
 */
export function narrowJql(query: JqlQuery, clauses: readonly JqlClause[], orderBy: readonly JqlSort[]): JqlQuery {
  const own = query.where === null ? [] : query.where.kind === 'and' ? query.where.clauses : [query.where]
  const all = [...own, ...clauses]
  const where = all.length > 1 ? ({ kind: 'and', clauses: all, span: NOWHERE } as const) : (all[0] ?? null)
  return { text: query.text, where, orderBy: query.orderBy.length > 0 ? query.orderBy : orderBy }
}
