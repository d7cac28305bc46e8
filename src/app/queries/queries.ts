import { browsableIn } from '../../access/permissions/browsable-in.ts'
import type { Caller } from '../../access/permissions/caller.ts'
import { namedIssues } from '../../access/permissions/named-issues.ts'
import { type RequestContext, zoneOf } from '../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import { UserError } from '../../core/base/errors.ts'
import { inSlices, nextTurn, type Steps } from '../../core/base/in-slices.ts'
import { jqlCatalogueOf } from '../../core/catalogue/jql-catalogue.ts'
import { type BoundJql, bindJql } from '../../core/jql/bind-jql.ts'
import { type Completions, completeJql } from '../../core/jql/complete-jql.ts'
import { explainJql } from '../../core/jql/explain-jql.ts'
import { allFields, hasHistory } from '../../core/jql/fields/find-fields.ts'
import { operatorsOf } from '../../core/jql/fields/operators.ts'
import { fieldsWithoutData } from '../../core/jql/fields/query-fields.ts'
import { jqlFunctions } from '../../core/jql/functions/function-table.ts'
import type { JqlContext } from '../../core/jql/jql-context.ts'
import { JqlError, type JqlProblem } from '../../core/jql/jql-error.ts'
import { parseJqlInSteps } from '../../core/jql/parse-jql.ts'
import { printJql } from '../../core/jql/print-jql.ts'
import type { JqlQuery } from '../../core/jql/query-tree.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { ReportEngine, Snapshot } from '../../store/engine/report-engine.ts'
import { matchingIssueCount } from '../../store/sql/matching-issues.ts'

/** The dependencies of queries. */
export interface QueryDeps {
  readonly engine: ReportEngine
  readonly now: () => Instant
  readonly zone: Zone
}

/** A parsed query: its canonical text, and its syntax tree as plain data. */
export interface ReadQuery {
  readonly query: string
  readonly tree: JqlQuery
}

/** The explanation of a query. */
export interface ExplainedQuery {
  readonly query: string
  /** One condition per line, with names and dates resolved. */
  readonly explanation: string
  /** The number of matching issues. */
  readonly issues: number
}

/** The fields, operators and functions of the query language. */
export interface QueryLanguage {
  readonly fields: readonly { readonly name: string; readonly id: string; readonly operators: readonly string[] }[]
  readonly functions: readonly string[]
  /** The fields of JQL for which this store has no data, with the reason. */
  readonly withoutData: readonly { readonly name: string; readonly reason: string }[]
}

/** Parses a query. Throws QUERY_INVALID. */
export function readQuery(text: string): Promise<ReadQuery> {
  return orQueryInvalid(async () => {
    const tree = await inSlices(parseJqlInSteps(text))
    await nextTurn()
    return { query: printJql(tree), tree }
  })
}

/** Returns all errors of a query, both syntactic and semantic; empty for a valid query. */
export function queryProblems(
  { engine, ...deps }: QueryDeps,
  text: string,
  { caller, signal }: RequestContext,
): Promise<readonly JqlProblem[]> {
  return engine.snapshot(async snapshot => {
    try {
      const context = await contextOf(snapshot, deps, text, caller)
      await inSlices(boundQuery(text, context), signal)
      return []
    } catch (error) {
      if (error instanceof JqlError) return error.problems
      throw error
    }
  }, signal)
}

/** Explains a query and counts the matching issues. Throws QUERY_INVALID. */
export function explainQuery(
  { engine, ...deps }: QueryDeps,
  text: string,
  { caller, signal }: RequestContext,
): Promise<ExplainedQuery> {
  return engine.snapshot(async snapshot => {
    const context = await contextOf(snapshot, deps, text, caller)
    const bound = await orQueryInvalid(() => inSlices(boundQuery(text, context), signal))
    const browsable = await browsableIn(snapshot, caller)
    const [row] = await snapshot.run(matchingIssueCount(bound.where, browsable, context.now, snapshot.dialect))
    return { query: printJql(bound.query), explanation: explainJql(bound, context), issues: Number(row!.issues) }
  }, signal)
}

/** Returns the completions at a position of a query. */
export function suggestForQuery(
  { engine, ...deps }: QueryDeps,
  text: string,
  position: number,
  { caller, signal }: RequestContext,
): Promise<Completions> {
  return engine.snapshot(
    async snapshot => completeJql(text, position, await contextOf(snapshot, deps, '', caller)),
    signal,
  )
}

/** Returns the fields, operators and functions that queries of this store can use. */
export async function queryLanguage({ engine }: QueryDeps, { caller, signal }: RequestContext): Promise<QueryLanguage> {
  const catalogue = await engine.snapshot(snapshot => visibleCatalogue(snapshot, caller.browsable), signal)
  return {
    fields: allFields(jqlCatalogueOf(catalogue)).map(field => ({
      name: field.name,
      id: field.id,
      operators: [...operatorsOf[field.kind], ...(hasHistory(field) ? ['WAS', 'CHANGED'] : [])],
    })),
    functions: jqlFunctions.map(({ usage }) => usage),
    withoutData: [...fieldsWithoutData].map(([name, reason]) => ({ name, reason })),
  }
}

/** Parses a query, and resolves its names. Throws a JqlError. */
function* boundQuery(text: string, context: JqlContext): Steps<BoundJql> {
  return yield* bindJql(yield* parseJqlInSteps(text), context)
}

async function contextOf(
  snapshot: Snapshot,
  { now, zone }: Omit<QueryDeps, 'engine'>,
  text: string,
  caller: Caller,
): Promise<JqlContext> {
  const browsable = await browsableIn(snapshot, caller)
  const catalogue = jqlCatalogueOf(await visibleCatalogue(snapshot, browsable))
  const query = await parseOrNull(text)
  const issues = await namedIssues(snapshot, query ? [query] : [], catalogue, browsable)
  return {
    catalogue,
    issues,
    now: now(),
    zone: zoneOf(caller, zone),
    currentUser: caller.person,
  }
}

async function parseOrNull(text: string): Promise<JqlQuery | null> {
  try {
    return await inSlices(parseJqlInSteps(text))
  } catch {
    return null
  }
}

/** Returns the result of `work`. Throws QUERY_INVALID with all errors when the query is invalid. */
async function orQueryInvalid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof JqlError ? new UserError('QUERY_INVALID', { problems: error.problems }) : error
  }
}

/** A query as read, and all its mistakes. */
export interface ParsedQuery {
  /** The canonical text; `null` for an invalid query. */
  readonly query: string | null
  /** `null` for an invalid or a very long query. */
  readonly tree: unknown
  readonly mistakes: readonly JqlProblem[]
}

/** Reads a query: its canonical text, its tree, and all its mistakes. */
export async function parseQuery(deps: QueryDeps, text: string, requestContext: RequestContext): Promise<ParsedQuery> {
  const mistakes = await queryProblems(deps, text, requestContext)
  return { ...(await readable(text)), mistakes }
}

/** The longest query with a tree in the response, because the tree is 20 times as long. Characters. */
const TREE_LIMIT = 100_000

/** Returns the parsed query; an invalid query has neither text nor tree. */
async function readable(text: string): Promise<{ query: string | null; tree: unknown }> {
  try {
    const { query, tree } = await readQuery(text)
    return { query, tree: text.length > TREE_LIMIT ? null : tree }
  } catch {
    return { query: null, tree: null }
  }
}
