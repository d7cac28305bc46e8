import type { Steps } from '../base/in-slices.ts'
import type { JqlCatalogue } from '../catalogue/jql-catalogue.ts'
import type { QueryFieldKind } from '../fields/field.ts'
import { filtersNamed } from './check/filters-named.ts'
import { issueName } from './check/issue-for.ts'
import { findFields } from './fields/find-fields.ts'
import { JqlError } from './jql-error.ts'
import { parseJql } from './parse-jql.ts'
import type { JqlClause, JqlOperand, JqlQuery, TerminalClause } from './query-tree.ts'

const KINDS: ReadonlySet<QueryFieldKind> = new Set(['key', 'issue', 'filter'])

/**
 * Returns the keys (in capitals) and ids of issues in a query, saved filters included. Each clause is a step.
 *
 * The caller looks them up before it binds the query: `JqlContext.issues` has those that exist.
 */
export function* issuesNamedIn(query: JqlQuery, catalogue: JqlCatalogue): Steps<Set<string>> {
  const names = new Set<string>()
  const visited = new Set<string>()
  function* visit(clause: JqlClause | null): Steps<void> {
    if (clause === null) return
    if (clause.kind === 'and' || clause.kind === 'or') for (const part of clause.clauses) yield* visit(part)
    else if (clause.kind === 'not') yield* visit(clause.clause)
    else yield* visitTerminal(clause)
  }
  function* visitTerminal(clause: TerminalClause): Steps<void> {
    yield
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
        yield* visit(whereOf(filter.jql))
      }
    }
  }
  yield* visit(query.where)
  return names
}

function* valuesIn(clause: TerminalClause): Iterable<string> {
  if (clause.kind !== 'changed') yield* valuesOf(clause.operand)
  if (clause.kind !== 'value') for (const { operand } of clause.predicates) yield* valuesOf(operand)
}

function* valuesOf(operand: JqlOperand): Iterable<string> {
  if (operand.kind === 'value') yield operand.value
  else if (operand.kind === 'function') for (const { value } of operand.arguments) yield value
  else if (operand.kind === 'list') for (const element of operand.operands) yield* valuesOf(element)
}

/** An invalid filter has no issues; binding reports its error. */
function whereOf(text: string): JqlClause | null {
  try {
    return parseJql(text).where
  } catch (error) {
    if (error instanceof JqlError) return null
    throw error
  }
}
