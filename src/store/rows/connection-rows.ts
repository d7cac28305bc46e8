import type { Row } from '../../core/base/row.ts'
import type { Instant } from '../../core/time/instant.ts'
import { numberOrNull, textOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, bigints, identifier, plain, type Sql, sql, varchar, varchars } from '../sql/sql.ts'

/** The state of a connection. */
export type ConnectionState = 'backfilling' | 'live' | 'waiting' | 'needs-token' | 'needs-approval' | 'paused'

/** The reason for an approval: many missing issues, another site, or a clock that was set back. */
export type Approval = 'loss' | 'site' | 'clock'

/** The source of the permissions of a connection's issues. */
export type PermissionMode = 'tracker' | 'account' | 'manual'

/** The configuration of a connection: an account of a tracker, and the projects to read. */
export interface ConnectionSetup {
  readonly name: string
  readonly kind: string
  /** The base address that the user typed. */
  readonly url: string
  /** The email address or login for Basic authentication; `null` for a bearer token. */
  readonly email: string | null
  /** The path of the file with the secret; `null` if the secret is elsewhere. */
  readonly tokenFile: string | null
  /** Keys or ids of projects; `null` for all that the account may browse. */
  readonly projects: readonly string[] | null
  /** Leaves out issues that were not updated since then. */
  readonly since: Instant | null
  readonly permissions: PermissionMode
  readonly created: Instant
}

/** The identity of the tracker and the account, from the last accepted round. */
export interface ConnectionIdentity {
  readonly product: string
  readonly version: string | null
  /** The base address that users see. */
  readonly address: string
  readonly identity: string
  readonly accountId: string
  readonly accountName: string
  readonly timeZone: string | null
}

/** A connection. */
export interface Connection extends ConnectionSetup {
  /** `null` before the first round. */
  readonly identity: ConnectionIdentity | null
  /** The newest time of the tracker's clock. */
  readonly clock: Instant | null
  /** A digest of the settings that affect lists. If it changes, all issues are listed again. */
  readonly settings: string | null
  /** When the hourly lists were read, by our clock; `null` if they are due. */
  readonly listsRead: Instant | null
  /** Whether an administrator accepted that many issues are gone. */
  readonly isLossAccepted: boolean
  readonly state: ConnectionState
  /** Why it is in this state, as a sentence; `null` if there is nothing to say. */
  readonly reason: string | null
  /** The reason for the approval in the state `needs-approval`. */
  readonly approval: Approval | null
  /** When a waiting connection tries again, by our clock. */
  readonly nextTry: Instant | null
  /** When the last complete round ended, by our clock. */
  readonly synced: Instant | null
}

/** A project of a connection. Instants are of the tracker's clock. */
export interface ProjectScope {
  /** The tracker's id of the project. */
  readonly project: string
  readonly key: string
  readonly name: string
  /** All issues with an `updated` before this instant are in the ledger; `null` before the first list. */
  readonly listed: Instant | null
  /** All issues with an `updated` before this instant are stored or failed; `null` until all were read once. */
  readonly watermark: Instant | null
  /** The start of the last complete census. */
  readonly census: Instant | null
  /** The number of issues that the tracker said the project had at that census; `null` if it did not say. */
  readonly expected: number | null
  /** When issues were last made due to be read again, by our clock. */
  readonly scrubbed: Instant | null
  /** Whether the account may browse the project. */
  readonly isVisible: boolean
  /** Why the project could not be listed in the last round; `null` if it was. */
  readonly reason: string | null
}

/** The numbers of a project's issues in the ledger. */
export interface ScopeCounts {
  readonly project: string
  readonly stored: number
  /** To be read. */
  readonly due: number
  readonly failed: number
  readonly suspect: number
  readonly gone: number
  /** Issues with a log entry that is much later than their `updated`. */
  readonly changedWithoutUpdated: number
}

/** The counts of a round. */
export interface RoundCounts {
  /** Issues in lists. */
  readonly listed: number
  /** Issues read. */
  readonly fetched: number
  /** Issues that are different from what was stored. */
  readonly changed: number
  /** Issues removed. */
  readonly gone: number
  /** Issues that could not be read. */
  readonly failed: number
  readonly requests: number
  /** Milliseconds of waiting for the tracker's limits. */
  readonly waitedMs: number
}

/** A round of a connection. */
export interface RoundRow extends RoundCounts {
  readonly number: number
  readonly kind: string
  readonly started: Instant
  /** `null` while it runs, or if it was killed. */
  readonly ended: Instant | null
  /** The phase in which it is, or ended. */
  readonly phase: string
  readonly bytes: number
  readonly error: string | null
}

