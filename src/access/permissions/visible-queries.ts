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
  catalogue: Catalogue,
  visible: Catalogue,
  browsable: Browsable,
): Promise<readonly SavedQuery[]> {
  const hidden = hiddenNames(catalogue, visible)
  let queries = await inSlices(queriesWithout(hidden, catalogue.savedQueries))
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

interface ReadQuery {
  readonly saved: SavedQuery
  readonly tree: JqlQuery
}

/** Parses the saved queries that name nothing in `hidden`. Each clause is a step. */
function* queriesWithout(hidden: ReadonlySet<string>, savedQueries: readonly SavedQuery[]): Steps<ReadQuery[]> {
  const found: ReadQuery[] = []
  for (const saved of savedQueries) {
    const query = yield* readQuery(saved)
    if (query && !valuesOf(query).some(value => hidden.has(value.trim().toLowerCase()))) found.push(query)
    yield
  }
  return found
}

/** Parses a saved query; `null` for an invalid one, which nobody can run. */
function* readQuery(saved: SavedQuery): Steps<ReadQuery | null> {
  try {
    return { saved, tree: yield* parseJqlInSteps(saved.jql) }
  } catch (error) {
    if (error instanceof JqlError) return null
    throw error
  }
}

async function runnableQueries(
  queries: readonly ReadQuery[],
  catalogue: JqlCatalogue,
  run: Run,
  browsable: Browsable,
): Promise<ReadQuery[]> {
  const trees = queries.map(({ tree }) => tree)
  const issues = await namedIssues({ run, present: { run } }, trees, catalogue, browsable)
  return inSlices(validQueries(queries, { ...ANY_CONTEXT, catalogue, issues }))
}

function* validQueries(queries: readonly ReadQuery[], context: JqlContext): Steps<ReadQuery[]> {
  const valid: ReadQuery[] = []
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
function valuesOf({ saved, tree }: ReadQuery): string[] {
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
function wordsIn({ saved, tree }: ReadQuery): string[] {
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
