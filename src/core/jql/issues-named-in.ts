import type { Steps } from '../base/in-slices.ts'
import type { JqlCatalogue } from '../catalogue/jql-catalogue.ts'
import type { QueryFieldKind } from '../fields/field.ts'
import { filtersNamed } from './check/filters-named.ts'
import { issueName } from './check/issue-for.ts'
import { operandsIn, visitClauses } from './clauses-of.ts'
import { findFields } from './fields/find-fields.ts'
import { JqlError } from './jql-error.ts'
import { parseJqlInSteps } from './parse-jql.ts'
import type { JqlClause, JqlQuery, TerminalClause } from './query-tree.ts'

const KINDS: ReadonlySet<QueryFieldKind> = new Set(['key', 'issue', 'filter'])

/**
 * Returns the upper-case keys and the ids of issues in a query, saved filters included. Each clause is a step.
 *
 * The caller looks them up before it binds the query: `JqlContext.issues` has those that exist.
 */
export function* issuesNamedIn(query: JqlQuery, catalogue: JqlCatalogue): Steps<Set<string>> {
  const names = new Set<string>()
  const visited = new Set<string>()
  function* visit(clause: TerminalClause): Steps<void> {
    const kind = findFields(clause.field, catalogue).fields.find(field => KINDS.has(field.kind))?.kind
    if (kind === undefined) return
    for (const value of valuesIn(clause)) {
      const name = issueName(value)
      if (kind !== 'filter' && name !== null) names.add(name)
      if (kind !== 'filter') continue
      const { byId, byName } = filtersNamed(value, catalogue.filters)
      for (const filter of [...byId, ...byName]) {
        if (visited.has(filter.id)) continue
        visited.add(filter.id)
        yield* visitClauses(yield* whereOf(filter.jql), visit)
      }
    }
  }
  yield* visitClauses(query.where, visit)
  return names
}

function* valuesIn(clause: TerminalClause): Iterable<string> {
  for (const operand of operandsIn(clause)) {
    if (operand.kind === 'value') yield operand.value
    else if (operand.kind === 'function') for (const { value } of operand.arguments) yield value
  }
}

/** An invalid filter has no issues; binding reports its error. */
function* whereOf(text: string): Steps<JqlClause | null> {
  try {
    return (yield* parseJqlInSteps(text)).where
  } catch (error) {
    if (error instanceof JqlError) return null
    throw error
  }
}
