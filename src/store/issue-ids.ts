import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { plain, type Sql, sql } from '../sql/sql.ts'
import { literal } from './staging-folder.ts'
import { copyToWorkFile, workFile } from './work-files.ts'

/** Returns the statement that writes the ids of all issues that a caller may browse to `folder`. */
export function copyVisibleIds(folder: string, browsable: Browsable): Sql {
  return copyToWorkFile(
    folder,
    'visible',
    sql`select i.id as issue_id from issue i where ${mayBrowse(browsable)} order by 1`,
  )
}

/** Returns the statement that writes the ids of the issues of a report to `folder`. `issues` has a column `issue_id`. */
export function copyContainedIds(folder: string, issues: Sql): Sql {
  // Numbers of removed issues may be used again, so these are the ids of the tracker.
  const refs = sql`select i.ref from issue i where i.id in (select issue_id from (${issues})) order by 1`
  return copyToWorkFile(folder, 'contained', refs)
}

/**
 * Counts the issues that a caller may not browse any more: `contained` ones, including those that were removed, and
 * other ones that were `visible` and still exist. `folder` has the ids of both.
 */
export function lostIssues(folder: string, browsable: Browsable): Sql {
  const contained = plain(`select ref from read_parquet(${literal(workFile(folder, 'contained'))})`)
  const visible = plain(`select issue_id from read_parquet(${literal(workFile(folder, 'visible'))})`)
  return sql`select
  (select count(*) from (${contained}) where ref not in (select i.ref from issue i where ${mayBrowse(browsable)}))
    as contained,
  (select count(*) from issue i where i.id in (${visible}) and not (${mayBrowse(browsable)})) as visible`
}
