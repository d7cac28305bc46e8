import type { Run } from '../engine/run-query.ts'
import { plain } from '../sql/sql.ts'

/** The known facts about the store's tracker. */
export interface TrackerInfo {
  readonly isDemo: boolean
  /** The base address; `null` until an issue has one. */
  readonly address: string | null
}

/** Reads what the store knows of its tracker. */
export async function readTrackerInfo(run: Run): Promise<TrackerInfo> {
  const [row] = await run(plain('select is_demo, address from tracker_info'))
  return { isDemo: row?.is_demo === true, address: row?.address == null ? null : String(row.address) }
}
