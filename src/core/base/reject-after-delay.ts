import { setTimeout } from 'node:timers/promises'

const PAUSE_MS = 1000

/**
 * Rejects with `refusal` after a second, or with the signal's reason when it is aborted before.
 *
 * A client that retries immediately takes CPU time from the others: 40 such connections caused 2,500 rejections per
 * second and cut the throughput of lists to a third.
 */
export async function rejectAfterDelay(refusal: Error, signal?: AbortSignal): Promise<never> {
  await setTimeout(PAUSE_MS, null, { ref: false, ...(signal ? { signal } : {}) }).catch(() => {})
  signal?.throwIfAborted()
  throw refusal
}
