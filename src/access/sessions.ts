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

/** Ends the session of that secret, if there is one. */
export function closeSession(store: Store, secret: string): Promise<void> {
  return note(store, [sql`delete from session where digest = ${varchar(digestOf(secret))}`])
}

/** The id of the token that opened a session which still lasts. */
export async function tokenOfSession(store: Store, secret: string, at: number): Promise<string | undefined> {
  const found = sql`select token_id from session where digest = ${varchar(digestOf(secret))} and expires_ms > ${bigint(at)}`
  const [row] = await store.query(found)
  return row && String(row.token_id)
}

function note(store: Store, statements: readonly Sql[]): Promise<void> {
  return store.note(async run => {
    for (const statement of statements) await run(statement)
  })
}
