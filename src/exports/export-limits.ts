import type { QueueLimits } from '../base/fair-queue.ts'

/** The limits of exports. They have no timeout. */
export const EXPORT_LIMITS: QueueLimits = { slots: 2, slotsPerUser: 1, waiting: 50, perUser: 5, timeoutMs: null }

/** The Retry-After of a rejected export. Seconds. */
export const EXPORT_RETRY = 30

/** The limits of files for one request. A dashboard requests many at once. */
export const TEMPORARY_LIMITS: QueueLimits = { slots: 2, slotsPerUser: 1, waiting: 100, perUser: 25, timeoutMs: null }

/** The Retry-After of a rejected file for one request. Seconds. */
export const TEMPORARY_RETRY = 5

/** The limits of the database in an export's thread. Its temporary files count towards the quota. */
export const EXPORT_MEMORY_MEGABYTES = 96
