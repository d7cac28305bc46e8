import { partition } from '../../core/base/partition.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, sql, varchar, varchars } from '../sql/sql.ts'

/** An issue that a webhook named. */
export interface IssueHint {
  /** The tracker's id. */
  readonly id: string
  /** The tracker's id of its project; `null` when the webhook does not name it. */
  readonly project: string | null
  /** Whether the tracker says that the issue is gone, and whether it signed that. */
  readonly deletion: 'signed' | 'unsigned' | null
}

/**
 * Makes issues of the ledger due, or suspects, because webhooks named them. Returns the hints that lead to a request: those
 * of issues in the ledger, in visible projects that are followed, or in a project that is not named.
 */
export async function hintIssues(
  run: Run,
  name: string,
  hints: readonly IssueHint[],
  at: Instant,
): Promise<readonly IssueHint[]> {
  const connection = varchar(name)
  const own = (ids: readonly string[]) =>
    sql`connection = ${connection} and issue_ref in (select unnest(${varchars(ids)}))`
  const [changed, deleted] = partition(hints, ({ deletion }) => deletion === null)
  const deletedIds = deleted.map(({ id }) => id)
  // Only a census that begins later counts.
  await run(sql`update ledger set state = 'suspect', finds = 0, hinted_ms = ${bigint(at)},
      suspect_ms = 1 + (select coalesce(max(greatest(c.clock_ms, s.census_ms)), 0) from connection c
        left join scope s on s.connection = c.name where c.name = ${connection})
    where ${own(deletedIds)} and state not in ('gone', 'suspect')`)
  // An issue that is not in the ledger gets there when it is read, and one that is gone returns then.
  await run(sql`update ledger set state = 'due', next_try_ms = null, is_outdated = true, hinted_ms = ${bigint(at)}
    where ${own(changed.map(({ id }) => id))} and state <> 'gone'`)
  const known = await run(sql`select issue_ref from ledger where ${own(hints.map(({ id }) => id))}`)
  const scopes = await run(sql`select project_ref from scope where connection = ${connection} and visible`)
  const ids = new Set(known.map(row => String(row.issue_ref)))
  const projects = new Set<string | null>([null, ...scopes.map(row => String(row.project_ref))])
  return hints.filter(({ id, project, deletion }) => ids.has(id) || (deletion === null && projects.has(project)))
}
