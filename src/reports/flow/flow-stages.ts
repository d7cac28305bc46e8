import { isInProgress } from '../../core/measure/flow/workflow.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import {
  presentAndFinished,
  stageStayRows,
  stageTimes,
  stageTimesId,
  stageTotals,
} from '../../store/sql/flow/stage-stays.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowTable, tableOf } from './flow-result.ts'
import { finishedLink, inProgressLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { NO_VALUES, readGroupValues } from './ranked-values.ts'
import { spoolMoments } from './spool-items.ts'

/** Answers `flow/stages`: the work in each stage in progress, and how long it and finished work stay there. */
export async function flowStages({ plan, snapshot, issues }: PlannedFlow): Promise<FlowResult> {
  await spoolMoments(plan, snapshot)
  const [row] = await snapshot.spooled.run(presentAndFinished(plan, snapshot.spooled.dialect))
  const stages = await readStages({ plan, snapshot })
  const [wip, count] = [Number(row!.wip), Number(row!.finished)]
  return {
    json: {
      ...(await flowHead({ plan, snapshot, issues })),
      wip,
      totalAge: Number(row!.total_age ?? 0),
      items: inProgressLink(plan.asOf, plan.asOf),
      finished: { count, items: finishedLink(plan.from, plan.to, plan, { only: 'withStart' }) },
      stages,
    },
    table: stageTable(plan, stages),
    total: stages.length,
    emptyReason: noIssues(plan, issues) ?? (wip + count === 0 ? NOTHING_IN_STAGES : null),
  }
}

/** Why no stage has a number. */
const NOTHING_IN_STAGES = 'No issue is in progress, and no issue with a start finished between from and to.'

/** Reads the numbers of each stage in progress from `flow_stay` and `flow_item`. */
async function readStages({ plan, snapshot }: Pick<PlannedFlow, 'plan' | 'snapshot'>) {
  const { spool, run, dialect } = snapshot.spooled
  await spool('stage_stay', stageStayRows(plan))
  const totals = await run(stageTotals(dialect))
  const times = await readGroupValues(stageTimes, plan.percentiles, snapshot.spooled)
  return plan.workflow.workflow.stages.flatMap(({ name, kind }, stage) => {
    if (!isInProgress(kind)) return []
    const [present, past] = [true, false].map(isPresent => ({
      row: totals.find(row => Number(row.stage) === stage && row.is_present === isPresent),
      stays: times.get(stageTimesId(stage, { isPresent })) ?? NO_VALUES,
    }))
    return [
      {
        name,
        kind,
        wip: present!.stays.count,
        totalAge: Number(present!.row?.total_age ?? 0),
        presentStays: present!.stays,
        items: { ...inProgressLink(plan.asOf, plan.asOf), inStage: name },
        finishedIssues: Number(past!.row?.issues ?? 0),
        finishedStays: past!.stays,
        itemsFinished: finishedLink(plan.from, plan.to, plan, { wasInStage: name }),
      },
    ]
  })
}

function stageTable({ percentiles }: FlowPlan, stages: Awaited<ReturnType<typeof readStages>>): FlowTable {
  const names = (of: string) => [...percentiles.map(percent => `${of} p${percent}`), `${of} values`]
  return tableOf(
    ['stage', 'kind', 'wip', 'totalAge', ...names('present'), 'finishedIssues', 'finishedStays', ...names('finished')],
    stages.map(({ presentStays, finishedStays, ...stage }) => {
      const cells = ({ percentiles: found, values }: typeof presentStays) => [
        ...percentiles.map(percent => found[percent]?.value ?? null),
        values?.join(' ') ?? null,
      ]
      return [
        ...[stage.name, stage.kind, stage.wip, stage.totalAge, ...cells(presentStays)],
        ...[stage.finishedIssues, finishedStays.count, ...cells(finishedStays)],
      ]
    }),
  )
}
