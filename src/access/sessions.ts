import { deleteSession, hasSession, insertSession, readSession, updateSessionUse } from '../store/session-rows.ts'
import type { Store } from '../store/store.ts'
import { digestOf, newToken } from './token.ts'

/** The longest life of a session: half a day of work and a lunch. Milliseconds. */
export const SESSION_LIFE = 12 * 3_600_000

/** A session ends when nobody uses it for so long. Milliseconds. */
export const SESSION_IDLE = 2 * 3_600_000

/** The most sessions that one token has at a time. */
export const SESSIONS_PER_TOKEN = 10

/** A use is written down no more often than this. Milliseconds. */
const USE_INTERVAL = 60_000

/**
 * Opens a session for the token of that id. Returns the secret that stands for the session.
 *
 * A token that has SESSIONS_PER_TOKEN sessions loses the one that was unused for longest.
 */
export async function openSession(store: Store, tokenId: string, at: number): Promise<string> {
  const secret = newToken()
  const session = { digest: digestOf(secret), tokenId, at, expires: at + SESSION_LIFE }
  await store.bestEffort(run => insertSession(run, { ...session, idle: SESSION_IDLE, most: SESSIONS_PER_TOKEN }))
  return secret
}

/** Ends the session of that secret. Writes nothing when there is none: everybody may send an unknown secret. */
export async function closeSession(store: Store, secret: string): Promise<void> {
  const digest = digestOf(secret)
  if (await store.snapshot(run => hasSession(run, digest))) await store.bestEffort(run => deleteSession(run, digest))
}

/** Returns the id of the token whose session this is; `undefined` when the session has ended. Notes the use. */
export async function tokenOfSession(
  store: Store,
  secret: string,
  at: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const digest = digestOf(secret)
  const session = await store.snapshot(run => readSession(run, digest, { at, idle: SESSION_IDLE }), signal)
  if (!session) return undefined
  // A user who may come in is let in even where that cannot be written down.
  if (at - session.used >= USE_INTERVAL)
    await store.bestEffort(run => updateSessionUse(run, digest, at)).catch(() => {})
  return session.tokenId
}
