import type { Row } from '../../core/base/row.ts'
import type { Sle } from '../../core/measure/flow/workflow.ts'
import { DAY } from '../../core/time/local-time.ts'
import type { Snapshot, SpoolQueries } from '../../store/engine/report-engine.ts'
import { DEFAULT_SLE } from '../../store/plan/flow/default-sle.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { windowTimes } from '../../store/sql/flow/group-ranks.ts'
import { type FinishWindow, finishedTotals } from '../../store/sql/flow/item-queries.ts'
import { noIssues } from './flow-head.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { NO_VALUES, readGroupValues } from './ranked-values.ts'
import { runStacked } from './run-stacked.ts'
import { unknownStages } from './unknown-stages.ts'

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
  /** The number of issues with a cycle time within the SLE, also a default SLE; `null` without an SLE. */
  readonly withinSle: number | null
}

/** An SLE, with the number of cycle times behind it; `null` for one that somebody chose. */
export interface KnownSle extends Pick<Sle, 'percent' | 'ms'> {
  readonly count: number | null
  /** The date of a saved one that was measured, as yyyy-MM-dd; else `null`. */
  readonly date: string | null
}

/** The issues that finished in windows, and the SLE that they are compared with. */
export interface FinishedWithSle {
  /** That of the workflow, else the default; `null` if too few issues finished for one. */
  readonly sle: KnownSle | null
  /** By the position of the window. */
  readonly windows: readonly Finished[]
}

/** Counts the issues of `flow_item` that finished in windows, and those with a cycle time of at most `sle`. */
export async function readFinished(
  windows: readonly FinishWindow[],
  sle: Sle | null,
  { run, dialect }: SpoolQueries,
): Promise<Finished[]> {
  const queries = windows.map(window => finishedTotals(window, sle?.ms ?? null, dialect))
  return (await runStacked(queries, run)).map(([row], i) => finishedOf(row!, windows[i]!))
}

/** Counts the issues of `flow_item` that finished in windows, and those within the SLE of a plan. */
export async function readFinishedWithSle(
  plan: FlowPlan,
  windows: readonly FinishWindow[],
  { spooled }: Snapshot,
): Promise<FinishedWithSle> {
  const sle = await readSle(plan, spooled)
  return { sle, windows: await readFinished(windows, sle, spooled) }
}

/**
 * Returns the SLE of a plan: that of the workflow, else the default over the issues of `flow_item`; `null` if too few of them
 * finished for one.
 */
export async function readSle(
  { workflow: { workflow }, asOf }: FlowPlan,
  spooled: SpoolQueries,
): Promise<KnownSle | null> {
  if (workflow.sle !== null) {
    const { measured, ...sle } = workflow.sle
    return { ...sle, count: measured?.count ?? null, date: measured?.date ?? null }
  }
  const { percent, days, fewest } = DEFAULT_SLE
  const window = windowTimes({ from: asOf - days * DAY, last: asOf })
  const [times = NO_VALUES] = (await readGroupValues(window, [percent], spooled)).values()
  return times.count < fewest
    ? null
    : { percent, ms: times.percentiles[percent]!.value, count: times.count, date: null }
}

function finishedOf(row: Row, window: FinishWindow): Finished {
  const number = (name: string) => Number(row[name] ?? 0)
  const [finished, withoutStart] = [number('finished'), number('without_start')]
  return {
    window,
    finished,
    withoutStart,
    started: finished - withoutStart,
    firstTime: number('first_time'),
    timed: number('timed'),
    active: number('active'),
    waiting: number('waiting'),
    blocked: row.blocked === null ? null : number('blocked'),
    withinSle: row.within === null ? null : number('within'),
  }
}

/** Why there is no SLE. */
export const NO_SLE = `There is no SLE: fewer than ${DEFAULT_SLE.fewest} issues with a cycle time finished in the ${DEFAULT_SLE.days} days before asOf. Save a workflow with an SLE, or choose more issues.`

/** The reason why no answer has the attainment of a default SLE. */
const NO_ATTAINMENT = `About ${DEFAULT_SLE.percent} % meet a default SLE by construction, so there is no share within it. Save a workflow with an SLE.`

/** Returns the workflow's SLE; `null` for a default one, whose attainment has no meaning. */
export function savedSle({ workflow: { workflow } }: FlowPlan): Sle | null {
  return workflow.sle
}

/** Returns what answers say about the SLE. */
export function sleHead({ plan, issues }: Pick<PlannedFlow, 'plan' | 'issues'>, sle: KnownSle | null) {
  const isDefault = savedSle(plan) === null
  const noSle = sle ? null : (noIssues(plan, issues) ?? unknownStages(plan) ?? NO_SLE)
  return {
    sle: sle && { ...sle, isDefault, name: nameOf(sle, isDefault) },
    noSle,
    noWithinSle: isDefault ? (noSle ?? NO_ATTAINMENT) : null,
  }
}

function nameOf({ percent }: Sle, isDefault: boolean): string {
  return isDefault ? `${percent} % of the last ${DEFAULT_SLE.days} days` : `${percent} %`
}
