import { Worker } from 'node:worker_threads'
import type { WorkerPort } from '../../core/base/worker-job.ts'

/** Starts an importer in its own thread, so that this one stays responsive. */
export function importInThread(): WorkerPort {
  return new Worker(new URL('./import-thread.js', import.meta.url))
}
