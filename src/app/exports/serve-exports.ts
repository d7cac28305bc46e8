import { type JobPort, serveJobs } from '../../core/base/worker-job.ts'
import type { ExportJob, ExportProgress } from './export-messages.ts'
import { writeExport } from './write-export.ts'

/** Writes the file of the single job that arrives at `port`, in this thread. */
export function serveExport(port: JobPort): void {
  serveJobs<ExportJob, Record<never, never>, ExportProgress>(
    port,
    (job, { emit, signal }) => writeExport(job, emit, signal),
    { isSingle: true },
  )
}
