import { bigint, boolean, sql, varchar } from '../sql/sql.ts'
import type { Instant } from '../time/instant.ts'
import type { Account, KeptToken } from './access-rows.ts'
import type { Run } from './run-query.ts'

/** Writes a new account with its groups. */
export async function insertAccount(
  run: Run,
  { login, timeZone, groups, created }: Omit<Account, 'disabled'>,
): Promise<void> {
  await run(sql`insert into account values (${varchar(login)}, ${varchar(timeZone)}, false, ${bigint(created)})`)
  await insertGroups(run, login, groups)
}

/** What changes of an account. */
export interface AccountUpdate {
  readonly timeZone: string | null
  readonly addedGroups: readonly string[]
  readonly removedGroups: readonly string[]
}

/** Changes the zone of an account, and some of its groups. */
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

/** Enables an account, or disables it and ends its sessions. */
export async function updateDisabled(run: Run, login: string, disabled: boolean): Promise<void> {
  await run(sql`update account set disabled = ${boolean(disabled)} where login = ${varchar(login)}`)
  if (disabled) await deleteSessionsOfUser(run, login)
}

/** Removes an account with everything it has: sessions, tokens, grants, saved reports. */
export async function deleteAccount(run: Run, login: string): Promise<void> {
  const own = varchar(login)
  await deleteSessionsOfUser(run, login)
  await run(sql`delete from token_use where token_id in (select id from token where login = ${own})`)
  await run(sql`delete from token where login = ${own}`)
  await run(sql`delete from project_grant where kind = 'user' and name = ${own}`)
  await run(sql`delete from saved_report where login = ${own}`)
  await run(sql`delete from account_group where login = ${own}`)
  await run(sql`delete from account where login = ${own}`)
}

async function deleteSessionsOfUser(run: Run, login: string): Promise<void> {
  await run(sql`delete from session where token_id in (select id from token where login = ${varchar(login)})`)
}

/** Writes a new token. */
export async function insertToken(run: Run, { id, login, digest, created, expires }: KeptToken): Promise<void> {
  await run(sql`insert into token values (${varchar(id)}, ${varchar(login)}, ${varchar(digest)},
    ${bigint(created)}, ${bigint(expires)})`)
}

/** Removes a token, and ends its sessions. */
export async function deleteToken(run: Run, id: string): Promise<void> {
  await run(sql`delete from token where id = ${varchar(id)}`)
  await run(sql`delete from token_use where token_id = ${varchar(id)}`)
  await run(sql`delete from session where token_id = ${varchar(id)}`)
}

/** Reads when each token was last used, by its id. Tokens that were never used are absent. */
export async function readTokenUses(run: Run): Promise<ReadonlyMap<string, Instant>> {
  const rows = await run(sql`select token_id, used_ms from token_use`)
  return new Map(rows.map(({ token_id, used_ms }) => [String(token_id), Number(used_ms)]))
}

/** Writes when a token was used. */
export async function writeTokenUse(run: Run, id: string, at: Instant): Promise<void> {
  await run(sql`delete from token_use where token_id = ${varchar(id)}`)
  await run(sql`insert into token_use values (${varchar(id)}, ${bigint(at)})`)
}

/** Lets every user browse a project. */
export async function openProject(run: Run, project: number): Promise<void> {
  await forgetProject(run, project)
  await run(sql`insert into opened_project values (${bigint(project)})`)
}

/** Lets only these groups and users browse a project. */
export async function restrictProject(
  run: Run,
  project: number,
  { groups, users }: { readonly groups: readonly string[]; readonly users: readonly string[] },
): Promise<void> {
  await forgetProject(run, project)
  await run(sql`insert into restricted_project values (${bigint(project)})`)
  for (const name of groups)
    await run(sql`insert into project_grant values (${bigint(project)}, 'group', ${varchar(name)})`)
  for (const name of users)
    await run(sql`insert into project_grant values (${bigint(project)}, 'user', ${varchar(name)})`)
}

/** Removes what was decided about a project. */
async function forgetProject(run: Run, project: number): Promise<void> {
  await run(sql`delete from opened_project where project_id = ${bigint(project)}`)
  await run(sql`delete from restricted_project where project_id = ${bigint(project)}`)
  await run(sql`delete from project_grant where project_id = ${bigint(project)}`)
}
