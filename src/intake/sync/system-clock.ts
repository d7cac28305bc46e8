import { setTimeout } from 'node:timers/promises'
import type { TrackerClock } from '../source/tracker.ts'

/** The clock of this machine. */
export const SYSTEM_CLOCK: TrackerClock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await setTimeout(ms, undefined, signal ? { signal } : {})
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
}