/** A list of the tracker as it was last read. */
export interface TrackerListRow {
  readonly name: string
  readonly items: number
  /** `null` if it was never read. */
  readonly digest: string | null
  readonly read: Instant
  /** Why the list is missing or was not accepted; `null` if all is well. */
  readonly problem: string | null
}

/** Reads all connections, by name. */
export async function readConnections(run: Run): Promise<Connection[]> {
  return (await run(plain('select * from connection order by name'))).map(connectionOf)
}

/** Reads a connection; `null` if there is none with this name. */
export async function readConnection(run: Run, name: string): Promise<Connection | null> {
  const [row] = await run(sql`select * from connection where name = ${varchar(name)}`)
  return row ? connectionOf(row) : null
}

/** Inserts a connection that has had no round. */
export async function insertConnection(run: Run, setup: ConnectionSetup): Promise<void> {
  const { name, kind, url, email, tokenFile, projects, since, permissions, created } = setup
  await run(sql`insert into connection
      (name, kind, url, email, token_file, projects, since_ms, permissions, created_ms, loss_accepted, state)
    values (${varchar(name)}, ${varchar(kind)}, ${varchar(url)}, ${varchar(email)}, ${varchar(tokenFile)},
      ${projectList(projects)}, ${bigint(since)}, ${varchar(permissions)}, ${bigint(created)}, false, 'backfilling')`)
}

/** Changes what a user set up. The next round lists all issues again if that is necessary. */
export async function updateSetup(run: Run, setup: Omit<ConnectionSetup, 'created'>): Promise<void> {
  const { name, kind, url, email, tokenFile, projects, since, permissions } = setup
  await run(sql`update connection set kind = ${varchar(kind)}, url = ${varchar(url)}, email = ${varchar(email)},
    token_file = ${varchar(tokenFile)}, projects = ${projectList(projects)}, since_ms = ${bigint(since)},
    permissions = ${varchar(permissions)} where name = ${varchar(name)}`)
}

function projectList(projects: readonly string[] | null) {
  return projects === null ? sql`null` : sql`${varchars(projects)}`
}

/** Changes the state of a connection, for example to pause it. */
export async function updateState(
  run: Run,
  name: string,
  { state, reason, nextTry }: Pick<Connection, 'state' | 'reason' | 'nextTry'>,
): Promise<void> {
  await run(sql`update connection set state = ${varchar(state)}, reason = ${varchar(reason)},
    approval = null, next_try_ms = ${bigint(nextTry)} where name = ${varchar(name)}`)
}

/** Pauses all connections for a reason, and returns their names. */
export async function pauseConnections(run: Run, reason: string): Promise<readonly string[]> {
  const names = (await readConnections(run)).map(({ name }) => name)
  for (const name of names) await updateState(run, name, { state: 'paused', reason, nextTry: null })
  return names
}

/** Lets the next round accept the tracker as it is, with its address and clock, and list all issues again. */
export async function approveTracker(run: Run, name: string): Promise<void> {
  await run(sql`update connection set identity = null, clock_ms = null, settings = null where name = ${varchar(name)}`)
}

const TABLES_OF_CONNECTION = [
  ...(['scope', 'ledger', 'round', 'tracker_list', 'connection_setting', 'saved_query'] as const),
  ...(['account_link', 'permission_check', 'project_permission', 'issue_permission'] as const),
]

/**
 * Removes a connection with its settings, scopes, ledger, lists, rounds, saved queries, linked accounts and permissions.
 * Its issues stay.
 */
export async function deleteConnection(run: Run, name: string): Promise<void> {
  for (const table of TABLES_OF_CONNECTION)
    await run(sql`delete from ${identifier(table)} where connection = ${varchar(name)}`)
  await run(sql`delete from connection where name = ${varchar(name)}`)
}

/** Returns the first of these projects that a connection keeps in sync, with the name of the connection. */
export async function findConnectedProject(
  run: Run,
  projects: readonly number[],
): Promise<{ readonly project: string; readonly connection: string } | null> {
  const [row] = await run(
    sql`select p.key, s.connection from project p join scope s on s.project_ref = p.ref
      where p.id in (select unnest(${bigints(projects)})) order by p.key limit 1`,
  )
  return row ? { project: String(row.key), connection: String(row.connection) } : null
}

/** Reads the scopes of a connection, by key. */
export async function readScopes(run: Run, connection: string): Promise<ProjectScope[]> {
  return (await run(sql`select * from scope where connection = ${varchar(connection)} order by key`)).map(scopeOf)
}

