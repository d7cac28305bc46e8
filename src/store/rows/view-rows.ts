import type { Row } from '../../core/base/row.ts'
import type { ConvertedReport, SavedParameter } from '../batches/convert-saved-reports.ts'
import { numberOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, type Sql, sql, varchar, varchars } from '../sql/sql.ts'

/** Who may open a saved report besides its owner. */
export const SHARINGS = ['private', 'group', 'everyone'] as const

/** A saved report. Instants in epoch milliseconds; `null` for reports that an older version saved. */
export interface ViewRow extends ConvertedReport {
  readonly id: string
  /** The login of the owner; empty for users who are not signed in. */
  readonly login: string
  readonly name: string
  readonly sharing: (typeof SHARINGS)[number]
  /** The name of the group with which it is shared; `null` for another sharing. */
  readonly group: string | null
  readonly created: number | null
  readonly updated: number | null
  /** When its owner removed it; it can be restored for a while. */
  readonly removed: number | null
}

/** Reads the saved reports of a user, and those that are shared with one of the groups (in lower case) or everyone. */
export function readSharedViews(run: Run, login: string, groups: readonly string[]): Promise<ViewRow[]> {
  return readViews(
    run,
    sql`removed_ms is null and (login = ${varchar(login)} or sharing = 'everyone'
      or sharing = 'group' and lower(group_name) in (select unnest(${varchars(groups)})))`,
  )
}

/** Reads the saved reports of all users. */
export function readAllViews(run: Run): Promise<ViewRow[]> {
  return readViews(run, sql`removed_ms is null`)
}

/** Reads the saved report with an id, also if it was removed. */
export async function readView(run: Run, id: string): Promise<ViewRow | undefined> {
  return (await readViews(run, sql`id = ${varchar(id)}`))[0]
}

async function readViews(run: Run, condition: Sql): Promise<ViewRow[]> {
  const rows = await run(sql`select id, login, name, endpoint, parameters, display, sharing, group_name, created_ms,
    updated_ms, removed_ms from saved_view where ${condition} order by lower(name), name, login, id`)
  return rows.map(viewOf)
}

function viewOf(row: Row): ViewRow {
  return {
    id: String(row.id),
    login: String(row.login),
    name: String(row.name),
    endpoint: row.endpoint === 'list' ? 'list' : 'aggregation',
    parameters: JSON.parse(String(row.parameters)) as SavedParameter[],
    display: JSON.parse(String(row.display)) as SavedParameter[],
    sharing: SHARINGS.find(sharing => sharing === row.sharing) ?? 'private',
    group: row.group_name === null ? null : String(row.group_name),
    created: numberOrNull(row.created_ms),
    updated: numberOrNull(row.updated_ms),
    removed: numberOrNull(row.removed_ms),
  }
}

/**
 * Returns the number of saved reports of a user without the report `id`, the number of those that are shared, and the id
 * of the one that has a name; `null` when there is none.
 */
export async function readOwnNames(
  run: Run,
  { id, login, name }: Pick<ViewRow, 'id' | 'login' | 'name'>,
): Promise<{ readonly count: number; readonly shared: number; readonly idOfName: string | null }> {
  const [row] = await run(sql`select count(*) as number, count(*) filter (sharing <> 'private') as shared,
    min(id) filter (name = ${varchar(name)}) as named
    from saved_view where removed_ms is null and login = ${varchar(login)} and id <> ${varchar(id)}`)
  return {
    count: Number(row!.number),
    shared: Number(row!.shared),
    idOfName: row!.named === null ? null : String(row!.named),
  }
}

/** Inserts a saved report, or replaces the one with the same id. */
export async function replaceView(run: Run, view: ViewRow): Promise<void> {
  const { id, login, name, endpoint, parameters, display, sharing, group, created, updated, removed } = view
  await run(sql`delete from saved_view where id = ${varchar(id)}`)
  await run(sql`insert into saved_view values (${varchar(id)}, ${varchar(login)}, ${varchar(name)},
    ${varchar(endpoint)}, ${varchar(JSON.stringify(parameters))}, ${varchar(JSON.stringify(display))},
    ${varchar(sharing)}, ${varchar(group)}, ${bigint(created)}, ${bigint(updated)}, ${bigint(removed)})`)
}

/** Deletes the saved reports that were removed before an instant. */
export async function deleteRemovedViews(run: Run, before: number): Promise<void> {
  await run(sql`delete from saved_view where removed_ms < ${bigint(before)}`)
}
