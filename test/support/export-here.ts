import { MessageChannel } from 'node:worker_threads'
import type { WorkerPort } from '../../src/base/worker-job.ts'
import { serveExport } from '../../src/exports/serve-exports.ts'

/** Writes the file of an export in this thread, because another thread could only run the build. */
export function exportHere(): WorkerPort {
  const { port1, port2 } = new MessageChannel()
  serveExport(port1)
  return port2
}
