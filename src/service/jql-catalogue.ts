import type { Catalogue } from '../catalogue/model.ts'
import type { JqlCatalogue } from '../jql/catalogue.ts'
import { catalogueOf } from '../jql/catalogue-of.ts'
import { issuesNamedIn } from '../jql/issues-named-in.ts'
import type { JqlQuery } from '../jql/query-tree.ts'
import type { KnownIssue } from '../plan/plan-context.ts'
import { readNamedIssues } from '../store/named-issues.ts'
import type { Run } from '../store/run-query.ts'

const made = new WeakMap<Catalogue, JqlCatalogue>()

/** What the names in queries are resolved against, as the store has it; made once for each state of the store. */
export function jqlCatalogue(rows: Catalogue): JqlCatalogue {
  const catalogue = made.get(rows) ?? newCatalogue(rows)
  made.set(rows, catalogue)
  return catalogue
}

function newCatalogue(rows: Catalogue): JqlCatalogue {
  return catalogueOf({
    fields: rows.fields,
    groups: rows.groups,
    filters: rows.savedQueries.map(({ id, name, jql }) => ({ id, name, text: jql })),
    heldNames: rows.heldNames,
    dictionaries: {
      status: rows.statuses,
      type: rows.types,
      priority: rows.priorities,
      resolution: rows.resolutions,
      version: rows.versions,
      component: rows.components,
      sprint: rows.sprints,
      project: rows.projects.map(({ ref, key, name }) => ({ id: ref, name, otherNames: [key] })),
      user: rows.people.map(({ id, displayName, name, key, accountId, email }) => ({
        id,
        name: displayName,
        otherNames: [name, key, accountId, email].filter(other => other !== null),
      })),
    },
  })
}

/** Returns the visible issues that queries name, as JqlContext wants them: by key in capitals, and by id. */
export async function namedIssues(
  run: Run,
  queries: readonly JqlQuery[],
  catalogue: JqlCatalogue,
  browsable: readonly number[] | null,
): Promise<ReadonlyMap<string, KnownIssue>> {
  const names = new Set(queries.flatMap(query => [...issuesNamedIn(query, catalogue)]))
  if (names.size === 0) return new Map()
  const issues = new Map<string, KnownIssue>()
  for (const issue of await readNamedIssues(run, [...names], browsable)) {
    issues.set(issue.id, issue)
    issues.set(issue.key.toUpperCase(), issue)
  }
  return issues
}
