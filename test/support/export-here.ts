import { MessageChannel } from 'node:worker_threads'
import { serveExport } from '../../src/app/exports/serve-exports.ts'
import type { WorkerPort } from '../../src/core/base/worker-job.ts'

/** Writes the file of an export in this thread, because another thread could only run the build. */
export function exportHere(): WorkerPort {
  const { port1, port2 } = new MessageChannel()
  serveExport(port1)
  return port2
}
