import type { JqlCatalogue, JqlContext, NamedIssue } from '../jql/catalogue.ts'
import { catalogueOf } from '../jql/catalogue-of.ts'
import { issuesNamedIn } from '../jql/issues-named-in.ts'
import type { JqlQuery } from '../jql/query-tree.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { sql, toQuery, varchars } from '../sql/sql.ts'
import type { CatalogueRows } from '../store/catalogue-rows.ts'
import type { Store } from '../store/store.ts'

const made = new WeakMap<CatalogueRows, JqlCatalogue>()

/** What the names in queries are resolved against, as the store has it; made once for each state of the store. */
export function jqlCatalogue(rows: CatalogueRows): JqlCatalogue {
  const catalogue = made.get(rows) ?? newCatalogue(rows)
  made.set(rows, catalogue)
  return catalogue
}

function newCatalogue(rows: CatalogueRows): JqlCatalogue {
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

/** The issues of the store that a query names, as JqlContext wants them. */
export async function namedIssues(
  store: Store,
  query: JqlQuery | null,
  catalogue: JqlCatalogue,
): Promise<JqlContext['issues']> {
  const names = query ? [...issuesNamedIn(query, catalogue)] : []
  if (names.length === 0) return new Map()
  const found = await store.query(
    toQuery(
      sql`select i.ref, i.key, i.number, p.ref as project
from issue i join project p on p.id = i.project_id
where i.ref in (select unnest(${varchars(names)})) or upper(i.key) in (select unnest(${varchars(names)}))`,
      duckdb.place,
    ),
  )
  const issues = new Map<string, NamedIssue>()
  for (const row of found) {
    const issue = { id: String(row.ref), project: String(row.project), number: Number(row.number) }
    issues.set(issue.id, issue)
    issues.set(String(row.key).toUpperCase(), issue)
  }
  return issues
}
