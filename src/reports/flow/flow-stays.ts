import type { Row } from '../../core/base/row.ts'
import type { BlockedInterval } from '../../core/measure/flow/blocked.ts'
import { blockedIntervalsOf, type FinishFacts, stageHistoryOf } from '../../core/measure/flow/read-stays.ts'
import { knownAt, stagedStays } from '../../core/measure/flow/staged-stays.ts'
import { type StayShare, sharedFlow } from '../../core/measure/flow/stay-shares.ts'
import { formatInstant, type Millis } from '../../core/time/instant.ts'
import { numberOrNull } from '../../store/engine/row-values.ts'
import { canBeBlocked } from '../../store/sql/flow/blocked.ts'
import { flowHistory } from '../../store/sql/flow/flow-history.ts'
import { itemsAt, itemTexts, onlyItem } from '../../store/sql/flow/item-queries.ts'
import { stayOf } from '../report/explain/load-history.ts'
import { readClock } from '../report/read-calendar.ts'
import { runAll } from '../report/run-all.ts'
import { flowHead, personName } from './flow-head.ts'
import { itemOf } from './flow-items.ts'
import { type FlowResult, tableOf } from './flow-result.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolItems } from './spool-items.ts'

/** Answers `flow/stays`: what each stay of one issue contributes to its flow. */
export async function flowStays(flow: PlannedFlow): Promise<FlowResult> {
  const { plan } = flow
  const item = await readItem(flow)
  const { from, to, toCut, levels, unit, ...head } = await flowHead(flow)
  const { shares, blocked, blockedBySource } = await readStays(flow)
  const stays = shares.map((share, i) => shownStay(share, i === shares.length - 1, flow))
  return {
    json: {
      ...head,
      item,
      ...(item === null && { why: NO_ITEM }),
      stays,
      blockedIntervals: blocked.map(shownInterval),
      blockedBySource: canBeBlocked(plan) ? timesOf(blockedBySource) : null,
    },
    table: tableOf(
      COLUMNS,
      stays.map(stay => COLUMNS.map(column => (column === 'moves' ? stay.moves.join(' ') : stay[column]))),
    ),
    total: stays.length,
    emptyReason: null,
  }
}

/** The columns of CSV. */
const COLUMNS = [
  ...(['status', 'stage', 'kind', 'entered', 'left', 'by'] as const),
  ...(['time', 'counted', 'blocked', 'active', 'waiting', 'rework', 'moves', 'undone'] as const),
] as const

const NO_ITEM = 'The issue was in no status at asOf, so it has no measures.'

/** Returns the row of `flow/items` of the issue; `null` if it was in no status at asOf. */
async function readItem({ plan, snapshot }: PlannedFlow) {
  await spoolItems(plan, snapshot)
  await snapshot.spooled.spool('item_row', onlyItem)
  await snapshot.spool('item_text', itemTexts(plan, null, { forAgeing: false }, snapshot.dialect))
  const [row] = await snapshot.spooled.run(itemsAt(0, 1))
  return row ? itemOf(row, plan) : null
}

async function readStays({ plan, snapshot: { run, dialect } }: PlannedFlow) {
  const { stays: rows, facts, fields } = await runAll(flowHistory(plan, dialect), run)
  const clock = await readClock(plan, run)
  const { workflow } = plan.workflow
  const own = rows.map(stayOf)
  const stays = stagedStays(stageHistoryOf(own, factsOf(facts[0])), workflow, plan)
  const blocked = knownAt(blockedIntervalsOf(own, (fields ?? []).map(stayOf), workflow.blocked), plan.asOf)
  return {
    ...sharedFlow(stays, blocked, plan, clock),
    blocked: blocked.toSorted((a, b) => a.entered - b.entered),
  }
}

/** Returns what is known about the finish of an issue. Without the row of an issue there are no stays either. */
function factsOf(row: Row | undefined): FinishFacts {
  return {
    isStatusLogged: row?.is_status_logged === true,
    isResolutionLogged: row?.is_resolution_logged === true,
    resolved: numberOrNull(row?.resolved_ms ?? null),
  }
}

function shownStay(share: StayShare, isLast: boolean, { plan, catalogue }: PlannedFlow) {
  const { status, stage, kind, entered, left, actor } = share.stay
  return {
    status: status === '' ? null : (catalogue.status(status)?.name ?? status),
    stage: stage === null ? null : plan.workflow.workflow.stages[stage]!.name,
    kind: kind ?? 'unmapped',
    entered: formatInstant(entered),
    // An issue can leave its last status for none.
    left: isLast && left >= plan.asOf ? null : formatInstant(left),
    by: personName(actor, catalogue),
    time: share.time,
    counted: share.counted,
    blocked: canBeBlocked(plan) ? share.blocked : null,
    active: share.active,
    waiting: share.waiting,
    rework: share.rework,
    moves: share.moves,
    undone: share.isUndone,
  }
}

/** Returns the time of each source, the longest first. */
function timesOf(bySource: ReadonlyMap<string, Millis>) {
  const times = [...bySource].map(([source, time]) => ({ source, time }))
  return times.toSorted((a, b) => b.time - a.time || (a.source < b.source ? -1 : 1))
}

function shownInterval({ source, entered, left }: BlockedInterval) {
  return { source, entered: formatInstant(entered), left: left === null ? null : formatInstant(left) }
}
