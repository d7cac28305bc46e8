import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { canBeBlocked } from '../sql/flow/blocked.ts'
import { isDoneByResolution } from '../sql/flow/flow-issues.ts'
import { blockedItems, blockedNow, presentTotals, stagedTotals, unmappedTotals } from '../sql/flow/present-totals.ts'
import type { Snapshot } from '../store/report-engine.ts'

/** Counts the issues with time in no stage, and sums up this time. It reads the spooled `flow_stay`. */
export async function readUnmapped({ spooled: { run, dialect } }: Pick<Snapshot, 'spooled'>) {
  const [row] = await run(unmappedTotals(dialect))
  return { issues: Number(row!.issues), time: Number(row!.time ?? 0) }
}

/** Counts all issues of a plan by their state at asOf. It reads the spooled `flow_stay`. */
export async function readPresent(plan: FlowPlan, { run, dialect, spooled }: Snapshot) {
  const hasAll = plan.needed === null || isDoneByResolution(plan)
  const [spooledTotals] = await spooled.run(stagedTotals)
  const [staged] = hasAll ? [spooledTotals] : await run(presentTotals(plan, dialect))
  return {
    inProgress: Number(staged!.in_progress),
    notStarted: Number(staged!.not_started) + Number(spooledTotals!.unmapped_now),
  }
}

/** Counts all issues of a plan that are in progress and blocked at asOf; `null` if the workflow has no source of blocking. */
export async function readBlockedNow(plan: FlowPlan, { run, dialect, spooled }: Snapshot): Promise<number | null> {
  if (!canBeBlocked(plan)) return null
  const [row] = await (isDoneByResolution(plan) ? spooled.run(blockedItems) : run(blockedNow(plan, dialect)))
  return Number(row!.blocked)
}
