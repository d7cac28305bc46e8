import type { QueueLimits } from '../base/fair-queue.ts'

/** The limits of exports. They have no timeout. */
export const EXPORT_LIMITS: QueueLimits = { slots: 2, slotsPerUser: 1, waiting: 50, perUser: 5, timeoutMs: null }

/** The Retry-After of a rejected export. Seconds. */
export const EXPORT_RETRY = 30

/** The limits of the database in an export's thread. Its temporary files count towards the quota. */
export const EXPORT_MEMORY_MEGABYTES = 96
