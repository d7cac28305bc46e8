import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import type { Bucket } from './buckets.ts'
import { flowMoments, flowTimes } from './flow-item.ts'
import type { StagedStay } from './staged-stays.ts'
import { type Wip, wipOf } from './wip.ts'
import { isInProgress, type Returns } from './workflow.ts'

/** The instants `[from, last]`. */
export interface MeasuredWindow {
  readonly from: Instant
  readonly last: Instant
}

/** Returns two buckets: one that ends when a window begins, and the window until asOf. An empty window has no time. */
export function windowBuckets({ from, last }: MeasuredWindow, asOf: Instant): readonly [Bucket, Bucket] {
  const start = Math.min(from, asOf + 1)
  const bucket = (start: Instant, end: Instant): Bucket => ({
    period: start,
    start,
    end,
    at: Math.min(end, asOf),
    partial: true,
  })
  return [bucket(start - 1, start), bucket(start, Math.max(start, last + 1))]
}

/** The work in progress at an end of a window. */
export type WipAtEnd = Pick<Wip, 'wip' | 'totalAge'>

/** What came into progress in a window, and what left. */
export interface Balance extends Pick<Wip, 'arrivals' | 'departures'> {
  readonly start: WipAtEnd
  readonly end: WipAtEnd
}

/** The flow of work through a window, in times of the report's clock. */
export interface WindowFlow extends Balance {
  /** The time of the calendar in the window. */
  readonly length: Millis
  /** The time in progress of all issues within the window. Divided by `length`, it is the average WIP. */
  readonly timeInProgress: Millis
  /** The number of issues with a start that finished in the window. */
  readonly finished: number
  /** The sum of their cycle times. Divided by `length`, it is throughput times mean cycle time. */
  readonly cycleTime: Millis
}

/** Returns the flow of work through a window. `issues` are the stays of each issue until asOf. */
export function windowFlow(
  issues: readonly (readonly StagedStay[])[],
  window: MeasuredWindow,
  { asOf, returns }: { readonly asOf: Instant; readonly returns: Returns },
  clock: Clock,
): WindowFlow {
  const [before, own] = windowBuckets(window, asOf)
  const { arrivals, departures, ...end } = wipOf(issues, own, returns, clock)
  const { wip, totalAge } = wipOf(issues, before, returns, clock)
  const cycleTimes = issues.flatMap(stays => {
    const moments = flowMoments(stays)
    const { start, finish } = moments
    if (start === null || finish === null || finish < window.from || finish > window.last) return []
    return flowTimes(stays, moments, finish, returns, clock)!.counted
  })
  const timeIn = ({ kind, entered, left }: StagedStay) =>
    isInProgress(kind) ? clock(Math.min(left, own.at)) - clock(Math.max(entered, before.at)) : 0
  return {
    arrivals,
    departures,
    start: { wip, totalAge },
    end,
    length: clock(own.at) - clock(before.at),
    timeInProgress: issues.flat().reduce((sum, stay) => sum + Math.max(0, timeIn(stay)), 0),
    finished: cycleTimes.length,
    cycleTime: cycleTimes.reduce((sum, time) => sum + time, 0),
  }
}

/** The fewest departures that decide about stability. */
export const FEWEST_DEPARTURES = 20

/** Whether work in progress was stable in a window; `null` if too little happened to say so. */
export interface StabilityVerdict {
  readonly stable: boolean | null
  /** Why it is not stable, or not known; `null` if it is stable. */
  readonly why: string | null
}

/**
 * Returns whether work in progress was stable in a window. Arrivals and departures may differ by 2 or by 10 % of the arrivals,
 * whichever is more, and the mean age of the work must grow by less than 10 %.
 */
export function stabilityOf({ arrivals, departures, start, end }: Balance): StabilityVerdict {
  if (departures < FEWEST_DEPARTURES)
    return { stable: null, why: `There are fewer than ${FEWEST_DEPARTURES} departures.` }
  if (start.wip === 0 || end.wip === 0)
    return { stable: null, why: 'No issue was in progress at the start or at the end, so there is no age to compare.' }
  if (10 * Math.abs(arrivals - departures) > Math.max(20, arrivals))
    return {
      stable: false,
      why: 'The numbers of arrivals and departures differ by more than 2, and by more than 10 %.',
    }
  // Sums of ages times numbers of issues can be larger than exact numbers.
  const [before, after] = [BigInt(start.totalAge) * BigInt(end.wip), BigInt(end.totalAge) * BigInt(start.wip)]
  const hasAged = after > before && 10n * (after - before) >= before
  return hasAged
    ? { stable: false, why: 'The mean age of the work in progress grew by 10 % or more.' }
    : { stable: true, why: null }
}
