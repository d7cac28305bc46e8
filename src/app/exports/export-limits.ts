import type { QueueLimits } from '../../core/base/fair-queue.ts'
import type { Layout } from '../../store/plan/file-types.ts'

/** The limits of exports. They have no timeout. */
export const EXPORT_LIMITS: QueueLimits = { slots: 2, slotsPerUser: 1, waiting: 50, perUser: 5, timeoutMs: null }

/** The Retry-After of a rejected export. Seconds. */
export const EXPORT_RETRY = 30

/** The part of the quota that the files of one user may take up. */
export const USER_SHARE = 0.5

/** The limits of files for one request. A dashboard requests many at once. */
export const TEMPORARY_LIMITS: QueueLimits = { slots: 2, slotsPerUser: 1, waiting: 100, perUser: 25, timeoutMs: null }

/** The Retry-After of a rejected file for one request. Seconds. */
export const TEMPORARY_RETRY = 5

/**
 * Returns the memory of the database in an export's thread, in megabytes. DuckDB reads and writes each column of a wide
 * Parquet file with buffers of its own. Its temporary files count towards the quota.
 */
export function exportMegabytes(layout: Layout, columns: number): number {
  return 96 + (layout === 'wide' ? Math.ceil(columns / 10) : 0)
}
