import type { Bucket } from './buckets.ts'
import type { StagedStay } from './staged-stays.ts'
import { staysUntil } from './wip.ts'

/** The cumulative flow at the end of a bucket, by stage. */
export interface CumulativeFlow {
  /** The number of issues that ever reached each stage or one further right. */
  readonly reached: readonly number[]
  /** The number of issues in each stage. */
  readonly state: readonly number[]
  /** The number of issues whose last stage is left of the furthest that they reached. */
  readonly wentBack: number
}

/** Returns the cumulative flow at the end of a bucket. `issues` are the stays of each issue until asOf. */
export function cumulativeFlow(
  issues: readonly (readonly StagedStay[])[],
  bucket: Bucket,
  stageCount: number,
): CumulativeFlow {
  const reached = new Array<number>(stageCount).fill(0)
  const state = new Array<number>(stageCount).fill(0)
  let wentBack = 0
  for (const stays of issues) {
    const known = staysUntil(stays, bucket)
    const present = known.at(-1)?.stage ?? null
    const stages = known.flatMap(({ stage }) => stage ?? [])
    const furthest = Math.max(-1, ...stages)
    for (let stage = 0; stage <= furthest; stage++) reached[stage]!++
    if (present !== null) state[present]!++
    if (stages.length > 0 && stages.at(-1)! < furthest) wentBack++
  }
  return { reached, state, wentBack }
}
