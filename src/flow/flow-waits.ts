import type { ReportNames } from '../catalogue/report-names.ts'
import { nearestRank } from '../measure/percentile.ts'
import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { finishedTotals } from '../sql/flow/item-queries.ts'
import { backwardMoveRows } from '../sql/flow/rework.ts'
import { movesBack, statusRanks, statusTimeRows, statusTotals } from '../sql/flow/waits.ts'
import type { Row } from '../store/run-query.ts'
import type { Millis } from '../time/instant.ts'
import { countIssues, flowHead, noIssues } from './flow-head.ts'
import type { PlannedFlow } from './flow-on.ts'
import { type FlowResult, type FlowRow, tableOf } from './flow-result.ts'
import { finishedLink } from './item-link.ts'
import { FEWEST_FOR_PERCENTILES } from './ranked-values.ts'
import { spoolItems } from './spool-items.ts'

/** Answers `flow/waits`: the time of finished issues by status, and the moves back. */
export async function flowWaits(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot } = flow
  const issues = await countIssues(plan, snapshot)
  await spoolItems(plan, snapshot)
  const waits = await readWaits(flow)
  return {
    json: { ...flowHead(plan, issues), ...waits },
    csv: tableOf(csvHeader(plan), csvRows(plan, waits)),
    total: waits.statuses.length,
    nextIndex: null,
    emptyReason: noIssues(issues) ?? (waits.finished.count === 0 ? 'No issue finished between from and to.' : null),
  }
}

/** Reads the waits of a window from `flow_item` and `item_blocked`. It spools `status_time` and `backward_move`. */
export async function readWaits({ plan, snapshot, catalogue }: PlannedFlow) {
  const { run, dialect } = snapshot.spooled
  await snapshot.spool('status_time', statusTimeRows(plan, snapshot.dialect))
  // Issues that went back to a stage before the start are neither in progress nor finished.
  await snapshot.spool('backward_move', backwardMoveRows({ ...plan, finishedSince: null }, snapshot.dialect))
  const [totals] = await run(finishedTotals(plan, null, dialect))
  const rows = await run(statusTotals(plan, dialect))
  const ranks = timesOf(await run(statusRanks(plan.percentiles, FEWEST_FOR_PERCENTILES, dialect)))
  const { from, to, zone } = plan
  const statuses = rows.map(row => statusOf(row, plan, { catalogue, ranks }))
  const order = ({ place, id }: (typeof statuses)[number]) => [place, catalogue.statusOrder(id)] as const
  statuses.sort((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1])
  const { stages } = plan.workflow.workflow
  const moves = await run(movesBack(plan))
  return {
    finished: {
      count: Number(totals!.finished),
      withoutStart: Number(totals!.without_start),
      items: finishedLink(from, to, zone),
    },
    statuses: statuses.map(({ place, ...status }) => status),
    goesBack: moves.map(row => {
      const [movedFrom, movedTo] = [stages[Number(row.from_stage)]!.name, stages[Number(row.to_stage)]!.name]
      return {
        ...{ from: movedFrom, to: movedTo, moves: Number(row.moves), issues: Number(row.issues) },
        items: finishedLink(from, to, zone, { state: 'all', movedFrom, movedTo }),
      }
    }),
  }
}

/** The times at ranks, from 1, by status. */
type RanksOfStatuses = ReadonlyMap<string, ReadonlyMap<number, Millis>>

function timesOf(rows: readonly Row[]): RanksOfStatuses {
  const found = new Map<string, Map<number, Millis>>()
  for (const { status_id, rank, time } of rows) {
    const times = found.get(String(status_id)) ?? new Map<number, Millis>()
    found.set(String(status_id), times.set(Number(rank), Number(time)))
  }
  return found
}

function statusOf(
  row: Row,
  { workflow: { workflow }, percentiles: percents, from, to, zone }: FlowPlan,
  { catalogue, ranks }: { readonly catalogue: ReportNames; readonly ranks: RanksOfStatuses },
) {
  const id = String(row.status_id)
  const count = Number(row.issues)
  const place = workflow.stages.findIndex(({ statuses }) => statuses.includes(id))
  const stage = workflow.stages[place]
  const times = ranks.get(id)!
  const isFew = count < FEWEST_FOR_PERCENTILES
  const percentiles = percents.map(percent => [String(percent), times.get(nearestRank(percent, count))])
  return {
    place: stage ? place : workflow.stages.length,
    ...{ id, status: catalogue.status(id)?.name ?? id, stage: stage?.name ?? null, kind: stage?.kind ?? 'unmapped' },
    issues: count,
    ...{
      time: Number(row.time),
      active: Number(row.active),
      waiting: Number(row.waiting),
      blocked: Number(row.blocked),
    },
    percentiles: (isFew ? {} : Object.fromEntries(percentiles)) as Readonly<Record<string, Millis>>,
    values: isFew ? [...times.values()] : null,
    items: finishedLink(from, to, zone, { wasIn: id }),
  }
}

type Waits = Awaited<ReturnType<typeof readWaits>>

function csvHeader({ percentiles }: FlowPlan): string[] {
  return [
    ...['row', 'status', 'stage', 'to', 'issues', 'moves', 'time', 'active', 'waiting', 'blocked'],
    ...[...percentiles.map(percent => `p${percent}`), 'values'],
  ]
}

function csvRows({ percentiles: percents }: FlowPlan, { statuses, goesBack }: Waits): FlowRow[] {
  return [
    ...statuses.map(
      ({ status, stage, issues, time, active, waiting, blocked, percentiles, values }): FlowRow => [
        ...['status', status, stage, null, issues, null, time, active, waiting, blocked],
        ...percents.map(percent => percentiles[percent] ?? null),
        values?.join(' ') ?? null,
      ],
    ),
    ...goesBack.map(
      ({ from, to, issues, moves }): FlowRow => [
        ...['back', null, from, to, issues, moves, null, null, null, null],
        ...percents.map(() => null),
        null,
      ],
    ),
  ]
}
