import { bigint, type Sql, sql, varchar } from '../sql/sql.ts'
import type { Store } from '../store/store.ts'
import { digestOf, newToken } from './token.ts'

/** The longest life of a session: half a day of work and a lunch. Milliseconds. */
export const SESSION_LIFE = 12 * 3_600_000

/** A session ends when nobody uses it for so long. Milliseconds. */
export const SESSION_IDLE = 2 * 3_600_000

/** The most sessions that one token has at a time. */
export const SESSIONS_PER_TOKEN = 10

/** A use is written down no more often than this. Milliseconds. */
const USE_EVERY = 60_000

/**
 * Opens a session for the token of that id. Returns the secret that stands for the session.
 *
 * A token that has SESSIONS_PER_TOKEN sessions loses the one that was unused for longest.
 */
export async function openSession(store: Store, tokenId: string, at: number): Promise<string> {
  const secret = newToken()
  await note(store, [
    sql`delete from session where expires_ms <= ${bigint(at)} or used_ms <= ${bigint(at - SESSION_IDLE)}`,
    sql`delete from session where token_id = ${varchar(tokenId)} and digest not in (
      select digest from session where token_id = ${varchar(tokenId)}
      order by used_ms desc, digest limit ${bigint(SESSIONS_PER_TOKEN - 1)})`,
    sql`insert into session values (${varchar(digestOf(secret))}, ${varchar(tokenId)}, ${bigint(at + SESSION_LIFE)}, ${bigint(at)})`,
  ])
  return secret
}

/** Ends the session of that secret. Writes nothing when there is none: everybody may send an unknown secret. */
export async function closeSession(store: Store, secret: string): Promise<void> {
  const isSession = sql`digest = ${varchar(digestOf(secret))}`
  const found = await store.query(sql`select 1 from session where ${isSession}`)
  if (found.length > 0) await note(store, [sql`delete from session where ${isSession}`])
}

/** Returns the id of the token whose session this is; `undefined` when the session has ended. Notes the use. */
export async function tokenOfSession(
  store: Store,
  secret: string,
  at: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const digest = digestOf(secret)
  const found = sql`select token_id, used_ms from session
    where digest = ${varchar(digest)} and expires_ms > ${bigint(at)} and used_ms > ${bigint(at - SESSION_IDLE)}`
  const [row] = await store.query(found, signal)
  if (!row) return undefined
  if (at - Number(row.used_ms) >= USE_EVERY) {
    // A user who may come in is let in even where that cannot be written down.
    await note(store, [sql`update session set used_ms = ${bigint(at)} where digest = ${varchar(digest)}`]).catch(
      () => {},
    )
  }
  return String(row.token_id)
}

/** The statement that ends all sessions of a token. */
export function endedSessionsOfToken(tokenId: string): Sql {
  return sql`delete from session where token_id = ${varchar(tokenId)}`
}

/** The statement that ends all sessions of a user. */
export function endedSessionsOfUser(login: string): Sql {
  return sql`delete from session where token_id in (select id from token where login = ${varchar(login)})`
}

function note(store: Store, statements: readonly Sql[]): Promise<void> {
  return store.note(async run => {
    for (const statement of statements) await run(statement)
  })
}
