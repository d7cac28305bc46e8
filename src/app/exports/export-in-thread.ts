import { Worker } from 'node:worker_threads'
import type { WorkerPort } from '../../core/base/worker-job.ts'

/** Starts a thread that writes the file of one export. */
export function startExportThread(): WorkerPort {
  return new Worker(new URL('./export-thread.js', import.meta.url))
}
