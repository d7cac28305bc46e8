import type { Instant, Millis } from '../../src/time/instant.ts'

/** Lengths of calendar time that the demo reckons with. */
export const HOUR: Millis = 3_600_000
export const DAY: Millis = 24 * HOUR

/** The first moment of the demo's eighteen months: Monday 2024-01-08, 00:00 UTC. */
export const START: Instant = Date.parse('2024-01-08T00:00:00.000Z')

/** The last moment at which anything happened in the demo: the end of Monday 2025-06-30, UTC. */
export const END: Instant = Date.parse('2025-06-30T23:59:59.999Z')

/** When `Selected for Development` was renamed to `Selected`. */
export const RENAMING: Instant = Date.parse('2024-08-05T15:20:00.000Z')

/** From when on the tracker logged the id of a changed field beside its name. */
export const UPGRADE: Instant = Date.parse('2024-09-07T06:00:00.000Z')

/** When `Ready to Deploy` was taken out of the web shop's workflow, and the issues in it moved on to Done. */
export const DELETION: Instant = Date.parse('2024-10-14T19:30:00.000Z')
