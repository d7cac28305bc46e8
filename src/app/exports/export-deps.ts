import type { WorkerPort } from '../../core/base/worker-job.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { ReportDeps } from '../../reports/report/run-report.ts'
import type { Store } from '../../store/engine/store.ts'

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
