import { isUserError, type UserError } from '../../core/base/errors.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'

/** The time until an unreachable cluster is tried again. */
const RETRY_AFTER: Millis = 60_000

/** A circuit breaker for the Trino cluster, and the number of reports since the start. */
export interface ClusterState {
  /** The error of a cluster that could not be reached in the last minute; `null` for others. */
  readonly failure: () => UserError | null
  /** Notes that the cluster computed a report. */
  readonly succeeded: () => void
  /** Notes the error of a report on the cluster. */
  readonly failed: (error: unknown) => void
  /** Notes that the store computed a report that was meant for the cluster. */
  readonly replaced: () => void
  readonly numbers: () => ClusterNumbers
}

/** The numbers of reports that were meant for a cluster. */
export interface ClusterNumbers {
  /** Whether the last report could reach the cluster. */
  readonly isReachable: boolean
  /** The number of reports that the cluster computed, that the store computed instead, and that failed in the cluster. */
  readonly reports: { readonly trino: number; readonly store: number; readonly failed: number }
}

/** Creates the state of a cluster that no report has tried. */
export function createClusterState(now: () => Instant): ClusterState {
  let unreachable: { readonly at: Instant; readonly error: UserError } | null = null
  const reports = { trino: 0, store: 0, failed: 0 }
  return {
    failure: () => {
      // The clock may go back, and the age is negative then.
      const age = unreachable === null ? RETRY_AFTER : now() - unreachable.at
      return age >= 0 && age < RETRY_AFTER ? unreachable!.error : null
    },
    succeeded: () => {
      unreachable = null
      reports.trino++
    },
    failed: error => {
      // With any other error, the cluster did answer.
      unreachable = isUserError(error, 'TRINO_UNREACHABLE') ? { at: now(), error } : null
      reports.failed++
    },
    replaced: () => void reports.store++,
    numbers: () => ({ isReachable: unreachable === null, reports: { ...reports } }),
  }
}
