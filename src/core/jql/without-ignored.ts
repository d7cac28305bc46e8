import type { JqlCatalogue } from '../catalogue/jql-catalogue.ts'
import { findFields } from './fields/find-fields.ts'
import { fieldsWithoutData } from './fields/query-fields.ts'
import { isKnownType, typedNameIn } from './fields/typed-name.ts'
import type { FieldReference, JqlClause, JqlQuery, JqlSort } from './query-tree.ts'

/** A query without the parts that have no effect here, and a warning about each. */
export interface EffectiveQuery {
  readonly query: JqlQuery
  readonly warnings: readonly string[]
}

/**
 * Removes what a query may contain although it has no effect here: sort keys without data, such as Rank, and unknown
 * types of fields with a unique name. Boards and the editor of Jira Cloud write such queries.
 */
export function withoutIgnored(query: JqlQuery, catalogue: JqlCatalogue): EffectiveQuery {
  const warnings = new Set<string>()
  const ignoreType = (field: FieldReference): FieldReference => {
    const typed = field.kind === 'field' ? typedNameIn(field.name) : null
    if (field.kind !== 'field' || typed === null || isKnownType(typed.type)) return field
    // The whole text may be the name of a field, and a name of several fields is an error.
    const named = { ...field, name: typed.name }
    if (catalogue.fieldsNamed(field.name).length > 0 || findFields(named, catalogue).fields.length !== 1) return field
    warnings.add(`The type '${typed.type}' of ${typed.name} in the query was ignored: it is not known.`)
    return named
  }
  const hasData = ({ field }: JqlSort): boolean => {
    const reason = field.kind === 'field' ? sortWithoutData(field.name, catalogue) : null
    if (reason !== null) warnings.add(`ORDER BY ${(field as { name: string }).name} was ignored: ${reason}.`)
    return reason === null
  }
  const where = query.where && withFields(query.where, ignoreType)
  const orderBy = query.orderBy.filter(hasData).map(sort => ({ ...sort, field: ignoreType(sort.field) }))
  return warnings.size === 0
    ? { query, warnings: [] }
    : { query: { ...query, where, orderBy }, warnings: [...warnings] }
}

/** Returns why a field of the language has no data to sort by; `null` for other fields. */
function sortWithoutData(name: string, catalogue: JqlCatalogue): string | null {
  return catalogue.fieldsNamed(name).length > 0 ? null : (fieldsWithoutData.get(name.toLowerCase()) ?? null)
}

function withFields(clause: JqlClause, change: (field: FieldReference) => FieldReference): JqlClause {
  switch (clause.kind) {
    case 'and':
    case 'or':
      return { ...clause, clauses: clause.clauses.map(part => withFields(part, change)) }
    case 'not':
      return { ...clause, clause: withFields(clause.clause, change) }
    case 'value':
    case 'was':
    case 'changed':
      return { ...clause, field: change(clause.field) }
  }
}
