import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import { flowMoments, flowTimes } from './flow-item.ts'
import { runsOf } from './runs.ts'
import type { StagedStay } from './staged-stays.ts'
import { isInProgress, type Returns } from './workflow.ts'

/** A stay of an issue in a stage in progress. */
export interface StageStay {
  /** The index of the stage. */
  readonly stage: number
  /** Its length, on the report's clock. Unmapped time within it does not count. */
  readonly time: Millis
}

/**
 * Returns the stays of an issue in stages in progress, in order. Stays in statuses of one stage run on, also across unmapped
 * statuses. No tolerance applies. With `returns: 'pause'` they add up to the cycle time or the age.
 */
export function stageStays(stays: readonly StagedStay[], clock: Clock): StageStay[] {
  return runsOf(stays, 0)
    .filter(({ kind }) => isInProgress(kind))
    .map(run => ({
      stage: run.stage,
      time: run.stays.reduce((sum, { entered, left }) => sum + clock(left) - clock(entered), 0),
    }))
}

/** The work in a stage in progress at asOf, and the stays there of issues that finished in a window. */
export interface StageNow {
  readonly wip: number
  /** The sum of the ages of the issues in the stage. */
  readonly totalAge: Millis
  /** The length of the present stay of each issue in the stage, ascending. */
  readonly present: readonly Millis[]
  /** The number of finished issues that were in the stage. */
  readonly finishedIssues: number
  /** The lengths of their stays there, ascending. */
  readonly finished: readonly Millis[]
}

/** The part of a request that decides about the work in stages. The window of finishes is `[from, last]`. */
export interface StageRequest {
  readonly from: Instant
  readonly last: Instant
  readonly asOf: Instant
  readonly returns: Returns
}

/** Returns the work in a stage in progress. `issues` are the stays of each issue until asOf. */
export function stageNow(
  issues: readonly (readonly StagedStay[])[],
  stage: number,
  { from, last, asOf, returns }: StageRequest,
  clock: Clock,
): StageNow {
  const all = issues.map(stays => ({ stays, moments: flowMoments(stays) }))
  const timesIn = (stays: readonly StagedStay[]) =>
    stageStays(stays, clock).flatMap(one => (one.stage === stage ? one.time : []))
  const now = all.filter(({ moments }) => moments.isWip && moments.stage === stage)
  const finished = all
    .filter(({ moments: { finish } }) => finish !== null && finish >= from && finish <= last)
    .map(({ stays }) => timesIn(stays))
  return {
    wip: now.length,
    totalAge: now.reduce(
      (sum, { stays, moments }) => sum + flowTimes(stays, moments, asOf, returns, clock)!.counted,
      0,
    ),
    present: now.map(({ stays }) => timesIn(stays).at(-1)!).toSorted((a, b) => a - b),
    finishedIssues: finished.filter(times => times.length > 0).length,
    finished: finished.flat().toSorted((a, b) => a - b),
  }
}
