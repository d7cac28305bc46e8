import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import type { CountedInterval } from './flow-item.ts'
import type { Interval } from './stage-history.ts'
import { knownAt, type StagedStay } from './staged-stays.ts'
import { timesWithin } from './times-within.ts'

/** An interval in which a source blocked an issue. */
export interface BlockedInterval extends Interval {
  /** `field:<id>`, `status:<id>` or `label:<text>`. */
  readonly source: string
  /** The value that blocked it: `field:<id>:<id of the value>`; else the source. */
  readonly reason: string
}

/** How long an issue was blocked within its counted time, on the report's clock. */
export interface Blocked {
  /** The length of the union of all sources. */
  readonly time: Millis
  /** The number of maximal blocked intervals with a length, in elapsed time. */
  readonly episodes: number
  /** The longest of them. */
  readonly longest: Millis
  /** The length of the union of each source. Sources may overlap. */
  readonly bySource: ReadonlyMap<string, Millis>
  /** The union, clipped to the counted time. */
  readonly union: readonly CountedInterval[]
}

/** Returns how long an issue was blocked within `counted`, as known at asOf. */
export function blockedTime(
  blocked: readonly BlockedInterval[],
  counted: readonly CountedInterval[],
  asOf: Instant,
  clock: Clock,
): Blocked {
  const known = closedAt(blocked, asOf)
  const union = intersection(unionOf(known), unionOf(counted))
  const lengths = union.map(({ entered, left }) => clock(left) - clock(entered))
  const sources = [...new Set(known.map(({ source }) => source))]
  return {
    time: sum(lengths),
    episodes: union.length,
    longest: Math.max(0, ...lengths),
    bySource: new Map(
      sources.map(name => {
        const own = unionOf(known.filter(({ source }) => source === name))
        return [name, lengthOf(intersection(own, unionOf(counted)), clock)]
      }),
    ),
    union,
  }
}

/** Returns since when an issue is blocked at asOf; `null` if it is not. */
export function blockedSince(blocked: readonly BlockedInterval[], asOf: Instant): Instant | null {
  const isOpen = knownAt(blocked, asOf).some(({ left }) => left === null)
  if (!isOpen) return null
  // An interval that begins at asOf has no length, so the union does not have it.
  return unionOf(closedAt(blocked, asOf)).find(({ left }) => left === asOf)?.entered ?? asOf
}

/** The time in stages in progress that are active, and the time that waits there, on the report's clock. */
export interface ActiveTime {
  /** In active stages, without the blocked part. */
  readonly active: Millis
  /** In waiting stages, and blocked in active ones. */
  readonly waiting: Millis
}

/** Returns the active and the waiting time of an issue since `since`, until `end`. `blocked` is a union. */
export function activeTime(
  stays: readonly StagedStay[],
  blocked: readonly CountedInterval[],
  window: { readonly since: Instant; readonly end: Instant },
  clock: Clock,
): ActiveTime {
  const times = activeTimes(stays, blocked, window, clock)
  return { active: sum(times.map(({ active }) => active)), waiting: sum(times.map(({ waiting }) => waiting)) }
}

/** Returns the active and the waiting time of each stay of an issue since `since`, until `end`. `blocked` is a union. */
export function activeTimes(
  stays: readonly StagedStay[],
  blocked: readonly CountedInterval[],
  { since, end }: { readonly since: Instant; readonly end: Instant },
  clock: Clock,
): ActiveTime[] {
  const window = [{ entered: since, left: end }]
  const all = timesWithin(stays, window, clock)
  const ofBlocked = timesWithin(stays, intersection(blocked, window), clock)
  return stays.map(({ kind }, i) => {
    if (kind === 'waiting') return { active: 0, waiting: all[i]! }
    if (kind === 'active') return { active: all[i]! - ofBlocked[i]!, waiting: ofBlocked[i]! }
    return { active: 0, waiting: 0 }
  })
}

function closedAt(blocked: readonly BlockedInterval[], asOf: Instant) {
  return knownAt(blocked, asOf).map(one => ({ ...one, left: one.left ?? asOf }))
}

/** Returns the union as maximal intervals with a length, in order; touching ones are one. */
function unionOf(intervals: readonly CountedInterval[]): CountedInterval[] {
  const union: CountedInterval[] = []
  for (const { entered, left } of intervals.toSorted((a, b) => a.entered - b.entered)) {
    const last = union.at(-1)
    if (entered >= left) continue
    if (last && entered <= last.left) union[union.length - 1] = { ...last, left: Math.max(last.left, left) }
    else union.push({ entered, left })
  }
  return union
}

/** Returns the common intervals of two unions. */
function intersection(a: readonly CountedInterval[], b: readonly CountedInterval[]): CountedInterval[] {
  const common: CountedInterval[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const entered = Math.max(a[i]!.entered, b[j]!.entered)
    const left = Math.min(a[i]!.left, b[j]!.left)
    if (entered < left) common.push({ entered, left })
    if (a[i]!.left <= b[j]!.left) i++
    else j++
  }
  return common
}

function lengthOf(union: readonly CountedInterval[], clock: Clock): Millis {
  return sum(union.map(({ entered, left }) => clock(left) - clock(entered)))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
