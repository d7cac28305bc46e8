import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'

/** The columns of numbers that a store chooses itself, and of when something was recorded. */
const OWN_NUMBERS = 'exclude (id, project_id, importer, digest, tracker)'

const CHILDREN = ['issue_value', 'repair', 'change', 'stay', 'status_assignment'] as const

/**
 * Returns all rows of issues as texts, sorted, with the tracker's ids in place of the store's numbers. Two stores with the
 * same content have the same rows.
 */
export async function storeContent(store: Store): Promise<readonly string[]> {
  const queries = [
    `select 'issue' as source, p.ref as project, i.* ${OWN_NUMBERS} from issue i join project p on p.id = i.project_id`,
    ...CHILDREN.map(table => {
      const own =
        table === 'stay' || table === 'status_assignment' ? 'exclude (issue_id, project_id)' : 'exclude (issue_id)'
      return `select '${table}' as source, i.ref as issue, c.* ${own} from ${table} c join issue i on i.id = c.issue_id`
    }),
    `select 'project' as source, ref, key, name from project where id in (select project_id from issue)`,
    `select 'status' as source, id, name, category from status where listed`,
    `select 'project_status' as source, p.ref as project, s.status_id, s.first_ms
     from project_status s join project p on p.id = s.project_id`,
  ]
  const rows: string[] = []
  for (const query of queries)
    for (const { row } of await store.query(plain(`select to_json(t)::varchar as row from (${query}) t`)))
      rows.push(String(row))
  return rows.sort()
}
