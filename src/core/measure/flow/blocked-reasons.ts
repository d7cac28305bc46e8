import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import { type Blocked, type BlockedInterval, blockedTime } from './blocked.ts'
import type { CountedInterval } from './flow-item.ts'
import { knownAt } from './staged-stays.ts'

/** When an issue was blocked, and its counted time. */
export interface BlockedIssue {
  readonly blocked: readonly BlockedInterval[]
  readonly counted: readonly CountedInterval[]
}

/** How long some issues were blocked within their counted time, on the report's clock. */
export interface BlockedTotals {
  /** Those with an episode. */
  readonly issues: number
  /** The maximal blocked intervals of each issue, as in Blocked. */
  readonly episodes: number
  readonly time: Millis
  /** The longest episode. */
  readonly longest: Millis
}

/** How long some issues were blocked, for all reasons at once and for each alone. */
export interface BlockedByReason {
  /** Time of several reasons counts once. */
  readonly union: BlockedTotals
  /** The reasons that blocked an issue. They may overlap. */
  readonly reasons: ReadonlyMap<string, BlockedTotals>
}

/** Returns how long issues were blocked for each reason, as known at asOf. */
export function blockedByReason(issues: readonly BlockedIssue[], asOf: Instant, clock: Clock): BlockedByReason {
  const totalsOf = (isOf: (one: BlockedInterval) => boolean) =>
    totals(issues.map(({ blocked, counted }) => blockedTime(blocked.filter(isOf), counted, asOf, clock)))
  const names = new Set(issues.flatMap(({ blocked }) => blocked.map(({ reason }) => reason)))
  const reasons = [...names].map(name => [name, totalsOf(({ reason }) => reason === name)] as const)
  return { union: totalsOf(() => true), reasons: new Map(reasons.filter(([, { episodes }]) => episodes > 0)) }
}

/** Returns the reasons that block an issue at asOf. */
export function reasonsNow(blocked: readonly BlockedInterval[], asOf: Instant): ReadonlySet<string> {
  return new Set(knownAt(blocked, asOf).flatMap(({ reason, left }) => (left === null ? [reason] : [])))
}

function totals(all: readonly Blocked[]): BlockedTotals {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    issues: all.filter(({ episodes }) => episodes > 0).length,
    episodes: sum(all.map(({ episodes }) => episodes)),
    time: sum(all.map(({ time }) => time)),
    longest: Math.max(0, ...all.map(({ longest }) => longest)),
  }
}
