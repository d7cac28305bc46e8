import type { Instant, Millis } from '../time/instant.ts'

/**
 * The time that counts from some fixed moment on until `at`, in milliseconds; it never runs backwards.
 *
 * The length of a stay is the difference of its two readings: with a working calendar, the working time in it.
 */
export type Clock = (at: Instant) => Millis

/** The clock on which all time counts: 24 hours, 7 days, no zone. */
export const allHours: Clock = at => at
