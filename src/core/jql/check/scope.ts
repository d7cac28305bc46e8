import { nearNames } from '../../base/did-you-mean.ts'
import type { SavedQuery } from '../../catalogue/model.ts'
import type { JqlContext } from '../jql-context.ts'
import { type FoundProblem, messageOf } from '../jql-error.ts'
import { CLAUSES_LIMIT } from '../limits.ts'
import type { JqlCode, JqlParameters } from '../messages.ts'
import type { JqlClause } from '../query-tree.ts'
import type { Span } from '../text-location.ts'

/** The state of binding at a location of the query: the user, the enclosing saved filters, and the errors. */
export interface Scope {
  readonly context: JqlContext
  /** Shared by all scopes of a query. */
  readonly found: {
    readonly problems: FoundProblem[]
    clauses: number
    /** The conditions of saved filters by id, so that each is parsed once; `undefined` for an invalid one. */
    readonly filters: Map<string, JqlClause | null | undefined>
  }
  /** The enclosing saved filters, outermost first, and the location of the outermost in the query. */
  readonly filters: readonly SavedQuery[]
  readonly filterSpan: Span | null
}

/** More errors than this are useless, and the search for similar names takes time. */
const MAX_PROBLEMS = 100
const MAX_PROBLEMS_WITH_HINTS = 10

/** Returns the outermost scope of a query. */
export function scopeOf(context: JqlContext): Scope {
  return { context, found: { problems: [], clauses: 0, filters: new Map() }, filters: [], filterSpan: null }
}

/** Returns the scope inside a saved filter that is used at `span`. */
export function insideFilter(scope: Scope, filter: SavedQuery, span: Span): Scope {
  return { ...scope, filters: [...scope.filters, filter], filterSpan: scope.filterSpan ?? span }
}

/**
 * Records an error. Returns `null`, for a part that cannot be bound. An error in a filter is located where the filter
 * is used.
 */
export function report<C extends JqlCode>(scope: Scope, span: Span, code: C, parameters: JqlParameters<C>): null {
  const { found, filters, filterSpan } = scope
  if (found.problems.length >= MAX_PROBLEMS) return null
  const message = messageOf(code, parameters)
  found.problems.push(filterSpan === null ? { code, message, span } : inFilter(filters.at(-1)!, message, filterSpan))
  return null
}

function inFilter({ name }: SavedQuery, message: string, span: Span): FoundProblem {
  return { code: 'JQL_FILTER_INVALID', message: messageOf('JQL_FILTER_INVALID', { filter: name, message }), span }
}

/** Counts a clause. Returns `false` if there are too many, which is reported once. */
export function countClause(scope: Scope, span: Span): boolean {
  const count = ++scope.found.clauses
  if (count === CLAUSES_LIMIT + 1) report(scope, span, 'JQL_TOO_MANY_CLAUSES', { limit: CLAUSES_LIMIT })
  return count <= CLAUSES_LIMIT
}

/** Returns the names that are similar to `name`, for a hint; none if there are many errors already. */
export function nearTo(scope: Scope, name: string, names: Iterable<string>): string[] {
  return scope.found.problems.length >= MAX_PROBLEMS_WITH_HINTS ? [] : nearNames(name, names)
}

/** Does the same among things with names. */
export function nearNamed(scope: Scope, name: string, things: readonly { readonly name: string }[]): string[] {
  return nearTo(scope, name, namesOf(things))
}

function* namesOf(things: readonly { readonly name: string }[]): Iterable<string> {
  for (const { name } of things) yield name
}
