import type { Millis } from '../../time/instant.ts'
import { inclusiveDays } from '../../time/local-day.ts'
import type { Zone } from '../../time/zone.ts'
import type { Clock } from '../clock.ts'
import { type Bucket, isIn, lastMoment } from './buckets.ts'
import { flowMoments, flowTimes } from './flow-item.ts'
import type { StagedStay } from './staged-stays.ts'
import { isInProgress, type Returns } from './workflow.ts'

/** The work in progress at the end of a bucket, and its changes within the bucket. */
export interface Wip {
  readonly wip: number
  /** Entries into the stages in progress from outside, returns included. */
  readonly arrivals: number
  /** Moves out of the stages in progress. */
  readonly departures: number
  /** The sum of the ages of the issues in progress, on the report's clock. */
  readonly totalAge: Millis
}

/** Returns the work in progress of a bucket. `issues` are the stays of each issue until asOf. */
export function wipOf(issues: readonly (readonly StagedStay[])[], bucket: Bucket, returns: Returns, clock: Clock): Wip {
  const ages = issues.flatMap(stays => ageAt(stays, bucket, returns, clock) ?? [])
  const moves = issues.flatMap(stays =>
    stays.map(({ kind, entered }, i) => ({
      entered,
      isArrival: isInProgress(kind) && !isInProgress(stays[i - 1]?.kind ?? null),
      isDeparture: !isInProgress(kind) && isInProgress(stays[i - 1]?.kind ?? null),
    })),
  )
  const within = moves.filter(({ entered }) => isIn(bucket, entered))
  return {
    wip: ages.length,
    arrivals: within.filter(({ isArrival }) => isArrival).length,
    departures: within.filter(({ isDeparture }) => isDeparture).length,
    totalAge: ages.reduce((sum, age) => sum + age, 0),
  }
}

/**
 * Returns the total age at the end of a bucket in dates: for each issue in progress then, the dates from its start to that of the
 * bucket's last moment, both counted.
 */
export function totalDays(issues: readonly (readonly StagedStay[])[], bucket: Bucket, zone: Zone): number {
  const last = lastMoment(bucket)
  return issues.reduce((sum, stays) => {
    const known = staysUntil(stays, bucket)
    return isInProgress(known.at(-1)?.kind ?? null) ? sum + inclusiveDays(flowMoments(known).start!, last, zone) : sum
  }, 0)
}

/** Returns the age of an issue at the end of a bucket; `null` if it is not in progress then. */
export function ageAt(
  stays: readonly StagedStay[],
  { end, at }: Pick<Bucket, 'end' | 'at'>,
  returns: Returns,
  clock: Clock,
): Millis | null {
  const known = staysUntil(stays, { end, at })
  if (!isInProgress(known.at(-1)?.kind ?? null)) return null
  return flowTimes(known, flowMoments(known), at, returns, clock)!.counted
}

/** Issues that started and are neither in progress nor finished. */
export interface Parked {
  readonly count: number
  /** The sum of what their cycle times would be if they finished now, on the report's clock. */
  readonly totalAge: Millis
}

/** Returns the parked issues at the end of a bucket. `issues` are the stays of each issue until asOf. */
export function parkedOf(
  issues: readonly (readonly StagedStay[])[],
  bucket: Pick<Bucket, 'end' | 'at'>,
  returns: Returns,
  clock: Clock,
): Parked {
  const ages = issues.flatMap(stays => {
    const known = staysUntil(stays, bucket)
    if (known.length === 0) return []
    const moments = flowMoments(known)
    return moments.isParked ? flowTimes(known, moments, bucket.at, returns, clock)!.counted : []
  })
  return { count: ages.length, totalAge: ages.reduce((sum, age) => sum + age, 0) }
}

/** Returns the total age of the parked issues at the end of a bucket in dates, as totalDays does for those in progress. */
export function parkedDays(issues: readonly (readonly StagedStay[])[], bucket: Bucket, zone: Zone): number {
  const last = lastMoment(bucket)
  return issues.reduce((sum, stays) => {
    const known = staysUntil(stays, bucket)
    const moments = known.length === 0 ? null : flowMoments(known)
    return moments?.isParked ? sum + inclusiveDays(moments.start!, last, zone) : sum
  }, 0)
}

/** Returns what had happened of a life of stages by the end of a bucket. */
export function staysUntil(stays: readonly StagedStay[], { end, at }: Pick<Bucket, 'end' | 'at'>): StagedStay[] {
  return stays.filter(({ entered }) => entered < end).map(stay => ({ ...stay, left: Math.min(stay.left, at) }))
}
