import { Worker } from 'node:worker_threads'
import type { ImporterPort } from './run-import.ts'

/** Starts an importer in a thread of its own, so that this one can go on answering. */
export function importInThread(): ImporterPort {
  return new Worker(new URL('./import-thread.js', import.meta.url))
}
