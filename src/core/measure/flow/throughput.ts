import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import { type Bucket, isIn } from './buckets.ts'
import { flowMoments, flowTimes } from './flow-item.ts'
import type { StagedStay } from './staged-stays.ts'
import type { Returns } from './workflow.ts'

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

/** How many of the issues that finished with a start took at most the time of an SLE. */
export interface Attainment {
  readonly count: number
  /** The number of those with a start. */
  readonly of: number
}

/** Returns the attainment of an SLE in a bucket. `issues` are the stays of each issue until asOf. */
export function attainmentOf(
  issues: readonly (readonly StagedStay[])[],
  bucket: Bucket,
  sle: Millis,
  { returns, clock }: { readonly returns: Returns; readonly clock: Clock },
): Attainment {
  const times = issues.flatMap(stays => {
    const moments = flowMoments(stays)
    const { finish } = moments
    if (finish === null || !isIn(bucket, finish)) return []
    return flowTimes(stays, moments, finish, returns, clock) ?? []
  })
  return { count: times.filter(({ counted }) => counted <= sle).length, of: times.length }
}

/** Returns the unbroken runs of done stays that were left. */
function leftDoneRuns(stays: readonly StagedStay[]): { readonly entered: Instant; readonly left: Instant }[] {
  return stays.flatMap(({ kind, entered }, i) => {
    if (kind === 'done' || stays[i - 1]?.kind !== 'done') return []
    const first = stays.slice(0, i).findLastIndex(one => one.kind !== 'done') + 1
    return [{ entered: stays[first]!.entered, left: entered }]
  })
}
