import type { Row } from '../../core/base/row.ts'
import type { Run } from '../engine/run-query.ts'
import { plain } from '../sql/sql.ts'

/** The contents of a store, as rows. */
export interface SummaryRows {
  readonly counts: Row
  /** `key, name, issues`, by key. */
  readonly projects: readonly Row[]
  /** The issues that an older importer read, by project: `project, issues, examples`. */
  readonly outdated: readonly Row[]
}

/** The tables that a summary counts, by the name of the count. */
const COUNTED = { stays: 'stay', statuses: 'status', users: 'person', groups: 'person_group' }

/** Counts the contents of a store. Issues from importer versions before `importer` are outdated. */
export async function readSummaryRows(run: Run, importer: number): Promise<SummaryRows> {
  // One statement with a subquery for each number would be planned for 20 ms, as a join of all of them.
  const [issues] = await run(
    plain(`select count(*) as issues, count(*) filter (where repaired > 0) as repaired,
      count(*) filter (where not has_log) as unlogged, min(created_ms) as first, max(created_ms) as "lastCreated" from issue`),
  )
  const [changes] = await run(
    plain(`select count(distinct (issue_id, seq)) as changes, max(at_ms) as "lastChanged" from change`),
  )
  const [store] = await run(plain('select s.batch, t.is_demo as "isDemo" from store_info s, tracker_info t'))
  const counted = await run(
    plain(
      Object.entries(COUNTED)
        .map(([name, table]) => `select '${name}' as name, count(*) as n from ${table}`)
        .join(' union all '),
    ),
  )
  return {
    counts: { ...issues, ...changes, ...store, ...Object.fromEntries(counted.map(({ name, n }) => [name, n])) },
    projects: await run(
      plain(`
      select p.key, p.name, count(*) as issues from issue i join project p on p.id = i.project_id
      group by p.key, p.name order by p.key`),
    ),
    outdated: await run(
      plain(`
      select p.key as project, count(*) as issues, list(i.key order by i.number)[1:5] as examples
      from issue i join project p on p.id = i.project_id where i.importer < ${importer}
      group by p.key order by p.key`),
    ),
  }
}

/** Reads whose issues a store has: `issues`, their number, and `isDemo`. */
export async function readTrackerRow(run: Run): Promise<Row> {
  const [row] = await run(plain('select is_demo as "isDemo", (select count(*) from issue) as issues from tracker_info'))
  return row!
}

/** Counts the issues and batches of a store: `batches, issues, last`, the time of the last import. */
export async function readStatusRow(run: Run): Promise<Row> {
  const [row] = await run(
    plain(`select (select batch from store_info) as batches, (select count(*) from issue) as issues,
      (select max(finished_ms) from batch) as last`),
  )
  return row!
}
