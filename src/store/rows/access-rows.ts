import { numberOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import type { TrackerAccount } from '../sql/browsable.ts'
import { sql } from '../sql/sql.ts'

/** A user account. */
export interface Account {
  /** As entered; compared without case. */
  readonly login: string
  /** The name of a time zone; `null` for the server's. */
  readonly timeZone: string | null
  readonly disabled: boolean
  /** Names of groups in addition to those of the tracker. */
  readonly groups: readonly string[]
  /** The accounts of connected trackers to which it is linked. */
  readonly links: readonly TrackerAccount[]
  /** The creation time: epoch milliseconds. */
  readonly created: number
}

/** A stored token. Only its digest is stored; the token cannot be derived from it. */
export interface StoredToken {
  readonly id: string
  readonly login: string
  readonly digest: string
  readonly created: number
  /** When the token expires; `null` for never. */
  readonly expires: number | null
}

/** The users and groups that may browse a restricted project. */
export interface Restriction {
  readonly project: number
  readonly groups: readonly string[]
  readonly users: readonly string[]
}

/** All accounts, tokens and permissions. */
export interface AccessRows {
  readonly accounts: readonly Account[]
  readonly tokens: readonly StoredToken[]
  readonly restrictions: readonly Restriction[]
  /** The numbers of the projects that an administrator opened to all users. */
  readonly opened: ReadonlySet<number>
}

/** Reads all accounts, tokens and permissions. */
export async function readAccess(run: Run): Promise<AccessRows> {
  const all = async <T>(query: ReturnType<typeof sql>) => (await run(query)) as unknown as T[]
  const accounts = await all<{ login: string; time_zone: string | null; disabled: boolean; created: bigint }>(
    sql`select login, time_zone, disabled, created_ms as created from account order by lower(login)`,
  )
  const members = await all<{ login: string; name: string }>(sql`select login, name from account_group order by name`)
  const links = await all<{ login: string } & TrackerAccount>(
    sql`select login, connection, account from account_link order by connection`,
  )
  const tokens = await all<{ id: string; login: string; digest: string; created: bigint; expires: bigint | null }>(
    sql`select id, login, digest, created_ms as created, expires_ms as expires from token order by created_ms, id`,
  )
  const restricted = await all<{ project: number }>(sql`select project_id as project from restricted_project`)
  const grants = await all<{ project: number; kind: 'group' | 'user'; name: string }>(
    sql`select project_id as project, kind, name from project_grant order by lower(name)`,
  )
  const opened = await all<{ project: number }>(sql`select project_id as project from opened_project`)
  const granted = (project: number, kind: 'group' | 'user') =>
    grants.filter(grant => grant.project === project && grant.kind === kind).map(({ name }) => name)
  return {
    accounts: accounts.map(({ login, time_zone, disabled, created }) => ({
      login,
      timeZone: time_zone,
      disabled,
      groups: members.filter(member => member.login === login).map(({ name }) => name),
      links: links.flatMap(link =>
        link.login === login ? { connection: link.connection, account: link.account } : [],
      ),
      created: Number(created),
    })),
    tokens: tokens.map(({ id, login, digest, created, expires }) => ({
      id,
      login,
      digest,
      created: Number(created),
      expires: numberOrNull(expires),
    })),
    opened: new Set(opened.map(({ project }) => project)),
    restrictions: restricted.map(({ project }) => ({
      project,
      groups: granted(project, 'group'),
      users: granted(project, 'user'),
    })),
  }
}
