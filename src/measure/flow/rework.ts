import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import type { CountedInterval } from './flow-item.ts'
import type { Run } from './runs.ts'
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
export function backwardMoves(runs: readonly Run[]): BackwardMove[] {
  const first = runs.findIndex(({ stays }) => stays.some(({ kind }) => isInProgress(kind)))
  return runs.flatMap((run, i) => {
    const before = runs[i - 1]
    const isBackward = first !== -1 && i > first && run.stage < before!.stage
    return isBackward ? [{ from: before!.stage, to: run.stage, at: run.entered }] : []
  })
}

/** Returns the moves of an issue out of done, in order. */
export function reopenings(runs: readonly Run[]): Reopening[] {
  return runs.flatMap(({ entered, actor, kind }, i) =>
    runs[i - 1]?.kind === 'done' && kind !== 'done' ? [{ at: entered, actor }] : [],
  )
}

/** Returns the counted time in stages left of the furthest one reached before, on the report's clock. */
export function reworkTime(runs: readonly Run[], counted: readonly CountedInterval[], clock: Clock): Millis {
  let furthest = -1
  let time = 0
  for (const { stage, stays } of runs) {
    if (stage < furthest) {
      for (const { entered, left } of stays) time += timeWithin(entered, left, counted, clock)
    }
    furthest = Math.max(furthest, stage)
  }
  return time
}

function timeWithin(entered: Instant, left: Instant, counted: readonly CountedInterval[], clock: Clock): Millis {
  return counted.reduce((sum, one) => {
    const [from, to] = [Math.max(entered, one.entered), Math.min(left, one.left)]
    return from < to ? sum + clock(to) - clock(from) : sum
  }, 0)
}
