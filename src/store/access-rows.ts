import { sql } from '../sql/sql.ts'
import type { Run } from './run-query.ts'

/** Somebody who may sign in. */
export interface Account {
  /** As it was added; compared without regard to case. */
  readonly login: string
  /** The name of a zone; `null` for the server's. */
  readonly timeZone: string | null
  readonly disabled: boolean
  /** Groups beside those of the tracker, by name. */
  readonly groups: readonly string[]
  /** When it was added: epoch milliseconds. */
  readonly created: number
}

/** A token as it is kept: its digest tells it from others, and nothing tells what it was. */
export interface KeptToken {
  readonly id: string
  readonly login: string
  readonly digest: string
  readonly created: number
  /** The moment from which it no longer works; `null` for never. */
  readonly expires: number | null
}

/** A project that not everybody may browse, and who may. */
export interface Restriction {
  readonly project: number
  readonly groups: readonly string[]
  readonly users: readonly string[]
}

/** All that is known of who may do what. */
export interface AccessRows {
  readonly accounts: readonly Account[]
  readonly tokens: readonly KeptToken[]
  readonly restrictions: readonly Restriction[]
  /** The numbers of the projects that an administrator opened to every user. */
  readonly opened: ReadonlySet<number>
}

/** Reads who may do what. */
export async function readAccess(run: Run): Promise<AccessRows> {
  const all = async <T>(query: ReturnType<typeof sql>) => (await run(query)) as unknown as T[]
  const accounts = await all<{ login: string; time_zone: string | null; disabled: boolean; created: bigint }>(
    sql`select login, time_zone, disabled, created_ms as created from account order by lower(login)`,
  )
  const members = await all<{ login: string; name: string }>(sql`select login, name from account_group order by name`)
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
      created: Number(created),
    })),
    tokens: tokens.map(({ id, login, digest, created, expires }) => ({
      id,
      login,
      digest,
      created: Number(created),
      expires: expires === null ? null : Number(expires),
    })),
    opened: new Set(opened.map(({ project }) => project)),
    restrictions: restricted.map(({ project }) => ({
      project,
      groups: granted(project, 'group'),
      users: granted(project, 'user'),
    })),
  }
}
