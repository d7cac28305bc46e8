import { mapInSlices } from '../../core/base/in-slices.ts'
import type { Row } from '../../core/base/row.ts'
import { formatInstant } from '../../core/time/instant.ts'
import { lastFinished } from '../../store/sql/flow/item-queries.ts'
import type { Finished } from './finished.ts'
import { readNames } from './issue-names.ts'
import type { PlannedFlow } from './planned-flow.ts'

/** The most issues of a scatterplot. */
const MAX_FINISHED = 10_000

/**
 * Reads the issues of `flow_item` that finished in a window and have a cycle time, the last finish first: at most MAX_FINISHED, and the
 * number `of` all of them.
 */
export async function readFinishedItems(
  { snapshot, signal }: Pick<PlannedFlow, 'snapshot' | 'signal'>,
  { window, started }: Finished,
) {
  const rows = await snapshot.spooled.run(lastFinished(window, MAX_FINISHED))
  const names = await readNames(
    snapshot,
    rows.map(row => Number(row.issue_id)),
  )
  const item = (row: Row) => {
    const { key, type } = names.get(Number(row.issue_id))!
    return { key, finish: formatInstant(Number(row.finish_ms)), cycleTime: Number(row.counted), type }
  }
  return { of: started, items: await mapInSlices(rows, item, signal) }
}
