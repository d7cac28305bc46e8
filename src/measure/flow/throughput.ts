import type { Instant } from '../../time/instant.ts'
import { type Bucket, isIn } from './buckets.ts'
import { flowMoments } from './flow-item.ts'
import type { StagedStay } from './staged-stays.ts'

/** The issues that finished in a bucket. */
export interface Throughput {
  readonly count: number
  /** Those of them that never started. */
  readonly withoutStart: number
  /** The issues that became done in the bucket, were done at its end, and were reopened by asOf. */
  readonly reopenedSince: number
}

/** Returns the throughput of a bucket. `issues` are the stays of each issue until asOf. */
export function throughputOf(issues: readonly (readonly StagedStay[])[], bucket: Bucket): Throughput {
  const finished = issues.map(flowMoments).filter(({ finish }) => finish !== null && isIn(bucket, finish))
  const left = issues.flatMap(leftDoneRuns)
  return {
    count: finished.length,
    withoutStart: finished.filter(({ start }) => start === null).length,
    reopenedSince: left.filter(run => isIn(bucket, run.entered) && run.left >= bucket.end).length,
  }
}

/** Returns the unbroken runs of done stays that were left. */
function leftDoneRuns(stays: readonly StagedStay[]): { readonly entered: Instant; readonly left: Instant }[] {
  return stays.flatMap(({ kind, entered }, i) => {
    if (kind === 'done' || stays[i - 1]?.kind !== 'done') return []
    const first = stays.slice(0, i).findLastIndex(one => one.kind !== 'done') + 1
    return [{ entered: stays[first]!.entered, left: entered }]
  })
}
