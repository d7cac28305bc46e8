import { setTimeout } from 'node:timers/promises'

const PAUSE_MS = 1000

/**
 * Rejects with `refusal`, a second later; with the signal's reason when it is aborted before.
 *
 * Who is refused at once, and asks again at once, takes the time of those who are answered: forty such connections were
 * refused 2,500 times a second, and left lists a third of what the server can do.
 */
export async function rejectAfterDelay(refusal: Error, signal?: AbortSignal): Promise<never> {
  await setTimeout(PAUSE_MS, null, { ref: false, ...(signal ? { signal } : {}) }).catch(() => {})
  signal?.throwIfAborted()
  throw refusal
}
