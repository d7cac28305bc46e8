import type { Instant } from '../../core/time/instant.ts'
import { numberOrNull, textOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, plain, type Sql, sql, varchar } from '../sql/sql.ts'
import { TRACKER } from './tracker.ts'

/** An issue whose newest state could not be read. */
export interface UnreadIssue {
  /** The tracker's id. */
  readonly id: string
  /** `null` if no list had it. */
  readonly key: string | null
  /** The tracker's id of its project. */
  readonly project: string
  /** The first `updated` that is not stored, by the tracker's clock; `null` if no change is missing. */
  readonly since: Instant | null
  readonly reason: string | null
  /** When it is read again, by our clock; `null` for the next round. */
  readonly nextTry: Instant | null
}

/** Issues that a connection could not read. */
export interface UnreadIssues {
  readonly count: number
  /** The first of them: those whose changes are missing for the longest time come first. */
  readonly issues: readonly UnreadIssue[]
}

/** Returns the FROM clause of the entries `l` of the ledger in visible projects `s` that a connection could not read. */
function fromUnread(connection: string): Sql {
  return sql`from ledger l join scope s on s.connection = l.connection and s.project_ref = l.project_ref
  where s.visible and (l.state = 'failed' or (l.state = 'suspect' and l.missing_ms is not null))
    and l.connection = ${varchar(connection)}`
}

/** Returns the FROM clause of these entries `l`, with the stored issues `i`. */
function fromUnreadWithIssues(connection: string): Sql {
  return sql`from (select l.* ${fromUnread(connection)}) l
    left join issue i on i.ref = l.issue_ref and i.tracker = ${bigint(TRACKER)}`
}

/** Returns the key of an issue; before a list had it, its id. */
export function unreadName({ id, key }: Pick<UnreadIssue, 'id' | 'key'>): string {
  return key ?? `issue ${id}`
}

/** Counts the issues that a connection could not read. */
export async function countUnread(run: Run, connection: string): Promise<number> {
  const [row] = await run(sql`select count(*) as issues ${fromUnread(connection)}`)
  return Number(row!.issues)
}

/** Reads the issues that a connection could not read: their number, and the first `limit`. */
export async function readUnread(run: Run, connection: string, limit: number): Promise<UnreadIssues> {
  const count = await countUnread(run, connection)
  if (count === 0) return { count, issues: [] }
  const rows = await run(sql`select l.issue_ref as id, coalesce(l.issue_key, i.key) as key, l.project_ref as project,
      l.missing_ms as since, l.reason, l.next_try_ms as next_try
    ${fromUnreadWithIssues(connection)}
    order by l.missing_ms nulls last, ${plain('try_cast(l.issue_ref as bigint)')}, l.issue_ref limit ${bigint(limit)}`)
  return {
    count,
    issues: rows.map(row => ({
      id: String(row.id),
      key: textOrNull(row.key),
      project: String(row.project),
      since: numberOrNull(row.since),
      reason: textOrNull(row.reason),
      nextTry: numberOrNull(row.next_try),
    })),
  }
}

/** The issues of a project that could not be read. */
export interface ProjectUnread {
  readonly count: number
  /** The first five of them. */
  readonly first: readonly { readonly name: string; readonly since: Instant | null }[]
}

const FIRST = 5

/** Reads the issues that a connection could not read, by the tracker's id of the project. */
export async function readUnreadByProject(run: Run, connection: string): Promise<ReadonlyMap<string, ProjectUnread>> {
  const rows = await run(sql`select * from (
      select l.issue_ref as id, coalesce(l.issue_key, i.key) as key, l.project_ref as project, l.missing_ms as since,
        count(*) over (partition by l.project_ref) as issues,
        row_number() over (partition by l.project_ref order by l.missing_ms nulls last, l.issue_ref) as place
      ${fromUnreadWithIssues(connection)})
    where place <= ${bigint(FIRST)} order by project, place`)
  const projects = new Map<string, { count: number; first: { name: string; since: Instant | null }[] }>()
  for (const row of rows) {
    const project = projects.get(String(row.project)) ?? { count: Number(row.issues), first: [] }
    projects.set(String(row.project), project)
    const name = unreadName({ id: String(row.id), key: textOrNull(row.key) })
    project.first.push({ name, since: numberOrNull(row.since) })
  }
  return projects
}

/** Makes failed issues due at once, because a person wants them to be read. Keeps their number of tries. */
export async function retryFailed(run: Run, connection: string, at: Instant): Promise<void> {
  await run(sql`update ledger set next_try_ms = ${bigint(at)}
    where connection = ${varchar(connection)} and state = 'failed'`)
}
