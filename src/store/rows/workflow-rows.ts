import type { SavedWorkflow } from '../../core/catalogue/model.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, plain, sql, varchar } from '../sql/sql.ts'

/** Reads the saved workflows, by id. */
export async function readWorkflows(run: Run): Promise<readonly SavedWorkflow[]> {
  const rows = await run(
    plain(
      'select id, name, definition, login, created_ms, updated_ms from workflow order by try_cast(id as bigint), id',
    ),
  )
  return rows.map(row => ({
    id: String(row.id),
    name: String(row.name),
    definition: String(row.definition),
    owner: row.login === null ? null : String(row.login),
    created: Number(row.created_ms),
    updated: Number(row.updated_ms),
  }))
}

/** Inserts a workflow, or replaces the one with the same id. */
export async function replaceWorkflow(run: Run, workflow: SavedWorkflow): Promise<void> {
  const { id, name, definition, owner, created, updated } = workflow
  await deleteWorkflow(run, id)
  await run(sql`insert into workflow values (${varchar(id)}, ${varchar(name)}, ${varchar(definition)},
    ${varchar(owner)}, ${bigint(created)}, ${bigint(updated)})`)
}

/** Removes a workflow. */
export async function deleteWorkflow(run: Run, id: string): Promise<void> {
  await run(sql`delete from workflow where id = ${varchar(id)}`)
}
