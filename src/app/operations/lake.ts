import type { LakePublish, OpenLake } from '../lake/lake.ts'
import { command } from './operation.ts'

/** The open lake of a store. */
export interface OpenLakeDeps {
  readonly openLake: OpenLake
}

/** The operations of published revisions. */
export const lakeOperations = {
  publish: command({
    cost: 'write',
    errors: ['LAKE_MISSING', 'LAKE_FAILED', 'LAKE_FOREIGN'],
    hasSignal: true,
    run: ({ openLake }: OpenLakeDeps, work: LakePublish, signal?: AbortSignal) => openLake.publish(work, signal),
  }),
  status: command({ cost: 'none', errors: [], run: ({ openLake }: OpenLakeDeps) => openLake.status() }),
}
