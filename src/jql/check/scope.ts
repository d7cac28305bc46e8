import { nearNames } from '../../base/did-you-mean.ts'
import type { SavedQuery } from '../../catalogue/model.ts'
import type { JqlContext } from '../jql-context.ts'
import { type FoundMistake, messageOf } from '../jql-error.ts'
import { CLAUSES_LIMIT } from '../limits.ts'
import type { JqlCode, JqlParameters } from '../messages.ts'
import type { JqlClause } from '../query-tree.ts'
import type { Span } from '../text-location.ts'

/** What binding knows at a place of the query: who asks, in which saved filter it is, and where mistakes go. */
export interface Scope {
  readonly context: JqlContext
  /** Shared by all scopes of a query. */
  readonly found: {
    readonly mistakes: FoundMistake[]
    clauses: number
    /** What the saved filters ask for, by id, so that each is read once; `undefined` for one that cannot be read. */
    readonly filters: Map<string, JqlClause | null | undefined>
  }
  /** The saved filters that are open here, the outermost first, and where the outermost stands in the query. */
  readonly filters: readonly SavedQuery[]
  readonly filterSpan: Span | null
}

/** More mistakes than these are of no use to anybody, and near names are not looked for without end. */
const MISTAKES_SHOWN = 100
const NEAR_SHOWN = 10

/** The outermost scope of a query. */
export function scopeOf(context: JqlContext): Scope {
  return { context, found: { mistakes: [], clauses: 0, filters: new Map() }, filters: [], filterSpan: null }
}

/** The scope inside a saved filter that stands at `span`. */
export function insideFilter(scope: Scope, filter: SavedQuery, span: Span): Scope {
  return { ...scope, filters: [...scope.filters, filter], filterSpan: scope.filterSpan ?? span }
}

/** Takes note of a mistake, and gives `null` for what could not be bound. A mistake in a filter stands where its use does. */
export function report<C extends JqlCode>(scope: Scope, span: Span, code: C, parameters: JqlParameters<C>): null {
  const { found, filters, filterSpan } = scope
  if (found.mistakes.length >= MISTAKES_SHOWN) return null
  const message = messageOf(code, parameters)
  found.mistakes.push(filterSpan === null ? { code, message, span } : inFilter(filters.at(-1)!, message, filterSpan))
  return null
}

function inFilter({ name }: SavedQuery, message: string, span: Span): FoundMistake {
  return { code: 'JQL_FILTER_INVALID', message: messageOf('JQL_FILTER_INVALID', { filter: name, message }), span }
}

/** Counts a clause; `false` when there are too many, which is reported once. */
export function countClause(scope: Scope, span: Span): boolean {
  const count = ++scope.found.clauses
  if (count === CLAUSES_LIMIT + 1) report(scope, span, 'JQL_TOO_MANY_CLAUSES', { limit: CLAUSES_LIMIT })
  return count <= CLAUSES_LIMIT
}

/** The names that look like `name`, for a hint; none once there are many mistakes. */
export function nearTo(scope: Scope, name: string, names: Iterable<string>): string[] {
  return scope.found.mistakes.length >= NEAR_SHOWN ? [] : nearNames(name, names)
}
