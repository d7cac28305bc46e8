import { bigint, type Sql, sql, varchar } from '../sql/sql.ts'
import type { Store } from '../store/store.ts'
import { digestOf, newToken } from './token.ts'

/** How long a session lasts: half a day of work and a lunch. Milliseconds. */
export const SESSION_LIFE = 12 * 3_600_000

/** Opens a session for the token of that id, and gives the secret that stands for it. */
export async function openSession(store: Store, tokenId: string, at: number): Promise<string> {
  const secret = newToken()
  await note(store, [
    sql`delete from session where expires_ms <= ${bigint(at)}`,
    sql`insert into session values (${varchar(digestOf(secret))}, ${varchar(tokenId)}, ${bigint(at + SESSION_LIFE)})`,
  ])
  return secret
}

/** Ends the session of that secret. Writes nothing when there is none: everybody may send an unknown secret. */
export async function closeSession(store: Store, secret: string): Promise<void> {
  const isSession = sql`digest = ${varchar(digestOf(secret))}`
  const found = await store.query(sql`select 1 from session where ${isSession}`)
  if (found.length > 0) await note(store, [sql`delete from session where ${isSession}`])
}

/** Returns the id of the token that opened a session, if there is one that has not ended. */
export async function tokenOfSession(
  store: Store,
  secret: string,
  at: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const found = sql`select token_id from session where digest = ${varchar(digestOf(secret))} and expires_ms > ${bigint(at)}`
  const [row] = await store.query(found, signal)
  return row && String(row.token_id)
}

function note(store: Store, statements: readonly Sql[]): Promise<void> {
  return store.note(async run => {
    for (const statement of statements) await run(statement)
  })
}
