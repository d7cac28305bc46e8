import type { ServedStore } from './served-store.ts'

/** Sends `/healthz` every 20 ms until the result is called, which returns the slowest of them. Milliseconds. */
export function probes(server: Pick<ServedStore, 'base'>): () => Promise<number> {
  let longest = 0
  const pending = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const start = performance.now()
    const probe = fetch(`${server.base}/healthz`)
      .then(response => response.text())
      .then(() => {
        longest = Math.max(longest, performance.now() - start)
        pending.delete(probe)
      })
    pending.add(probe)
  }, 20)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
    return longest
  }
}
