import { bindJql } from '../jql/bind-jql.ts'
import type { JqlCatalogue } from '../jql/catalogue.ts'
import { JqlError } from '../jql/jql-error.ts'
import { parseJql } from '../jql/parse-jql.ts'
import type { JqlQuery } from '../jql/query-tree.ts'
import type { Browsable } from '../sql/browsable.ts'
import type { CatalogueRows } from '../store/catalogue-rows.ts'
import type { Run } from '../store/run-query.ts'
import { UTC } from '../time/zone.ts'
import { jqlCatalogue, namedIssues } from './jql-catalogue.ts'

type SavedQuery = CatalogueRows['savedQueries'][number]

/**
 * The saved queries that tell nothing of what is hidden: those that run over the `visible` part of all `rows`, and have no
 * word that only something hidden has.
 *
 * Labels, and words to search for, need not exist for a query to run, so that it runs is not enough.
 */
export async function visibleQueries(
  run: Run,
  rows: CatalogueRows,
  visible: CatalogueRows,
  browsable: Browsable,
): Promise<readonly SavedQuery[]> {
  const hidden = namesOf(rows)
  for (const name of namesOf(visible)) hidden.delete(name)
  let queries = rows.savedQueries
    .flatMap(query => readQuery(query) ?? [])
    .filter(query => !wordsOf(query).some(word => hidden.has(word.trim().toLowerCase())))
  // One that names another is no more visible than that.
  for (let before = -1; before !== queries.length; ) {
    before = queries.length
    const savedQueries = queries.map(({ saved }) => saved)
    queries = await running(queries, jqlCatalogue({ ...visible, savedQueries }), run, browsable)
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
  run: Run,
  browsable: Browsable,
): Promise<ReadQuery[]> {
  const trees = queries.map(({ tree }) => tree)
  const issues = await namedIssues(run, trees, catalogue, browsable)
  return queries.filter(({ tree }) => heeded(() => bindJql(tree, { ...NOBODY, catalogue, issues })))
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

/** The words that a saved query and its name have. */
function wordsOf({ saved, tree }: ReadQuery): string[] {
  return [saved.name, ...valuesIn(tree.where)]
}

/** The values in a tree of clauses, wherever they stand. */
function valuesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'value' && typeof value === 'string' ? [value] : valuesIn(value),
  )
}
