import { bigint, sql, varchar } from '../sql/sql.ts'
import type { Instant, Millis } from '../time/instant.ts'
import type { Run } from './run-query.ts'

/** A session to be opened; it is stored by the digest of its secret. */
export interface NewSession {
  readonly digest: string
  readonly tokenId: string
  readonly at: Instant
  readonly expires: Instant
  /** How long a session lasts without use. */
  readonly idle: Millis
  /** The most sessions of one token. */
  readonly most: number
}

/** Writes a session, and removes those that ended and those that its token has too many of: the least used ones. */
export async function insertSession(run: Run, { digest, tokenId, at, expires, idle, most }: NewSession): Promise<void> {
  await run(sql`delete from session where expires_ms <= ${bigint(at)} or used_ms <= ${bigint(at - idle)}`)
  await run(sql`delete from session where token_id = ${varchar(tokenId)} and digest not in (
      select digest from session where token_id = ${varchar(tokenId)}
      order by used_ms desc, digest limit ${bigint(most - 1)})`)
  await run(
    sql`insert into session values (${varchar(digest)}, ${varchar(tokenId)}, ${bigint(expires)}, ${bigint(at)})`,
  )
}

/** Returns whether there is a session of that digest, ended or not. */
export async function hasSession(run: Run, digest: string): Promise<boolean> {
  return (await run(sql`select 1 from session where digest = ${varchar(digest)}`)).length > 0
}

/** Removes a session. */
export async function deleteSession(run: Run, digest: string): Promise<void> {
  await run(sql`delete from session where digest = ${varchar(digest)}`)
}

/** Reads the token and the last use of a session that has not ended. */
export async function readSession(
  run: Run,
  digest: string,
  { at, idle }: { readonly at: Instant; readonly idle: Millis },
): Promise<{ readonly tokenId: string; readonly used: Instant } | null> {
  const [row] = await run(sql`select token_id, used_ms from session
    where digest = ${varchar(digest)} and expires_ms > ${bigint(at)} and used_ms > ${bigint(at - idle)}`)
  return row ? { tokenId: String(row.token_id), used: Number(row.used_ms) } : null
}

/** Writes when a session was used. */
export async function updateSessionUse(run: Run, digest: string, at: Instant): Promise<void> {
  await run(sql`update session set used_ms = ${bigint(at)} where digest = ${varchar(digest)}`)
}
