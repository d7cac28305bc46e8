import { DEFAULT_SLE } from '../measure/flow/default-sle.ts'
import type { Sle } from '../measure/flow/workflow.ts'
import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { finishedTotals } from '../sql/flow/item-queries.ts'
import type { Snapshot } from '../store/report-engine.ts'
import { DAY } from '../time/local-time.ts'
import { readRanked } from './ranked-values.ts'

/** Returns the SLE of a request: that of its workflow, else the default; `null` if too few issues finished for one. */
export async function readSle({ workflow: { workflow }, asOf }: FlowPlan, { spooled }: Snapshot): Promise<Sle | null> {
  if (workflow.sle !== null) return workflow.sle
  const { run, dialect } = spooled
  const { percent, days, fewest } = DEFAULT_SLE
  const window = { from: asOf - days * DAY, last: asOf }
  const [row] = await run(finishedTotals(window, null, dialect))
  const count = Number(row!.finished) - Number(row!.without_start)
  if (count < fewest) return null
  const { percentiles } = await readRanked('cycleTime', window, { count, percents: [percent], run })
  return { percent, ms: percentiles[percent]!.value }
}

/** Returns what answers say about the SLE. */
export function sleHead({ workflow: { workflow } }: FlowPlan, sle: Sle | null) {
  const { fewest, days } = DEFAULT_SLE
  const why = `Fewer than ${fewest} issues with a cycle time finished in the last ${days} days. Give the workflow an SLE.`
  return { sle: sle && { ...sle, isDefault: workflow.sle === null }, noSle: sle ? null : why }
}
