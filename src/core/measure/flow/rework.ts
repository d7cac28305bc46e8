import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import type { CountedInterval } from './flow-item.ts'
import type { StageRun } from './runs.ts'
import type { StagedStay } from './staged-stays.ts'
import { timesWithin } from './times-within.ts'
import { isInProgress } from './workflow.ts'

/** A move to a stage further left. */
export interface BackwardMove {
  readonly from: number
  readonly to: number
  readonly at: Instant
}

/** A move out of done. */
export interface Reopening {
  readonly at: Instant
  /** The user who reopened the issue; `null` if unknown. */
  readonly actor: string | null
}

/** Returns the moves of an issue to stages further left after its start, in order. */
export function backwardMoves(runs: readonly StageRun[]): BackwardMove[] {
  return backwardRuns(runs).map(({ run, before }) => ({ from: before.stage, to: run.stage, at: run.entered }))
}

/** Returns the runs that begin with such a move, each with the run before. */
export function backwardRuns(runs: readonly StageRun[]): { readonly run: StageRun; readonly before: StageRun }[] {
  const first = runs.findIndex(({ stays }) => stays.some(({ kind }) => isInProgress(kind)))
  return runs.flatMap((run, i) => {
    const before = runs[i - 1]
    const isBackward = first !== -1 && i > first && run.stage < before!.stage
    return isBackward ? [{ run, before: before! }] : []
  })
}

/** Returns the moves of an issue out of done, in order. A short absence counts as done, so it is no move. */
export function reopenings(stays: readonly StagedStay[]): Reopening[] {
  return reopenedStays(stays).map(({ entered, actor }) => ({ at: entered, actor }))
}

/** Returns the stays that begin with a move out of done. */
export function reopenedStays(stays: readonly StagedStay[]): StagedStay[] {
  return stays.filter(({ kind }, i) => stays[i - 1]?.kind === 'done' && kind !== 'done')
}

/** Returns the counted time in stages left of the furthest one reached before, on the report's clock. */
export function reworkTime(runs: readonly StageRun[], counted: readonly CountedInterval[], clock: Clock): Millis {
  const stays = reworkRuns(runs).flatMap(run => run.stays)
  return timesWithin(stays, counted, clock).reduce((sum, time) => sum + time, 0)
}

/** Returns the runs in stages left of the furthest one reached before. */
export function reworkRuns(runs: readonly StageRun[]): StageRun[] {
  let furthest = -1
  return runs.filter(({ stage }) => {
    const isRework = stage < furthest
    furthest = Math.max(furthest, stage)
    return isRework
  })
}
