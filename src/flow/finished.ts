import { DEFAULT_SLE } from '../measure/flow/default-sle.ts'
import type { Sle } from '../measure/flow/workflow.ts'
import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { type FinishWindow, finishedTotals, withinTotals } from '../sql/flow/item-queries.ts'
import type { Snapshot, SpoolQueries } from '../store/report-engine.ts'
import type { Row } from '../store/run-query.ts'
import { DAY } from '../time/local-time.ts'
import { noIssues } from './flow-head.ts'
import type { PlannedFlow } from './flow-on.ts'
import { readRanked } from './ranked-values.ts'
import { runStacked } from './run-stacked.ts'

/** The issues that finished in a window. */
export interface Finished {
  readonly window: FinishWindow
  readonly finished: number
  readonly withoutStart: number
  /** The number of those with a cycle time. */
  readonly started: number
  /** Those with a start that never went back. */
  readonly firstTime: number
  /** Those with active or waiting time. */
  readonly timed: number
  /** Sums over all of them. Milliseconds. */
  readonly active: number
  readonly waiting: number
  /** `null` if nothing can block. */
  readonly blocked: number | null
}

/** The issues that finished in windows, and the SLE that they are compared with. */
export interface FinishedWithSle {
  /** That of the workflow, else the default; `null` if too few issues finished for one. */
  readonly sle: Sle | null
  /** By the position of the window. `withinSle` is the number of those with a cycle time within the SLE. */
  readonly windows: readonly (Finished & { readonly withinSle: number | null })[]
}

/** Counts the issues of `flow_item` that finished in windows. */
export async function readFinished(
  windows: readonly FinishWindow[],
  { run, dialect }: SpoolQueries,
): Promise<Finished[]> {
  const queries = windows.map(window => finishedTotals(window, dialect))
  return (await runStacked(queries, run)).map(([row], i) => finishedOf(row!, windows[i]!))
}

/** Counts the issues of `flow_item` that finished in windows, and those within the SLE of a plan. */
export async function readFinishedWithSle(
  { workflow: { workflow }, asOf }: FlowPlan,
  windows: readonly FinishWindow[],
  { spooled }: Snapshot,
): Promise<FinishedWithSle> {
  const recent = { from: asOf - DEFAULT_SLE.days * DAY, last: asOf }
  const all = await readFinished(workflow.sle === null ? [...windows, recent] : windows, spooled)
  const sle = workflow.sle ?? (await defaultSle(all.at(-1)!, spooled))
  const finished = all.slice(0, windows.length)
  if (sle === null) return { sle, windows: finished.map(one => ({ ...one, withinSle: null })) }
  const within = await runStacked(
    windows.map(window => withinTotals(window, sle.ms)),
    spooled.run,
  )
  return { sle, windows: finished.map((one, i) => ({ ...one, withinSle: Number(within[i]![0]!.within) })) }
}

function finishedOf(row: Row, window: FinishWindow): Finished {
  const number = (name: string) => Number(row[name] ?? 0)
  const [finished, withoutStart] = [number('finished'), number('without_start')]
  return {
    ...{ window, finished, withoutStart, started: finished - withoutStart },
    ...{ firstTime: number('first_time'), timed: number('timed') },
    ...{ active: number('active'), waiting: number('waiting') },
    blocked: row.blocked === null ? null : number('blocked'),
  }
}

async function defaultSle({ window, started: count }: Finished, { run }: SpoolQueries): Promise<Sle | null> {
  const { percent, fewest } = DEFAULT_SLE
  if (count < fewest) return null
  const [ranked] = await readRanked([{ measure: 'cycleTime', window, count, percents: [percent] }], run)
  return { percent, ms: ranked!.percentiles[percent]!.value }
}

/** Why there is no SLE. */
export const NO_SLE = `There is no SLE: fewer than ${DEFAULT_SLE.fewest} issues with a cycle time finished in the ${DEFAULT_SLE.days} days before asOf. Save a workflow with an SLE, or choose more issues.`

/** Returns what answers say about the SLE. */
export function sleHead({ plan, issues }: Pick<PlannedFlow, 'plan' | 'issues'>, sle: Sle | null) {
  const isDefault = plan.workflow.workflow.sle === null
  return { sle: sle && { ...sle, isDefault }, noSle: sle ? null : (noIssues(plan, issues) ?? NO_SLE) }
}
