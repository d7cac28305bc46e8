import type { ExportDeps } from './export-deps.ts'
import { ExportQueue } from './export-queue.ts'
import type { OpenExports } from './open-exports.ts'

/** Returns the exports of a store. Only one process may have it open. */
export function createExports(deps: ExportDeps): OpenExports {
  return new ExportQueue(deps)
}
