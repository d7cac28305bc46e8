import type { JqlCatalogue } from '../jql/catalogue.ts'
import { catalogueOf } from '../jql/catalogue-of.ts'
import { issuesNamedIn } from '../jql/issues-named-in.ts'
import type { JqlQuery } from '../jql/query-tree.ts'
import type { KnownIssue } from '../plan/plan-context.ts'
import { mayBrowse } from '../sql/browsable.ts'
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

/** The issues that a query names and whoever asks may browse, as JqlContext wants them. */
export async function namedIssues(
  store: Store,
  query: JqlQuery | null,
  catalogue: JqlCatalogue,
  browsable: readonly number[] | null,
): Promise<ReadonlyMap<string, KnownIssue>> {
  const names = query ? [...issuesNamedIn(query, catalogue)] : []
  if (names.length === 0) return new Map()
  const found = await store.query(
    toQuery(
      sql`with named as materialized (select unnest(${varchars(names)}) as name)
select i.ref, i.key, i.number, i.created_ms, p.ref as project
from issue i join project p on p.id = i.project_id
where ${mayBrowse(browsable)}
  and (i.ref in (select name from named) or upper(i.key) in (select name from named))`,
      duckdb.place,
    ),
  )
  const issues = new Map<string, KnownIssue>()
  for (const row of found) {
    const issue = {
      ...{ id: String(row.ref), key: String(row.key), number: Number(row.number) },
      ...{ project: String(row.project), created: Number(row.created_ms) },
    }
    issues.set(issue.id, issue)
    issues.set(issue.key.toUpperCase(), issue)
  }
  return issues
}
