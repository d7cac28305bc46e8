import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { blockedRows, canBeBlocked } from '../sql/flow/blocked.ts'
import { flowItemRows } from '../sql/flow/items.ts'
import { joinedItems } from '../sql/flow/joined-items.ts'
import { moveRows } from '../sql/flow/rework.ts'
import type { Snapshot } from '../store/report-engine.ts'

/**
 * Computes the flow of all needed issues of a plan. The spooled tables are then `flow_item`, one row for each issue (see
 * joinedItems), `item_move` (see moveRows), and, if the workflow has sources of blocking, `item_blocked` (see blockedRows).
 */
export async function spoolItems(plan: FlowPlan, { spool, spooled, dialect }: Snapshot): Promise<void> {
  await spool('item_base', flowItemRows(plan, dialect))
  await spool('item_move', moveRows(plan, dialect))
  if (canBeBlocked(plan)) await spool('item_blocked', blockedRows(plan, dialect))
  await spooled.spool('flow_item', joinedItems(plan))
}

/** Computes the moments of all needed issues of a plan: `flow_item` then has the columns of flowItemRows. */
export async function spoolMoments(plan: FlowPlan, { spool, dialect }: Snapshot): Promise<void> {
  await spool('flow_item', flowItemRows(plan, dialect))
}
