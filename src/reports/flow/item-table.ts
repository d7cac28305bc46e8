import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { Run } from '../../store/engine/run-query.ts'
import { itemIds, itemTexts } from '../../store/sql/flow/item-queries.ts'
import type { FlowRow, FlowTable } from './flow-result.ts'
import type { PlannedFlow } from './planned-flow.ts'

/** The number of rows that are read at a time. */
const BATCH = 1000

/** The positions of items: those after `from`, up to and including `to`. */
export interface Positions {
  readonly from: number
  readonly to: number
}

/** Spools the texts of the items at some positions of the spooled table `item_row`, or of all: `item_text` (see itemTexts). */
export async function spoolTexts(
  { plan, snapshot }: Pick<PlannedFlow, 'plan' | 'snapshot'>,
  positions: Positions | null,
  { forAgeing = false } = {},
): Promise<void> {
  const rows = positions && (await snapshot.spooled.run(itemIds(positions.from, positions.to)))
  const ids = rows?.map(row => Number(row.issue_id)) ?? null
  await snapshot.spool('item_text', itemTexts(plan, ids, { forAgeing }, snapshot.dialect))
}

/** The table of an answer that is not one. */
export const NO_TABLE: FlowTable = { header: [], async *batches() {}, close: async () => {} }

/** Returns a table of items, which is read in batches from the spooled tables after the snapshot has ended. */
export async function itemTable(
  { detach }: Snapshot,
  header: readonly string[],
  { from, to }: Positions,
  read: (run: Run, positions: Positions) => Promise<FlowRow[]>,
): Promise<FlowTable> {
  const { run, close } = await detach()
  return {
    header,
    close,
    async *batches(signal) {
      for (let start = from; start < to; start += BATCH) {
        yield await read(query => run(query, signal), { from: start, to: Math.min(to, start + BATCH) })
      }
    },
  }
}
