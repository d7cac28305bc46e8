import type { SavedQuery } from '../../core/catalogue/model.ts'
import type { Run } from '../engine/run-query.ts'
import { sql, varchar } from '../sql/sql.ts'

/** Inserts saved queries, and replaces those with the same ids. */
export async function replaceSavedQueries(run: Run, queries: readonly SavedQuery[]): Promise<void> {
  for (const { id } of queries) await deleteSavedQuery(run, id)
  for (const { id, name, jql, owner } of queries) {
    await run(sql`insert into saved_query (id, name, jql, owner)
      values (${varchar(id)}, ${varchar(name)}, ${varchar(jql)}, ${varchar(owner)})`)
  }
}

/**
 * Replaces the saved queries that a connection reads from its tracker. Queries that were added here are kept, unless
 * they have both the id and the name of one of the tracker's.
 */
export async function replaceQueriesOfTracker(
  run: Run,
  connection: string,
  queries: readonly SavedQuery[],
): Promise<void> {
  await run(sql`delete from saved_query where connection = ${varchar(connection)}`)
  for (const { id, name, jql, owner } of queries) {
    await run(sql`delete from saved_query where id = ${varchar(id)} and name = ${varchar(name)}`)
    await run(sql`insert into saved_query (id, name, jql, owner, connection)
      select ${varchar(id)}, ${varchar(name)}, ${varchar(jql)}, ${varchar(owner)}, ${varchar(connection)}
      where not exists (
        select 1 from saved_query where id = ${varchar(id)} or lower(name) = lower(${varchar(name)}))`)
  }
}

/** Removes a saved query. */
export async function deleteSavedQuery(run: Run, id: string): Promise<void> {
  await run(sql`delete from saved_query where id = ${varchar(id)}`)
}
