import type { Steps } from '../base/in-slices.ts'
import type { JqlCatalogue } from '../catalogue/jql-catalogue.ts'
import { filtersNamed } from './check/filters-named.ts'
import { operandsIn, visitClauses } from './clauses-of.ts'
import { findFields } from './fields/find-fields.ts'
import type { JqlQuery, TerminalClause } from './query-tree.ts'

/** The names that are only in the text of a query. The bound query has the members and conditions instead. */
export interface NamesInText {
  /** The names of groups. */
  readonly groups: readonly string[]
  /** The ids of saved filters. */
  readonly filters: readonly string[]
}

/** Returns the groups and the saved filters that the text of a query names. Each clause is a step. */
export function* namesInText(query: JqlQuery, catalogue: JqlCatalogue): Steps<NamesInText> {
  const [groups, filters] = [new Set<string>(), new Set<string>()]
  function* visit(clause: TerminalClause): Steps<void> {
    const isFilter = findFields(clause.field, catalogue).fields.some(({ kind }) => kind === 'filter')
    for (const operand of operandsIn(clause)) {
      if (operand.kind === 'function' && operand.name.toLowerCase() === 'membersof')
        for (const { value } of operand.arguments) groups.add(value.toLowerCase())
      if (!isFilter || operand.kind !== 'value') continue
      const { byId, byName } = filtersNamed(operand.value, catalogue.filters)
      for (const { id } of [...byId, ...byName]) filters.add(id)
    }
  }
  yield* visitClauses(query.where, visit)
  const named = groups.size === 0 ? [] : catalogue.groups.filter(name => groups.has(name.toLowerCase()))
  return { groups: named, filters: [...filters] }
}
