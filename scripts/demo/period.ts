import type { Instant, Millis } from '../../src/core/time/instant.ts'

/** Durations of calendar time in the demo. */
export const HOUR: Millis = 3_600_000
export const DAY: Millis = 24 * HOUR

/** The start of the demo's eighteen months: Monday 2024-01-08, 00:00 UTC. */
export const START: Instant = Date.parse('2024-01-08T00:00:00.000Z')

/** The end of the demo: Monday 2025-06-30, end of day, UTC. */
export const END: Instant = Date.parse('2025-06-30T23:59:59.999Z')

/** When `Selected for Development` was renamed to `Selected`. */
export const RENAMING: Instant = Date.parse('2024-08-05T15:20:00.000Z')

/** Since when the tracker has logged the id of a changed field next to its name. */
export const UPGRADE: Instant = Date.parse('2024-09-07T06:00:00.000Z')

/** When `Ready to Deploy` was removed from the web shop's workflow, and its issues moved on to Done. */
export const DELETION: Instant = Date.parse('2024-10-14T19:30:00.000Z')
