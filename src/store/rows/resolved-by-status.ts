import type { Run } from '../engine/run-query.ts'
import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { sql } from '../sql/sql.ts'

/** The issues that are in a status now, and those of them with a resolution. */
export interface StatusUse {
  readonly issues: number
  readonly resolved: number
}

/** Counts the visible issues in each status that has any, by its id. */
export async function readResolvedByStatus(run: Run, browsable: Browsable): Promise<ReadonlyMap<string, StatusUse>> {
  const rows = await run(sql`select i.status_id, count(*) as issues, count(i.resolution_id) as resolved
from issue i where ${mayBrowse(browsable)} group by i.status_id`)
  return new Map(
    rows.map(row => [String(row.status_id), { issues: Number(row.issues), resolved: Number(row.resolved) }]),
  )
}
