import type { Instant } from '../../core/time/instant.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, boolean, sql, varchar } from '../sql/sql.ts'
import type { Account, StoredToken } from './access-rows.ts'
import { releaseSharedTeams } from './view-rows.ts'

/** Inserts an account with its groups. */
export async function insertAccount(
  run: Run,
  { login, timeZone, groups, created }: Omit<Account, 'disabled' | 'links'>,
): Promise<void> {
  await run(sql`insert into account values (${varchar(login)}, ${varchar(timeZone)}, false, ${bigint(created)})`)
  await insertGroups(run, login, groups)
}

/** The changes to an account. */
export interface AccountUpdate {
  readonly timeZone: string | null
  readonly addedGroups: readonly string[]
  readonly removedGroups: readonly string[]
}

/** Updates the zone of an account, and adds and removes groups. */
export async function updateAccount(run: Run, login: string, update: AccountUpdate): Promise<void> {
  await run(sql`update account set time_zone = ${varchar(update.timeZone)} where login = ${varchar(login)}`)
  for (const name of update.removedGroups) {
    await run(sql`delete from account_group where login = ${varchar(login)} and name = ${varchar(name)}`)
  }
  await insertGroups(run, login, update.addedGroups)
}

async function insertGroups(run: Run, login: string, groups: readonly string[]): Promise<void> {
  for (const name of groups) await run(sql`insert into account_group values (${varchar(login)}, ${varchar(name)})`)
}

/** Enables or disables an account. Disabling ends its sessions. */
export async function updateDisabled(run: Run, login: string, disabled: boolean): Promise<void> {
  await run(sql`update account set disabled = ${boolean(disabled)} where login = ${varchar(login)}`)
  if (disabled) await deleteSessionsOfUser(run, login)
}

/** Removes an account with its sessions, tokens, grants, saved reports and private teams. Its shared teams stay, without an owner. */
export async function deleteAccount(run: Run, login: string): Promise<void> {
  const own = varchar(login)
  await deleteSessionsOfUser(run, login)
  await run(sql`delete from token_use where token_id in (select id from token where login = ${own})`)
  await run(sql`delete from token where login = ${own}`)
  await run(sql`delete from project_grant where kind = 'user' and name = ${own}`)
  await releaseSharedTeams(run, login)
  await run(sql`delete from saved_view where login = ${own}`)
  await run(sql`delete from account_group where login = ${own}`)
  await run(sql`delete from account_link where login = ${own}`)
  await run(sql`delete from account where login = ${own}`)
}

async function deleteSessionsOfUser(run: Run, login: string): Promise<void> {
  await run(sql`delete from session where token_id in (select id from token where login = ${varchar(login)})`)
}

/** Inserts a token. */
export async function insertToken(run: Run, { id, login, digest, created, expires }: StoredToken): Promise<void> {
  await run(sql`insert into token values (${varchar(id)}, ${varchar(login)}, ${varchar(digest)},
    ${bigint(created)}, ${bigint(expires)})`)
}

/** Removes a token, and ends its sessions. */
export async function deleteToken(run: Run, id: string): Promise<void> {
  await run(sql`delete from token where id = ${varchar(id)}`)
  await run(sql`delete from token_use where token_id = ${varchar(id)}`)
  await run(sql`delete from session where token_id = ${varchar(id)}`)
}

/** Reads the last use of each token, by id. Tokens that were never used are absent. */
export async function readTokenUses(run: Run): Promise<ReadonlyMap<string, Instant>> {
  const rows = await run(sql`select token_id, used_ms from token_use`)
  return new Map(rows.map(({ token_id, used_ms }) => [String(token_id), Number(used_ms)]))
}

/** Records the last use of a token. */
export async function writeTokenUse(run: Run, id: string, at: Instant): Promise<void> {
  await run(sql`delete from token_use where token_id = ${varchar(id)}`)
  await run(sql`insert into token_use values (${varchar(id)}, ${bigint(at)})`)
}

/** Opens a project to all users. */
export async function openProject(run: Run, project: number): Promise<void> {
  await clearPermissions(run, project)
  await run(sql`insert into opened_project values (${bigint(project)})`)
}

/** Restricts a project to some groups and users. */
export async function restrictProject(
  run: Run,
  project: number,
  { groups, users }: { readonly groups: readonly string[]; readonly users: readonly string[] },
): Promise<void> {
  await clearPermissions(run, project)
  await run(sql`insert into restricted_project values (${bigint(project)})`)
  for (const name of groups)
    await run(sql`insert into project_grant values (${bigint(project)}, 'group', ${varchar(name)})`)
  for (const name of users)
    await run(sql`insert into project_grant values (${bigint(project)}, 'user', ${varchar(name)})`)
}

/** Removes all permissions of a project. */
async function clearPermissions(run: Run, project: number): Promise<void> {
  await run(sql`delete from opened_project where project_id = ${bigint(project)}`)
  await run(sql`delete from restricted_project where project_id = ${bigint(project)}`)
  await run(sql`delete from project_grant where project_id = ${bigint(project)}`)
}
