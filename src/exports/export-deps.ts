import type { WorkerPort } from '../base/worker-job.ts'
import type { ReportDeps } from '../reports/run-report.ts'
import type { Store } from '../store/store.ts'
import type { Instant, Millis } from '../time/instant.ts'

/** Where exports are logged. */
export interface ExportLog {
  readonly info: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/** The settings of exports. */
export interface ExportSettings {
  readonly keepMs: Millis
  readonly quotaBytes: number
}

/** The dependencies of exports. */
export interface ExportDeps extends ExportSettings {
  readonly store: Store
  readonly reportDeps: ReportDeps
  readonly now: () => Instant
  readonly version: string
  /** Starts a thread that writes one file. */
  readonly startThread: () => WorkerPort
}
