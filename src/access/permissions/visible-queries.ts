import { inSlices, type Steps } from '../../core/base/in-slices.ts'
import { wordsOf } from '../../core/base/words-of.ts'
import type { JqlCatalogue } from '../../core/catalogue/jql-catalogue.ts'
import { jqlCatalogueOf } from '../../core/catalogue/jql-catalogue.ts'
import type { Catalogue, SavedQuery } from '../../core/catalogue/model.ts'
import { bindJql } from '../../core/jql/bind-jql.ts'
import type { JqlContext } from '../../core/jql/jql-context.ts'
import { JqlError } from '../../core/jql/jql-error.ts'
import { parseJqlInSteps } from '../../core/jql/parse-jql.ts'
import type { JqlClause, JqlQuery } from '../../core/jql/query-tree.ts'
import { UTC } from '../../core/time/zone.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Browsable } from '../../store/plan/browsable.ts'
import { findHiddenWords, hiddenNames, stemsOf } from './hidden-names.ts'
import { namedIssues } from './named-issues.ts'

/**
 * Selects the saved queries that reveal nothing hidden. A selected query is valid in the `visible` catalogue, none of
 * its values names only hidden entities, and no word of its title or text searches occurs only in hidden names or
 * issues.
 *
 * Validity is not enough: labels and searched words need not exist for a query to be valid.
 */
export async function visibleQueries(
  run: Run,
  all: readonly SavedQueryTree[],
  { catalogue, visible }: { readonly catalogue: Catalogue; readonly visible: Catalogue },
  browsable: Browsable,
): Promise<readonly SavedQuery[]> {
  const hidden = hiddenNames(catalogue, visible)
  let queries = await inSlices(queriesWithout(hidden, all))
  const hiddenWords = await findHiddenWords(run, queries.flatMap(wordsIn), { hidden, visible, browsable })
  queries = queries.filter(query => !wordsIn(query).some(word => hiddenWords.has(word)))
  // A query that refers to a hidden query is hidden too.
  for (let before = -1; before !== queries.length; ) {
    before = queries.length
    const savedQueries = queries.map(({ saved }) => saved)
    queries = await runnableQueries(queries, jqlCatalogueOf({ ...visible, savedQueries }), run, browsable)
  }
  return queries.map(({ saved }) => saved)
}

/** A saved query with its tree. */
export interface SavedQueryTree {
  readonly saved: SavedQuery
  readonly tree: JqlQuery
}

/** Parses saved queries, without invalid ones, which nobody can run. Each clause is a step. */
export function* readQueries(savedQueries: readonly SavedQuery[]): Steps<SavedQueryTree[]> {
  const read: SavedQueryTree[] = []
  for (const saved of savedQueries) {
    try {
      read.push({ saved, tree: yield* parseJqlInSteps(saved.jql) })
    } catch (error) {
      if (!(error instanceof JqlError)) throw error
    }
  }
  return read
}

/** Selects the queries that name nothing in `hidden`. */
function* queriesWithout(hidden: ReadonlySet<string>, queries: readonly SavedQueryTree[]): Steps<SavedQueryTree[]> {
  const found: SavedQueryTree[] = []
  for (const query of queries) {
    if (!valuesOf(query).some(value => hidden.has(value.trim().toLowerCase()))) found.push(query)
    yield
  }
  return found
}

async function runnableQueries(
  queries: readonly SavedQueryTree[],
  catalogue: JqlCatalogue,
  run: Run,
  browsable: Browsable,
): Promise<SavedQueryTree[]> {
  const trees = queries.map(({ tree }) => tree)
  const issues = await namedIssues({ run, present: { run } }, trees, catalogue, browsable)
  return inSlices(validQueries(queries, { ...ANY_CONTEXT, catalogue, issues }))
}

function* validQueries(queries: readonly SavedQueryTree[], context: JqlContext): Steps<SavedQueryTree[]> {
  const valid: SavedQueryTree[] = []
  for (const query of queries) {
    try {
      yield* bindJql(query.tree, context)
      valid.push(query)
    } catch (error) {
      if (!(error instanceof JqlError)) throw error
    }
  }
  return valid
}

/** The instant, zone and user of the context do not affect whether names resolve. */
const ANY_CONTEXT = { now: 0, zone: UTC, currentUser: '' } as const

/** Returns the values of a saved query, with its title and owner. */
function valuesOf({ saved, tree }: SavedQueryTree): string[] {
  return [saved.name, ...(saved.owner === null ? [] : [saved.owner]), ...valuesIn(tree.where)]
}

/** Returns the values in a tree of clauses, at any depth. */
function valuesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'value' && typeof value === 'string' ? [value] : valuesIn(value),
  )
}

/** Returns the words of a saved query's title and text searches: stems, or prefixes that end in `*`. */
function wordsIn({ saved, tree }: SavedQueryTree): string[] {
  const searched = searchesIn(tree.where).flatMap(text =>
    /[*?]/.test(text) ? wordsOf(text).map(word => `${word}*`) : stemsOf([text]),
  )
  return [...stemsOf([saved.name]), ...searched]
}

/** Returns the search texts in a tree of clauses. */
function searchesIn(clause: JqlClause | null): string[] {
  if (clause === null) return []
  if (clause.kind === 'and' || clause.kind === 'or') return clause.clauses.flatMap(searchesIn)
  if (clause.kind === 'not') return searchesIn(clause.clause)
  return clause.kind === 'value' && clause.operator.endsWith('~') ? valuesIn(clause.operand) : []
}
