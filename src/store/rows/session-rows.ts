import type { Instant, Millis } from '../../core/time/instant.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, sql, varchar } from '../sql/sql.ts'

/** A new session. It is stored by the digest of its secret. */
export interface NewSession {
  readonly digest: string
  readonly tokenId: string
  readonly at: Instant
  readonly expires: Instant
  /** The maximum time without use. Milliseconds. */
  readonly idle: Millis
  /** The maximum number of sessions of one token. */
  readonly maximum: number
}

/** Inserts a session. Removes expired sessions, and the least recently used ones of a token with too many. */
export async function insertSession(
  run: Run,
  { digest, tokenId, at, expires, idle, maximum }: NewSession,
): Promise<void> {
  await run(sql`delete from session where expires_ms <= ${bigint(at)} or used_ms <= ${bigint(at - idle)}`)
  await run(sql`delete from session where token_id = ${varchar(tokenId)} and digest not in (
      select digest from session where token_id = ${varchar(tokenId)}
      order by used_ms desc, digest limit ${bigint(maximum - 1)})`)
  await run(
    sql`insert into session values (${varchar(digest)}, ${varchar(tokenId)}, ${bigint(expires)}, ${bigint(at)})`,
  )
}

/** Returns whether a session with this digest is stored, expired or not. */
export async function hasSession(run: Run, digest: string): Promise<boolean> {
  return (await run(sql`select 1 from session where digest = ${varchar(digest)}`)).length > 0
}

/** Removes a session. */
export async function deleteSession(run: Run, digest: string): Promise<void> {
  await run(sql`delete from session where digest = ${varchar(digest)}`)
}

/** Reads the token and the last use of a session that has not expired. */
export async function readSession(
  run: Run,
  digest: string,
  { at, idle }: { readonly at: Instant; readonly idle: Millis },
): Promise<{ readonly tokenId: string; readonly used: Instant } | null> {
  const [row] = await run(sql`select token_id, used_ms from session
    where digest = ${varchar(digest)} and expires_ms > ${bigint(at)} and used_ms > ${bigint(at - idle)}`)
  return row ? { tokenId: String(row.token_id), used: Number(row.used_ms) } : null
}

/** Records the use of a session. */
export async function updateSessionUse(run: Run, digest: string, at: Instant): Promise<void> {
  await run(sql`update session set used_ms = ${bigint(at)} where digest = ${varchar(digest)}`)
}
