import type { Row } from '../../core/base/row.ts'
import type { ConvertedReport, SavedParameter } from '../batches/convert-saved-reports.ts'
import { numberOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, boolean, type Sql, sql, varchar, varchars } from '../sql/sql.ts'

/** Who may open a saved report besides its owner. */
export const SHARINGS = ['private', 'group', 'everyone'] as const

/** What is saved: a report of an endpoint, or a team. */
export type SavedEndpoint = ConvertedReport['endpoint'] | 'team'

/** A saved report or team. Instants in epoch milliseconds; `null` for reports that an older version saved. */
export interface ViewRow extends Omit<ConvertedReport, 'endpoint'> {
  readonly endpoint: SavedEndpoint
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

/** Saved reports, or teams. They have names and limits of their own. */
export type SavedKind = 'report' | 'team'

/** Returns whether a row is a saved report or a team. */
export function kindOf({ endpoint }: Pick<ViewRow, 'endpoint'>): SavedKind {
  return endpoint === 'team' ? 'team' : 'report'
}

function isOfKind(kind: SavedKind): Sql {
  return sql`removed_ms is null and (endpoint = 'team') = ${boolean(kind === 'team')}`
}

/** Reads what a user saved, and what is shared with one of the groups (in lower case) or everyone. */
export function readSharedViews(
  run: Run,
  kind: SavedKind,
  login: string,
  groups: readonly string[],
): Promise<ViewRow[]> {
  return readViews(
    run,
    sql`${isOfKind(kind)} and (login = ${varchar(login)} or sharing = 'everyone'
      or sharing = 'group' and lower(group_name) in (select unnest(${varchars(groups)})))`,
  )
}

/** Reads what all users saved. */
export function readAllViews(run: Run, kind: SavedKind): Promise<ViewRow[]> {
  return readViews(run, isOfKind(kind))
}

/** Reads the saved report or team with an id, also if it was removed. */
export async function readView(run: Run, id: string): Promise<ViewRow | undefined> {
  return (await readViews(run, sql`id = ${varchar(id)}`))[0]
}

async function readViews(run: Run, condition: Sql): Promise<ViewRow[]> {
  const rows = await run(sql`select id, login, name, endpoint, parameters, display, sharing, group_name, created_ms,
    updated_ms, removed_ms from saved_view where ${condition} order by lower(name), name, login, id`)
  return rows.map(viewOf)
}

const ENDPOINTS: readonly SavedEndpoint[] = ['aggregation', 'list', 'team']

function viewOf(row: Row): ViewRow {
  return {
    id: String(row.id),
    login: String(row.login),
    name: String(row.name),
    endpoint: ENDPOINTS.find(endpoint => endpoint === row.endpoint) ?? 'aggregation',
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
 * Returns how much of its kind the owner of a row saved besides it, how much of that is shared, and the id of what has its name; `null`
 * when there is none.
 */
export async function readOwnNames(
  run: Run,
  view: Pick<ViewRow, 'id' | 'login' | 'name' | 'endpoint'>,
): Promise<{ readonly count: number; readonly shared: number; readonly idOfName: string | null }> {
  const { id, login, name } = view
  const [row] = await run(sql`select count(*) as number, count(*) filter (sharing <> 'private') as shared,
    min(id) filter (name = ${varchar(name)}) as named
    from saved_view where ${isOfKind(kindOf(view))} and login = ${varchar(login)} and id <> ${varchar(id)}`)
  return {
    count: Number(row!.number),
    shared: Number(row!.shared),
    idOfName: row!.named === null ? null : String(row!.named),
  }
}

/** Inserts a saved report or team, or replaces the one with the same id. */
export async function replaceView(run: Run, view: ViewRow): Promise<void> {
  const { id, login, name, endpoint, parameters, display, sharing, group, created, updated, removed } = view
  await run(sql`delete from saved_view where id = ${varchar(id)}`)
  await run(sql`insert into saved_view values (${varchar(id)}, ${varchar(login)}, ${varchar(name)},
    ${varchar(endpoint)}, ${varchar(JSON.stringify(parameters))}, ${varchar(JSON.stringify(display))},
    ${varchar(sharing)}, ${varchar(group)}, ${bigint(created)}, ${bigint(updated)}, ${bigint(removed)})`)
}

/** Deletes the saved reports and teams that were removed before an instant. */
export async function deleteRemovedViews(run: Run, before: number): Promise<void> {
  await run(sql`delete from saved_view where removed_ms < ${bigint(before)}`)
}

/**
 * Removes the owner from the shared teams of a user. If another team without an owner has the same name, the login is added to the name.
 */
export async function releaseSharedTeams(run: Run, login: string): Promise<void> {
  const isTeamOf = (owner: string) => sql`${isOfKind('team')} and login = ${varchar(owner)}`
  const [shared, others] = [
    await readViews(run, sql`${isTeamOf(login)} and sharing <> 'private'`),
    await readViews(run, isTeamOf('')),
  ]
  const taken = new Set(others.map(({ name }) => name))
  for (const view of shared) {
    const name = freeName(view.name, login, taken)
    taken.add(name)
    await replaceView(run, { ...view, login: '', name })
  }
}

/** The maximum length of a name. */
const MAX_NAME = 200

function freeName(name: string, login: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const addition = number === 1 ? ` (${login})` : ` (${login} ${number})`
    const found = taken.has(name) ? name.slice(0, MAX_NAME - addition.length) + addition : name
    if (!taken.has(found)) return found
  }
}
