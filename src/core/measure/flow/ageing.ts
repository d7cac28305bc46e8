import type { Instant, Millis } from '../../time/instant.ts'
import { DAY } from '../../time/local-time.ts'
import type { Clock } from '../clock.ts'
import { percentileOf } from '../percentile.ts'
import { type FlowMoments, flowTimes } from './flow-item.ts'
import type { StagedStay } from './staged-stays.ts'
import type { Returns } from './workflow.ts'

/** An issue in progress counts as unchanged when nothing changed in it for longer than this. Days of the calendar. */
export const UNCHANGED_DAYS = 5

/** Returns UNCHANGED_DAYS as a time. A day has 24 hours if the working days of the calendar differ: `null`. */
export function unchangedTime(workingDay: Millis | null): Millis {
  return UNCHANGED_DAYS * (workingDay ?? DAY)
}

/**
 * Returns the first instant, not before `earliest`, that is at most `idle` before asOf on a clock: an issue that was last changed
 * before it counts as unchanged.
 */
export function unchangedBefore(clock: Clock, asOf: Instant, idle: Millis, earliest: Instant): Instant {
  let [low, high] = [Math.min(earliest, asOf), asOf]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (clock(asOf) - clock(middle) > idle) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the age of a finished issue at its last moment in a stage no further than `stage`; 0 if it never was in one.
 * It grows with the stage, up to the cycle time.
 */
export function ageLeaving(
  stays: readonly StagedStay[],
  moments: Pick<FlowMoments, 'start' | 'lastStart'>,
  stage: number,
  returns: Returns,
  clock: Clock,
): Millis {
  const last = stays.findLast(one => one.kind !== 'done' && one.stage !== null && one.stage <= stage)
  return last ? (flowTimes(stays, moments, last.left, returns, clock)?.counted ?? 0) : 0
}

/**
 * Returns whether an issue in progress is older than an SLE at asOf, and was not yet at the earlier instant `since`. What counts at both
 * instants follows from the moments that are known at asOf.
 */
export function isNewlyOver(
  stays: readonly StagedStay[],
  moments: Pick<FlowMoments, 'start' | 'lastStart'>,
  { since, asOf, sle }: { readonly since: Instant; readonly asOf: Instant; readonly sle: Millis },
  returns: Returns,
  clock: Clock,
): boolean {
  const ageAt = (at: Instant) => flowTimes(stays, moments, at, returns, clock)?.counted ?? 0
  return ageAt(asOf) > sle && ageAt(since) <= sle
}

/** What happened to the finished issues that took longer than an age. */
export interface LongerThan {
  /** Their number. */
  readonly count: number
  /** The number of those that took longer than the SLE; `null` without one. */
  readonly missed: number | null
  /** The time that they still took, ascending. */
  readonly remaining: readonly Millis[]
}

/** Returns what happened to the finished issues that took longer than `age`. */
export function longerThan(cycleTimes: readonly Millis[], age: Millis, sle: Millis | null): LongerThan {
  const longer = cycleTimes.filter(time => time > age)
  return {
    count: longer.length,
    missed: sle === null ? null : longer.filter(time => time > sle).length,
    remaining: longer.map(time => time - age).toSorted((a, b) => a - b),
  }
}

/** Returns the number of finished issues that had left a stage by an age. `leaving` are their `ageLeaving`. */
export function pace(leaving: readonly Millis[], age: Millis): number {
  return leaving.filter(time => time <= age).length
}

/** Returns the percentiles of `ageLeaving` over at least one finished issue. They grow with the stage. */
export function bandOf(leaving: readonly Millis[], percents: readonly number[]): Millis[] {
  const sorted = leaving.toSorted((a, b) => a - b)
  return percents.map(percent => percentileOf(sorted, percent))
}
