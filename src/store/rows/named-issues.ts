import type { Instant } from '../../core/time/instant.ts'
import { numberOrNull, textOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { sql, unnested, varchars } from '../sql/sql.ts'

/** An issue that a query names. */
export interface NamedIssueRow {
  /** The tracker's id. */
  readonly id: string
  readonly key: string
  /** The number in its key. */
  readonly number: number
  /** The tracker's id of its project. */
  readonly project: string
  readonly created: Instant
}

/** Reads the visible issues with these ids or upper-case keys. */
export async function readNamedIssues(
  run: Run,
  names: readonly string[],
  browsable: Browsable,
): Promise<NamedIssueRow[]> {
  const rows = await run(sql`with named as (${unnested(varchars(names), 'name')})
select i.ref, i.key, i.number, i.created_ms, p.ref as project
from issue i join project p on p.id = i.project_id
where ${mayBrowse(browsable)}
  and (i.ref in (select name from named) or upper(i.key) in (select name from named))`)
  return rows.map(row => ({
    id: String(row.ref),
    key: String(row.key),
    number: Number(row.number),
    project: String(row.project),
    created: Number(row.created_ms),
  }))
}

/** An issue that had another key. */
export interface FormerKeyRow {
  /** In upper case. */
  readonly key: string
  /** The tracker's id of the issue. */
  readonly id: string
  /** The tracker's id of the project that the key belongs to; `null` if the store does not have it. */
  readonly project: string | null
}

/** Reads the issues that had these upper-case keys. Whether they are visible is not checked. */
export async function readFormerKeys(run: Run, keys: readonly string[]): Promise<FormerKeyRow[]> {
  const rows = await run(sql`select upper(f.key) as key, i.ref, p.ref as project
from former_key f join issue i on i.id = f.issue_id
left join project p on upper(p.key) = regexp_replace(upper(f.key), '-[0-9]+$', '')
where upper(f.key) in (${unnested(varchars(keys))}) order by i.id desc`)
  return rows.map(({ key, ref, project }) => ({ key: String(key), id: String(ref), project: textOrNull(project) }))
}

/** Reads the earliest creation time of a visible issue; `null` if there is none. */
export async function readFirstVisibleCreation(run: Run, browsable: Browsable): Promise<Instant | null> {
  const [row] = await run(sql`select min(i.created_ms) as first from issue i where ${mayBrowse(browsable)}`)
  return numberOrNull(row!.first)
}
