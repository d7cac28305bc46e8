import { stemOf, wordsOf } from '../base/words-of.ts'
import { bindJql } from '../jql/bind-jql.ts'
import type { JqlCatalogue } from '../jql/catalogue.ts'
import { JqlError } from '../jql/jql-error.ts'
import { parseJql } from '../jql/parse-jql.ts'
import type { JqlClause, JqlQuery } from '../jql/query-tree.ts'
import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { sql, toQuery, varchars } from '../sql/sql.ts'
import type { CatalogueRows } from '../store/catalogue-rows.ts'
import type { Store } from '../store/store.ts'
import { UTC } from '../time/zone.ts'
import { jqlCatalogue, namedIssues } from './jql-catalogue.ts'

type SavedQuery = CatalogueRows['savedQueries'][number]

/**
 * The saved queries that tell nothing of what is hidden: those that run over the `visible` part of all `rows`, have no
 * value that only something hidden has, and no word in their titles and text searches that only hidden names and issues
 * have.
 *
 * Labels, and words to search for, need not exist for a query to run, so that it runs is not enough.
 */
export async function visibleQueries(
  store: Store,
  rows: CatalogueRows,
  visible: CatalogueRows,
  browsable: Browsable,
): Promise<readonly SavedQuery[]> {
  const hidden = namesOf(rows)
  for (const name of namesOf(visible)) hidden.delete(name)
  let queries = rows.savedQueries
    .flatMap(query => readQuery(query) ?? [])
    .filter(query => !valuesOf(query).some(value => hidden.has(value.trim().toLowerCase())))
  const hiddenWords = await wordsOfHidden(store, queries.flatMap(wordsIn), { hidden, visible, browsable })
  queries = queries.filter(query => !wordsIn(query).some(word => hiddenWords.has(word)))
  // One that names another is no more visible than that.
  for (let before = -1; before !== queries.length; ) {
    before = queries.length
    const savedQueries = queries.map(({ saved }) => saved)
    queries = await running(queries, jqlCatalogue({ ...visible, savedQueries }), store, browsable)
  }
  return queries.map(({ saved }) => saved)
}

interface ReadQuery {
  readonly saved: SavedQuery
  readonly tree: JqlQuery
}

/** A query that cannot be read runs for nobody. */
function readQuery(saved: SavedQuery): ReadQuery | null {
  return heeded(() => ({ saved, tree: parseJql(saved.jql) }))
}

async function running(
  queries: readonly ReadQuery[],
  catalogue: JqlCatalogue,
  store: Store,
  browsable: Browsable,
): Promise<ReadQuery[]> {
  const found = []
  for (const query of queries) {
    const issues = await namedIssues(store, query.tree, catalogue, browsable)
    if (heeded(() => bindJql(query.tree, { ...NOBODY, catalogue, issues }))) found.push(query)
  }
  return found
}

/** Which moment, zone and person it is asked for has no part in whether its names are known. */
const NOBODY = { now: 0, zone: UTC, currentUser: '', firstDayOfWeek: 1, hoursPerDay: 8, daysPerWeek: 5 } as const

function heeded<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof JqlError) return null
    throw error
  }
}

/** Everything that has a name, in lower case. */
function namesOf(rows: CatalogueRows): Set<string> {
  const dictionaries = [rows.statuses, rows.types, rows.priorities, rows.resolutions, rows.versions, rows.components]
  const names = [
    ...[...dictionaries, rows.sprints, rows.fields, rows.groups].flatMap(all => all.map(({ name }) => name)),
    ...rows.projects.flatMap(({ key, name }) => [key, name]),
    ...rows.people.flatMap(({ displayName, name, key, accountId, email }) => [
      displayName,
      name,
      key,
      accountId,
      email,
    ]),
    ...Object.values(rows.heldNames).flat(),
  ]
  return new Set(names.flatMap(name => (name === null ? [] : name.toLowerCase())))
}

/** The values that a saved query has, its title and its owner. */
function valuesOf({ saved, tree }: ReadQuery): string[] {
  return [saved.name, ...(saved.owner === null ? [] : [saved.owner]), ...valuesIn(tree.where)]
}

/** The values in a tree of clauses, wherever they stand. */
function valuesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'value' && typeof value === 'string' ? [value] : valuesIn(value),
  )
}

/** The stems of the words in the title of a saved query, and in what it searches texts for. */
function wordsIn({ saved, tree }: ReadQuery): string[] {
  return stemsOf([saved.name, ...searchesIn(tree.where)])
}

/** What a tree of clauses searches texts for. */
function searchesIn(clause: JqlClause | null): string[] {
  if (clause === null) return []
  if (clause.kind === 'and' || clause.kind === 'or') return clause.clauses.flatMap(searchesIn)
  if (clause.kind === 'not') return searchesIn(clause.clause)
  return clause.kind === 'value' && clause.operator.endsWith('~') ? valuesIn(clause.operand) : []
}

function stemsOf(texts: Iterable<string>): string[] {
  return [...texts].flatMap(text => wordsOf(text).map(stemOf))
}

interface Sight {
  /** The names of hidden things. */
  readonly hidden: ReadonlySet<string>
  readonly visible: CatalogueRows
  readonly browsable: Browsable
}

/**
 * The stems, of those given, that names or texts of something hidden have, and nothing visible. Of what is
 * hidden, a stem stands for every word that begins with it: searches may have wildcards.
 */
async function wordsOfHidden(store: Store, stems: readonly string[], sight: Sight): Promise<ReadonlySet<string>> {
  const asked = sql`select distinct unnest(${varchars([...stems])}) as stem`
  const found = await store.query(
    toQuery(
      sql`select a.stem, bool_or(t.stem = a.stem and ${mayBrowse(sight.browsable)}) as seen from (${asked}) a
join term t on starts_with(t.stem, a.stem) join posting p on p.term_id = t.id join issue i on i.id = p.issue_id
group by a.stem`,
      duckdb.place,
    ),
  )
  const inTexts = new Map(found.map(({ stem, seen }) => [String(stem), seen === true]))
  const [hidden, visible] = [stemsOf(sight.hidden), new Set(stemsOf(namesOf(sight.visible)))]
  const isHidden = (stem: string) =>
    !visible.has(stem) && inTexts.get(stem) !== true && (inTexts.has(stem) || hidden.some(one => one.startsWith(stem)))
  return new Set(stems.filter(isHidden))
}
