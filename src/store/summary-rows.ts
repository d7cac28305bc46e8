import { plain } from '../sql/sql.ts'
import type { Row, Run } from './run-query.ts'

/** The contents of a store, as rows. */
export interface SummaryRows {
  readonly counts: Row
  /** `key, name, issues`, by key. */
  readonly projects: readonly Row[]
  /** The issues that an older importer read, by project: `project, issues, examples`. */
  readonly outdated: readonly Row[]
}

/** Counts the contents of a store. Issues from importer versions before `importer` are outdated. */
export async function readSummaryRows(run: Run, importer: number): Promise<SummaryRows> {
  const [counts] = await run(
    plain(`
      select (select batch from store_info) as batch, (select is_demo from tracker_info) as is_demo,
             count(*) as issues, count(*) filter (where repaired > 0) as repaired,
             count(*) filter (where not has_log) as unlogged,
             min(created_ms) as first, greatest(max(created_ms), (select max(at_ms) from change)) as last,
             (select count(distinct (issue_id, seq)) from change) as changes, (select count(*) from stay) as stays,
             (select count(*) from status) as statuses, (select count(*) from person) as users,
             (select count(*) from person_group) as groups
      from issue`),
  )
  return {
    counts: counts!,
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

/** Counts the issues and batches of a store: `batches, issues, last`, the time of the last import. */
export async function readStatusRow(run: Run): Promise<Row> {
  const [row] = await run(
    plain(`select (select batch from store_info) as batches, (select count(*) from issue) as issues,
      (select max(finished_ms) from batch) as last`),
  )
  return row!
}
