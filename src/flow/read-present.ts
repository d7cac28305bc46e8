import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { presentTotals, unmappedTotals } from '../sql/flow/present-totals.ts'
import type { Snapshot } from '../store/report-engine.ts'

/** Counts all issues of a plan by their state at asOf, and those with unmapped time. */
export async function readPresent(plan: FlowPlan, { run, dialect }: Pick<Snapshot, 'run' | 'dialect'>) {
  const [staged] = await run(presentTotals(plan, dialect))
  const [unmapped] = await run(unmappedTotals(plan, dialect))
  return {
    inProgress: Number(staged!.in_progress),
    blockedNow: Number(staged!.blocked_now),
    notStarted: Number(staged!.not_started) + Number(unmapped!.not_started),
    unmapped: { issues: Number(unmapped!.issues), time: Number(unmapped!.time ?? 0) },
  }
}
