import type { Store } from '../../store/engine/store.ts'
import {
  deleteSession,
  hasSession,
  insertSession,
  readSession,
  updateSessionUse,
} from '../../store/rows/session-rows.ts'
import { digestOf, newToken } from './token.ts'

/** The maximum lifetime of a session: half a day of work and a lunch break. Milliseconds. */
export const SESSION_LIFE = 12 * 3_600_000

/** The idle timeout of a session. Milliseconds. */
export const SESSION_IDLE = 2 * 3_600_000

/** The maximum number of concurrent sessions of one token. */
export const SESSIONS_PER_TOKEN = 10

/** The minimum time between two updates of the last use of a session. Milliseconds. */
const USE_INTERVAL = 60_000

/**
 * Opens a session for the token with this id. Returns the secret of the session.
 *
 * A token that already has SESSIONS_PER_TOKEN sessions loses the one that has been idle longest.
 */
export async function openSession(store: Store, tokenId: string, at: number): Promise<string> {
  const secret = newToken()
  const session = { digest: digestOf(secret), tokenId, at, expires: at + SESSION_LIFE }
  await store.bestEffort(run => insertSession(run, { ...session, idle: SESSION_IDLE, maximum: SESSIONS_PER_TOKEN }))
  return secret
}

/** Ends the session with this secret. Writes nothing for an unknown secret, because anybody can send one. */
export async function closeSession(store: Store, secret: string): Promise<void> {
  const digest = digestOf(secret)
  if (await store.snapshot(run => hasSession(run, digest))) await store.bestEffort(run => deleteSession(run, digest))
}

/** Returns the id of the session's token; `undefined` when the session has ended. Records the use. */
export async function tokenOfSession(
  store: Store,
  secret: string,
  at: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const digest = digestOf(secret)
  const session = await store.snapshot(run => readSession(run, digest, { at, idle: SESSION_IDLE }), signal)
  if (!session) return undefined
  // Recording the use is best effort: a failed write must not end a valid session.
  if (at - session.used >= USE_INTERVAL)
    await store.bestEffort(run => updateSessionUse(run, digest, at)).catch(() => {})
  return session.tokenId
}
