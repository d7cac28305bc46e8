import { createHash } from 'node:crypto'
import type { Instant } from '../../core/time/instant.ts'
import { numberOrNull, textOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { type TrackerAccount, UNREADABLE_LEVEL } from '../sql/browsable.ts'
import { bigint, identifier, plain, sql, varchar, varchars } from '../sql/sql.ts'
import type { PermissionMode } from './connection-rows.ts'

/** A project that a connection reads, with what is known about one user's permission to browse it. */
export interface ConnectedProject {
  readonly connection: string
  readonly mode: PermissionMode
  /** The tracker's id of the project. */
  readonly ref: string
  /** Whether the connection's account may still browse it. */
  readonly isVisible: boolean
  /** The tracker account to which the user is linked; `null` without a link. */
  readonly account: string | null
  /** When the tracker was last asked about the account; `null` for never. */
  readonly checked: Instant | null
  /** Whether the tracker said that the account may browse the project. */
  readonly isAllowed: boolean
}

/** Reads the projects of all connections, with the permissions of a user. Empty without connections. */
export async function readConnectedProjects(run: Run, login: string): Promise<readonly ConnectedProject[]> {
  const rows = await run(sql`select s.connection, c.permissions, s.project_ref, s.visible, l.account, k.checked_ms,
  p.project_ref is not null as allowed
from scope s join connection c on c.name = s.connection
left join account_link l on l.connection = s.connection and l.login = ${varchar(login)}
left join permission_check k on k.connection = l.connection and k.account = l.account
left join project_permission p on p.connection = l.connection and p.account = l.account and p.project_ref = s.project_ref`)
  return rows.map(row => ({
    connection: String(row.connection),
    mode: row.permissions as PermissionMode,
    ref: String(row.project_ref),
    isVisible: row.visible === true,
    account: textOrNull(row.account),
    checked: numberOrNull(row.checked_ms),
    isAllowed: row.allowed === true,
  }))
}

/** Reads the connections in mode `account`, by the tracker's ids of their projects. */
export async function readProjectsInAccountMode(run: Run): Promise<ReadonlyMap<string, string>> {
  const rows = await run(
    plain(`select s.project_ref, s.connection from scope s
join connection c on c.name = s.connection where c.permissions = 'account'`),
  )
  return new Map(rows.map(({ project_ref, connection }) => [String(project_ref), String(connection)]))
}

/** Reads the numbers of the projects with an issue that has a security level, and whether one of them is unreadable. */
export async function readProjectsWithLevels(
  run: Run,
): Promise<readonly { readonly id: number; readonly hasUnreadable: boolean }[]> {
  const rows = await run(
    sql`select project_id, bool_or(security_level = ${varchar(UNREADABLE_LEVEL)}) as unreadable
from issue where security_level is not null group by project_id`,
  )
  return rows.map(({ project_id, unreadable }) => ({ id: Number(project_id), hasUnreadable: unreadable === true }))
}

/** Reads a text that is equal for accounts that may browse the same issues with a security level. */
export async function readIssuePermissionDigest(run: Run, { connection, account }: TrackerAccount): Promise<string> {
  const [row] = await run(sql`select issues_digest from permission_check
where connection = ${varchar(connection)} and account = ${varchar(account)}`)
  return row ? String(row.issues_digest) : ''
}

/** An issue with a security level, by the tracker's ids. */
export interface IssueWithLevel {
  readonly ref: string
  readonly level: string
}

/** The permissions to query for a connection. */
export interface PermissionQuestions {
  readonly mode: PermissionMode
  /** The linked accounts. */
  readonly accounts: readonly string[]
  /** The tracker's ids of the projects. */
  readonly projects: readonly string[]
  readonly issues: readonly IssueWithLevel[]
}

/** Reads the permissions to query; `null` for an unknown connection. */
export async function readPermissionQuestions(run: Run, connection: string): Promise<PermissionQuestions | null> {
  const name = varchar(connection)
  const [row] = await run(sql`select permissions from connection where name = ${name}`)
  if (!row) return null
  const accounts = await run(sql`select distinct account from account_link where connection = ${name} order by account`)
  const projects = await run(
    sql`select project_ref from scope where connection = ${name} and visible order by project_ref`,
  )
  const refs = projects.map(({ project_ref }) => String(project_ref))
  const issues = await run(sql`select i.ref, i.security_level from issue i join project p on p.id = i.project_id
where i.security_level is not null and p.ref in (select unnest(${varchars(refs)})) order by i.id`)
  return {
    mode: row.permissions as PermissionMode,
    accounts: accounts.map(({ account }) => String(account)),
    projects: refs,
    issues: issues.map(({ ref, security_level }) => ({ ref: String(ref), level: String(security_level) })),
  }
}

/** An issue without a security level, by the tracker's ids. */
export interface SampledIssue {
  readonly ref: string
  readonly project: string
}

/** The number of sampled issues of a project. */
const SAMPLE = 5

/**
 * Reads some issues of each project without a security level in which the person of an account is not involved. The
 * sample of a project changes only with its issues.
 */
export async function readSample(run: Run, account: string, projects: readonly string[]): Promise<SampledIssue[]> {
  const rows = await run(sql`with own as materialized (
  select id from person where lower(coalesce(account_id, key, name)) = lower(${varchar(account)})
)
select i.ref, p.ref as project from issue i join project p on p.id = i.project_id
where p.ref in (select unnest(${varchars(projects)})) and i.security_level is null
  and coalesce(i.reporter_id not in (select id from own), true) and coalesce(i.assignee_id not in (select id from own), true)
  and coalesce(i.creator_id not in (select id from own), true)
  and i.id not in (select issue_id from issue_value where value_id in (select id from own))
qualify row_number() over (partition by i.project_id order by hash(i.ref), i.ref) <= ${bigint(SAMPLE)}`)
  return rows.map(({ ref, project }) => ({ ref: String(ref), project: String(project) }))
}

/** The projects and issues that a tracker account may browse. */
export interface AccountPermissions {
  /** The tracker's ids of the projects. */
  readonly projects: readonly string[]
  readonly issues: readonly IssueWithLevel[]
}

/** Returns whether the stored permissions of an account equal these. */
export async function hasPermissions(
  run: Run,
  { connection, account }: TrackerAccount,
  { projects, issues }: AccountPermissions,
): Promise<boolean> {
  const [row] = await run(sql`select k.issues_digest,
  list_sort(coalesce((select list(project_ref) from project_permission p where p.connection = k.connection and p.account = k.account), []))
  = list_sort(${varchars(projects)}) as same
from permission_check k where k.connection = ${varchar(connection)} and k.account = ${varchar(account)}`)
  return row?.same === true && row.issues_digest === digestOf(issues)
}

/** Records that the permissions of an account were the same at `at`. */
export async function confirmPermissions(run: Run, { connection, account }: TrackerAccount, at: Instant) {
  await run(sql`update permission_check set checked_ms = ${bigint(at)}
where connection = ${varchar(connection)} and account = ${varchar(account)}`)
}

/** Replaces the permissions of an account by those that the tracker gave at `at`. */
export async function replacePermissions(
  run: Run,
  who: TrackerAccount,
  { projects, issues }: AccountPermissions,
  at: Instant,
): Promise<void> {
  await deletePermissions(run, who)
  const [connection, account] = [varchar(who.connection), varchar(who.account)]
  await run(
    sql`insert into permission_check values (${connection}, ${account}, ${bigint(at)}, ${varchar(digestOf(issues))})`,
  )
  await run(sql`insert into project_permission select ${connection}, ${account}, unnest(${varchars(projects)})`)
  await run(sql`insert into issue_permission select ${connection}, ${account},
  unnest(${varchars(issues.map(({ ref }) => ref))}), unnest(${varchars(issues.map(({ level }) => level))})`)
}

const TABLES = ['permission_check', 'project_permission', 'issue_permission'] as const

async function deletePermissions(run: Run, { connection, account }: TrackerAccount): Promise<void> {
  for (const table of TABLES) {
    await run(
      sql`delete from ${identifier(table)} where connection = ${varchar(connection)} and account = ${varchar(account)}`,
    )
  }
}

/** Returns whether there are permissions of accounts to which nobody is linked any more. */
export async function hasUnlinkedPermissions(run: Run, connection: string): Promise<boolean> {
  const rows = await run(sql`select 1 from permission_check where connection = ${varchar(connection)}
and account not in (select account from account_link where connection = ${varchar(connection)})`)
  return rows.length > 0
}

/** Removes the permissions of accounts to which nobody is linked any more. */
export async function deleteUnlinkedPermissions(run: Run, connection: string): Promise<void> {
  for (const table of TABLES) {
    await run(sql`delete from ${identifier(table)} where connection = ${varchar(connection)}
and account not in (select account from account_link where connection = ${varchar(connection)})`)
  }
}

/** Links a user to an account of a connection, instead of the account that the user was linked to before. */
export async function replaceLink(run: Run, login: string, { connection, account }: TrackerAccount): Promise<void> {
  await deleteLink(run, login, connection)
  await run(sql`insert into account_link values (${varchar(login)}, ${varchar(connection)}, ${varchar(account)})`)
}

/** Removes the link between a user and an account of a connection. */
export async function deleteLink(run: Run, login: string, connection: string): Promise<void> {
  await run(sql`delete from account_link where login = ${varchar(login)} and connection = ${varchar(connection)}`)
}

/** Returns a digest of a set of issues with their levels. */
function digestOf(issues: readonly IssueWithLevel[]): string {
  const lines = issues.map(({ ref, level }) => JSON.stringify([ref, level])).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** Returns those of some accounts, in lower case, that are known to belong to active users. */
export async function readActive(run: Run, accounts: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await run(sql`select lower(coalesce(account_id, key, name)) as account from person
where active and lower(coalesce(account_id, key, name)) in (select lower(unnest(${varchars(accounts)})))`)
  return new Set(rows.map(({ account }) => String(account)))
}

/** An issue, with what decides about it. */
export interface IssueForAccess {
  /** The tracker's id. */
  readonly ref: string
  readonly key: string
  /** The tracker's id of its security level; `null` without one. */
  readonly level: string | null
  readonly project: { readonly id: number; readonly ref: string; readonly key: string }
}

/** Reads the issue with this key or id; `null` if there is none. */
export async function readIssueForAccess(run: Run, name: string): Promise<IssueForAccess | null> {
  const [row] = await run(sql`select i.ref, i.key, i.security_level, p.id, p.ref as project_ref, p.key as project_key
from issue i join project p on p.id = i.project_id
where upper(i.key) = upper(${varchar(name)}) or i.ref = ${varchar(name)} order by i.ref = ${varchar(name)}`)
  if (!row) return null
  return {
    ref: String(row.ref),
    key: String(row.key),
    level: textOrNull(row.security_level),
    project: { id: Number(row.id), ref: String(row.project_ref), key: String(row.project_key) },
  }
}

/** Returns whether the tracker said that an account may browse an issue with its present security level. */
export async function hasIssuePermission(
  run: Run,
  { connection, account }: TrackerAccount,
  { ref, level }: Pick<IssueForAccess, 'ref' | 'level'>,
): Promise<boolean> {
  const rows = await run(sql`select 1 from issue_permission where connection = ${varchar(connection)}
and account = ${varchar(account)} and issue_ref = ${varchar(ref)} and security_level = ${varchar(level)}`)
  return rows.length > 0
}
