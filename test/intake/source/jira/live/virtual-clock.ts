import type { TrackerClock } from '../../../../../src/intake/source/tracker.ts'

/** A clock whose waits take no time. */
export interface VirtualClock extends TrackerClock {
  /** Wakes the sleepers in the order of their times, until nobody sleeps and `work` has ended. */
  readonly run: <T>(work: Promise<T>) => Promise<T>
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Creates a clock that only moves while everything waits. */
export function virtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = start
  const sleepers: Sleeper[] = []
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        if (signal?.aborted) reject(signal.reason)
        sleepers.push({ at: now + ms, wake: resolve })
      }),
    run: async work => {
      let isDone = false
      const end = work.finally(() => {
        isDone = true
      })
      end.catch(() => {})
      while (!isDone) {
        // Everything that can run without time passing runs first.
        await new Promise(resolve => setImmediate(resolve))
        if (isDone || sleepers.length === 0) continue
        sleepers.sort((a, b) => a.at - b.at)
        const next = sleepers.shift()!
        now = Math.max(now, next.at)
        next.wake()
      }
      return end
    },
  }
}

/** A clock that jumps over every wait at once; for tests with a real server. */
export function jumpingClock(start = Date.UTC(2026, 0, 1)): TrackerClock & { readonly slept: number[] } {
  let now = start
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      slept.push(ms)
      now += ms
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}
