import type { Run } from '../engine/run-query.ts'
import { bigint, plain, type Sql, sql, varchar } from '../sql/sql.ts'

/** The base addresses of trackers by the numbers of their projects, as a batch has read them. */
export type ReadAddresses = readonly (readonly [project: number, address: string])[]

/**
 * Writes the addresses of the trackers that a batch has read. `tracker` is the last known address, which projects without one get.
 *
 * If a stored project has another address than before, its tracker has moved: then all projects of this tracker move.
 */
export async function mergeProjectAddresses(run: Run, read: ReadAddresses, tracker: string | null): Promise<void> {
  for (const [project, address] of read) {
    const old = sql`(select address from project_address where project_id = ${bigint(project)})`
    const added = sql`select ${bigint(project)}, ${varchar(address)} where not exists ${old}`
    await run(sql`update project_address set address = ${varchar(address)} where address in ${old}`)
    await run(sql`insert into project_address ${added}`)
  }
  if (tracker === null) return
  await run(sql`insert into project_address select id, ${varchar(tracker)} from project
    where id not in (select project_id from project_address)`)
}

const SELECT: Sql = plain(`select p.key, a.address from project p join project_address a on a.project_id = p.id
  where not (select is_demo from tracker_info) and regexp_matches(a.address, '^https?://', 'i') order by p.key`)

/** Reads the base addresses of trackers by the keys of their projects, as far as links may lead there. The demo has none. */
export async function readProjectAddresses(run: Run): Promise<ReadonlyMap<string, string>> {
  return new Map((await run(SELECT)).map(({ key, address }) => [String(key), String(address)]))
}
