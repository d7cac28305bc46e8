import type { Row } from '../../core/base/row.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { statusTimes } from '../../store/sql/flow/group-ranks.ts'
import { movesBack, statusTimeRows, statusTotals } from '../../store/sql/flow/waits.ts'
import { type Finished, readFinished } from './finished.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowRow, tableOf } from './flow-result.ts'
import { nothingFinished, nothingWaits } from './flow-summary.ts'
import { finishedLink, happenedLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { type RankedValues, readStackedValues } from './ranked-values.ts'
import { spoolItems } from './spool-items.ts'
import { unknownStages } from './unknown-stages.ts'

/** Answers `flow/waits`: the time of finished issues by status, and the moves back. */
export async function flowWaits(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolItems(plan, snapshot)
  const { waits } = await readWaits(flow, await readFinished([plan], null, snapshot.spooled))
  const noWaiting = noIssues(plan, issues) ?? unknownStages(plan) ?? nothingWaits(plan)
  return {
    json: { ...(await flowHead({ plan, snapshot, issues })), ...waits, noWaiting },
    table: tableOf(csvHeader(plan), csvRows(plan, waits)),
    total: waits.statuses.length,
    emptyReason: noIssues(plan, issues) ?? nothingFinished(plan, waits.finished.count),
    whyMissing: [noWaiting],
  }
}

/**
 * Reads the waits of the finished issues of a plan, whose window is the first one, from the tables of spoolItems. `others` has their
 * times in each other window, by status.
 */
export async function readWaits({ plan, snapshot, catalogue }: PlannedFlow, windows: readonly Finished[]) {
  const { run, dialect } = snapshot.spooled
  await snapshot.spooled.spool('status_time', statusTimeRows(windows.map(({ window }) => window)))
  const rows = await run(statusTotals(plan, dialect))
  const read = windows.map((_, number) => statusTimes(number))
  const [times, ...others] = await readStackedValues(read, plan.percentiles, snapshot.spooled)
  const { finished, withoutStart } = windows[0]!
  const { from, to } = plan
  const statuses = rows.map(row => statusOf(row, plan, { catalogue, times: times! }))
  const order = ({ place, id }: (typeof statuses)[number]) => [place, catalogue.statusOrder(id)] as const
  statuses.sort((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1])
  const { stages } = plan.workflow.workflow
  const moves = await run(movesBack(plan))
  const waits = {
    finished: {
      count: finished,
      withoutStart,
      items: finishedLink(from, to, plan),
      itemsWithoutStart: finishedLink(from, to, plan, { only: 'withoutStart' }),
    },
    statuses: statuses.map(({ place, ...status }) => status),
    goesBack: moves.map(row => {
      const [movedFrom, movedTo] = [stages[Number(row.from_stage)]!.name, stages[Number(row.to_stage)]!.name]
      return {
        from: movedFrom,
        to: movedTo,
        moves: Number(row.moves),
        issues: Number(row.issues),
        items: happenedLink(from, to, plan, { movedFrom, movedTo }),
      }
    }),
  }
  return { waits, others }
}

function statusOf(
  row: Row,
  plan: FlowPlan,
  { catalogue, times }: { readonly catalogue: ReportNames; readonly times: ReadonlyMap<string, RankedValues> },
) {
  const { workflow } = plan.workflow
  const id = String(row.status_id)
  const place = workflow.stages.findIndex(({ statuses }) => statuses.includes(id))
  const stage = workflow.stages[place]
  const { percentiles, values } = times.get(id)!
  return {
    place: stage ? place : workflow.stages.length,
    id,
    status: catalogue.status(id)?.name ?? id,
    stage: stage?.name ?? null,
    kind: stage?.kind ?? 'unmapped',
    issues: Number(row.issues),
    time: Number(row.time),
    active: Number(row.active),
    waiting: Number(row.waiting),
    blocked: Number(row.blocked),
    percentiles,
    values,
    items: finishedLink(plan.from, plan.to, plan, { wasIn: id }),
  }
}

type Waits = Awaited<ReturnType<typeof readWaits>>['waits']

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
        ...percents.map(percent => percentiles[percent]?.value ?? null),
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
