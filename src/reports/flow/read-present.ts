import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { canBeBlocked } from '../../store/sql/flow/blocked.ts'
import { isDoneByResolution } from '../../store/sql/flow/flow-issues.ts'
import {
  blockedItems,
  blockedNow,
  historyGaps,
  parkedTotals,
  presentTotals,
  stagedTotals,
} from '../../store/sql/flow/present-totals.ts'
import { allLink, parkedLink } from './item-link.ts'

/**
 * Counts the issues with time in no stage, and sums up this time; and counts those that are done at asOf, and whose log lacks the
 * finish. It reads the spooled `flow_stay`.
 */
export async function readHistoryGaps({ spooled: { run, dialect } }: Pick<Snapshot, 'spooled'>) {
  const [row] = await run(historyGaps(dialect))
  return {
    unmapped: { issues: Number(row!.unmapped), time: Number(row!.time ?? 0) },
    finishFromResolutionDate: Number(row!.from_date),
    finishUnknown: Number(row!.unknown),
  }
}

/** Counts the parked issues, and sums up their ages. It reads the spooled `flow_item`. */
export async function readParked({ asOf }: FlowPlan, { spooled: { run, dialect } }: Snapshot) {
  const [row] = await run(parkedTotals(dialect))
  return { count: Number(row!.parked), totalAge: Number(row!.total_age ?? 0), items: parkedLink(asOf, asOf) }
}

/** Counts all issues of a plan by their state at asOf. Parked ones are in no stage or not started. It reads the spooled `flow_stay`. */
export async function readPresent(plan: FlowPlan, { run, dialect, spooled }: Snapshot) {
  const hasAll = plan.needed === null || isDoneByResolution(plan)
  const [spooledTotals] = await spooled.run(stagedTotals)
  const [staged] = hasAll ? [spooledTotals] : await run(presentTotals(plan, dialect))
  return {
    inProgress: Number(staged!.in_progress),
    parkedOrNotStarted: Number(staged!.not_started) + Number(spooledTotals!.unmapped_now),
  }
}

/** Returns the issues of a plan that never started and are not finished: those that `readPresent` counts without the parked ones. */
export function notStartedOf({ asOf }: FlowPlan, parkedOrNotStarted: number, parked: number) {
  return { count: parkedOrNotStarted - parked, items: { ...allLink(asOf, asOf), state: 'notStarted' } }
}

/** Counts all issues of a plan that are in progress and blocked at asOf; `null` if the workflow has no source of blocking. */
export async function readBlockedNow(plan: FlowPlan, { run, dialect, spooled }: Snapshot): Promise<number | null> {
  if (!canBeBlocked(plan)) return null
  const [row] = await (isDoneByResolution(plan) ? spooled.run(blockedItems) : run(blockedNow(plan, dialect)))
  return Number(row!.blocked)
}