/** Reads the projects of all other connections, by the tracker's id. */
export async function readOtherScopes(run: Run, connection: string): Promise<ReadonlyMap<string, string>> {
  const rows = await run(sql`select project_ref, connection from scope where connection <> ${varchar(connection)}`)
  return new Map(rows.map(row => [String(row.project_ref), String(row.connection)]))
}

/** Counts the issues in the ledger of a connection, by project. */
export async function readScopeCounts(run: Run, connection: string): Promise<ScopeCounts[]> {
  const rows = await run(sql`select project_ref as project, count(*) filter (where state = 'stored') as stored,
      count(*) filter (where state = 'due') as due, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'suspect') as suspect, count(*) filter (where state = 'gone') as gone,
      count(*) filter (where is_late) as late
    from ledger where connection = ${varchar(connection)} group by project_ref order by project_ref`)
  return rows.map(row => ({
    project: String(row.project),
    stored: Number(row.stored),
    due: Number(row.due),
    failed: Number(row.failed),
    suspect: Number(row.suspect),
    gone: Number(row.gone),
    changedWithoutUpdated: Number(row.late),
  }))
}

/** The kind of a round that only reads what webhooks named. */
export const WEBHOOKS = 'webhooks'

/** Whether a row of `round` is a whole round. */
export const isWholeRound = sql`(kind <> ${varchar(WEBHOOKS)})`

/** Reads the last whole rounds of a connection, newest first. */
export async function readRounds(run: Run, connection: string, limit: number): Promise<RoundRow[]> {
  const rows = await run(sql`select * from round where connection = ${varchar(connection)} and ${isWholeRound}
    order by number desc limit ${bigint(limit)}`)
  return rows.map(row => ({
    number: Number(row.number),
    kind: String(row.kind),
    started: Number(row.started_ms),
    ended: numberOrNull(row.ended_ms),
    phase: String(row.phase),
    listed: Number(row.listed),
    fetched: Number(row.fetched),
    changed: Number(row.changed),
    gone: Number(row.gone),
    failed: Number(row.failed),
    requests: Number(row.requests),
    waitedMs: Number(row.waited_ms),
    bytes: Number(row.bytes),
    error: textOrNull(row.error),
  }))
}

/** Reads the lists of a connection, by name. */
export async function readTrackerLists(run: Run, connection: string): Promise<TrackerListRow[]> {
  const rows = await run(sql`select * from tracker_list where connection = ${varchar(connection)} order by name`)
  return rows.map(row => ({
    name: String(row.name),
    items: Number(row.item_count),
    digest: textOrNull(row.digest),
    read: Number(row.read_ms),
    problem: textOrNull(row.problem),
  }))
}

/** Returns the assignments of what a round found out about the tracker. */
export function identityColumns(identity: ConnectionIdentity): Sql {
  const { product, version, address, accountId, accountName, timeZone } = identity
  return sql`product = ${varchar(product)}, version = ${varchar(version)}, address = ${varchar(address)},
    identity = ${varchar(identity.identity)}, account_id = ${varchar(accountId)},
    account_name = ${varchar(accountName)}, time_zone = ${varchar(timeZone)}`
}

function connectionOf(row: Row): Connection {
  const identity: ConnectionIdentity | null =
    row.identity === null
      ? null
      : {
          product: String(row.product),
          version: textOrNull(row.version),
          address: String(row.address),
          identity: String(row.identity),
          accountId: String(row.account_id),
          accountName: String(row.account_name),
          timeZone: textOrNull(row.time_zone),
        }
  return {
    name: String(row.name),
    kind: String(row.kind),
    url: String(row.url),
    email: textOrNull(row.email),
    tokenFile: textOrNull(row.token_file),
    projects: row.projects as readonly string[] | null,
    since: numberOrNull(row.since_ms),
    permissions: row.permissions as PermissionMode,
    created: Number(row.created_ms),
    identity,
    clock: numberOrNull(row.clock_ms),
    settings: textOrNull(row.settings),
    listsRead: numberOrNull(row.lists_ms),
    isLossAccepted: row.loss_accepted === true,
    state: row.state as ConnectionState,
    reason: textOrNull(row.reason),
    approval: row.approval as Approval | null,
    nextTry: numberOrNull(row.next_try_ms),
    synced: numberOrNull(row.synced_ms),
  }
}

function scopeOf(row: Row): ProjectScope {
  return {
    project: String(row.project_ref),
    key: String(row.key),
    name: String(row.name),
    listed: numberOrNull(row.listed_ms),
    watermark: numberOrNull(row.watermark_ms),
    census: numberOrNull(row.census_ms),
    expected: numberOrNull(row.expected_count),
    scrubbed: numberOrNull(row.scrub_ms),
    isVisible: row.visible === true,
    reason: textOrNull(row.reason),
  }
}
