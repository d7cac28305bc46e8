import type { Clock } from '../../core/measure/clock.ts'
import { unchangedBefore, unchangedTime } from '../../core/measure/flow/ageing.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { recentChanges } from '../../store/sql/flow/ageing.ts'
import { blockedIntervals, blockedRows, canBeBlocked } from '../../store/sql/flow/blocked.ts'
import { isDoneByResolution } from '../../store/sql/flow/flow-issues.ts'
import { allAges, flowItemRows, plainAges, spooledMoments } from '../../store/sql/flow/items.ts'
import { joinedItems } from '../../store/sql/flow/joined-items.ts'
import { agedStays } from '../../store/sql/flow/over-time.ts'
import { partRows } from '../../store/sql/flow/parts.ts'
import { hasMoves, moveRows, readsMoments } from '../../store/sql/flow/rework.ts'
import { sprintIssues, sprintStays } from '../../store/sql/flow/sprints.ts'
import { resolutionStays, stagedStays, statusStays } from '../../store/sql/flow/staged-stays.ts'
import type { PlannedFlow } from './planned-flow.ts'

/** Spools the lives of the needed issues of a plan by stages: `flow_stay` (see stagedStays). */
export async function spoolStays(plan: FlowPlan, { spool, spooled, dialect }: Snapshot): Promise<void> {
  if (isDoneByResolution(plan)) await spool('resolution_stay', resolutionStays(plan, dialect))
  await spool('flow_stay', statusStays(plan, dialect), rows => stagedStays(plan, rows, spooled.dialect))
}

/**
 * Computes the flow of the needed issues of a plan. The spooled tables are then `flow_stay` and `flow_item`, one row for each
 * issue (see joinedItems); if the answer has moves, `item_move` (see moveRows); if something can block, `item_blocked` (see
 * blockedRows). What these two read about the moments of an issue is in `item_base` (see flowItemRows).
 *
 * With `movedSince`, issues without a stay that begins at that instant or later get no rows in `item_move`, so they have no
 * bounces, reopenings or rework.
 */
export async function spoolItems(plan: FlowPlan, snapshot: Snapshot, movedSince: Instant | null = null): Promise<void> {
  await spoolStays(plan, snapshot)
  const { spool, spooled, dialect } = snapshot
  const moments = flowItemRows(plan, spooled.dialect)
  const isReadBefore = canBeBlocked(plan) || (hasMoves(plan) && readsMoments(plan))
  if (isReadBefore) await spooled.spool('item_base', moments)
  if (hasMoves(plan)) await spooled.spool('item_move', moveRows(plan, movedSince, spooled.dialect))
  if (canBeBlocked(plan)) {
    await spool('blocked_interval', blockedIntervals(plan, dialect))
    await spooled.spool('item_blocked', blockedRows(plan, spooled.dialect))
  }
  await spooled.spool('flow_item', joinedItems(plan, isReadBefore ? spooledMoments : moments))
}

/**
 * Computes the ages of the issues in progress and the times of the finished issues of a plan: `flow_stay` and `flow_item`, as
 * spoolItems. `flow_stay` may lack issues in progress that need no rule about done stays. They can be most issues of a tracker, so
 * one pass over the store computes their ages.
 */
export async function spoolAges(plan: FlowPlan, snapshot: Snapshot): Promise<void> {
  const { needed } = plan
  if (needed === null || isDecidedByMore(plan)) return spoolItems(plan, snapshot)
  const { spool, spooled, dialect } = snapshot
  await spoolStays({ ...plan, needed: { ...needed, inProgress: false, leftDone: true } }, snapshot)
  await spool('flow_item', plainAges(plan, dialect), rows => allAges(plan, rows, spooled.dialect))
}

/** Returns whether more than the stays in statuses decides about the ages of issues. */
function isDecidedByMore(plan: FlowPlan): boolean {
  return isDoneByResolution(plan) || canBeBlocked(plan) || plan.returns === 'restart'
}

/**
 * Spools the issues that changed in the last days of a clock: `recent_change`. Returns the first instant of these days, before which a
 * change makes an issue unchanged.
 */
export async function spoolRecentChanges(
  { plan, snapshot, issues }: Pick<PlannedFlow, 'plan' | 'snapshot' | 'issues'>,
  clock: Clock,
): Promise<Instant> {
  const before = unchangedBefore(clock, plan.asOf, unchangedTime(plan.workingDay), issues.firstCreated ?? plan.asOf)
  await snapshot.spool('recent_change', recentChanges(plan, before, snapshot.dialect))
  return before
}

/** Spools the part of the needed issues of a plan in sprints: `sprint_stay` and `sprint_issue`. It reads `flow_item`. */
export async function spoolSprints(plan: FlowPlan, { spool, spooled, dialect }: Snapshot): Promise<void> {
  await spool('sprint_stay', sprintStays(plan, dialect))
  await spooled.spool('sprint_issue', sprintIssues(plan))
}

/** Spools the part of each needed issue of a plan in the work of a forecast: `issue_part`. */
export async function spoolParts(plan: FlowPlan, { spool, dialect }: Snapshot): Promise<void> {
  await spool('issue_part', partRows(plan, dialect))
}

/** Computes the moments of the needed issues of a plan: `flow_stay`, and `flow_item` with the columns of flowItemRows. */
export async function spoolMoments(plan: FlowPlan, snapshot: Snapshot): Promise<void> {
  await spoolStays(plan, snapshot)
  await snapshot.spooled.spool('flow_item', flowItemRows(plan, snapshot.spooled.dialect))
}

/** Spools the stays in progress and the parked ones since an instant, with the ages of their issues: `aged_stay`. It reads `flow_stay`. */
export async function spoolAgedStays(plan: FlowPlan, since: Instant, { spooled }: Snapshot): Promise<void> {
  await spooled.spool('aged_stay', agedStays(plan, since, spooled.dialect))
}
