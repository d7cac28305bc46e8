import type { Instant, Millis } from '../time/instant.ts'

/**
 * Returns the counted time from a fixed instant to `at`, in milliseconds. Monotonic.
 *
 * The length of a stay is the difference of two readings: with a working calendar, its working time.
 */
export type Clock = (at: Instant) => Millis

/** The 24/7 clock: all time counts. */
export const allHours: Clock = at => at
