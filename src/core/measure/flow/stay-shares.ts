import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import { activeTimes, type BlockedInterval, blockedTime } from './blocked.ts'
import { countedEnd, countedIntervals, flowMoments, flowTurns } from './flow-item.ts'
import { backwardRuns, reopenedStays, reworkRuns } from './rework.ts'
import { runsOf, type StageRun } from './runs.ts'
import type { StagedStay } from './staged-stays.ts'
import { timesWithin } from './times-within.ts'
import type { Returns } from './workflow.ts'

/** What can happen at the beginning of a stay. `restart` is where the clock of `returns=restart` begins again. */
export const stayMoves = ['start', 'restart', 'finish', 'backward', 'reopened'] as const

/** One of them. */
export type StayMove = (typeof stayMoves)[number]

/**
 * What a stay contributes to the flow of its issue. Times are on the report's clock. Over all stays they add up to the
 * times of the issue: `counted` to the cycle time or the age, the others to those with the same names.
 */
export interface StayShare {
  readonly stay: StagedStay
  /** Its length. */
  readonly time: Millis
  readonly counted: Millis
  /** The blocked part of `counted`. */
  readonly blocked: Millis
  readonly active: Millis
  readonly waiting: Millis
  readonly rework: Millis
  /** What happens at its beginning. */
  readonly moves: readonly StayMove[]
  /** Whether it was undone so soon that it is no move: a short absence from done, or a short visit to a stage. */
  readonly isUndone: boolean
}

/** The part of a request that decides about the shares of stays. */
export interface SharedTime {
  readonly asOf: Instant
  readonly returns: Returns
  readonly tolerance: Millis
}

/** The flow of an issue by its stays. */
export interface SharedFlow {
  readonly shares: readonly StayShare[]
  /** The blocked part of the counted time by source, on the report's clock; see Blocked. */
  readonly blockedBySource: ReadonlyMap<string, Millis>
}

/** Returns what each stay of an issue contributes to its flow, and how long each source blocked it, as known at asOf. */
export function sharedFlow(
  stays: readonly StagedStay[],
  sources: readonly BlockedInterval[],
  { asOf, returns, tolerance }: SharedTime,
  clock: Clock,
): SharedFlow {
  if (stays.length === 0) return { shares: [], blockedBySource: blockedTime(sources, [], asOf, clock).bySource }
  const moments = flowMoments(stays)
  const end = countedEnd(moments, asOf)
  const counted = end === null ? [] : countedIntervals(stays, moments, end, returns)
  const { union, bySource } = blockedTime(sources, counted, asOf, clock)
  // Without a counted time, the window is empty.
  const since = (returns === 'restart' ? moments.lastStart : moments.start) ?? asOf
  const actives = activeTimes(stays, union, { since, end: end ?? since }, clock)
  const [countedTimes, blockedTimes] = [counted, union].map(intervals => timesWithin(stays, intervals, clock))
  const runs = runsOf(stays, tolerance)
  const rework = new Set(reworkRuns(runs).flatMap(run => run.stays))
  const undone = new Set(runs.flatMap(run => run.stays.filter(({ stage }) => stage !== run.stage)))
  const moved = movedStays(stays, runs, returns)
  const shares = stays.map((stay, i) => ({
    stay,
    time: clock(stay.left) - clock(stay.entered),
    counted: countedTimes![i]!,
    blocked: blockedTimes![i]!,
    ...actives[i]!,
    rework: rework.has(stay) ? countedTimes![i]! : 0,
    moves: stayMoves.filter(move => moved[move].has(stay)),
    isUndone: stay.isAbsence || undone.has(stay),
  }))
  return { shares, blockedBySource: bySource }
}

/** Returns the stays that begin with each move. */
function movedStays(
  stays: readonly StagedStay[],
  runs: readonly StageRun[],
  returns: Returns,
): Readonly<Record<StayMove, ReadonlySet<StagedStay | null>>> {
  const { start, lastStart, finish } = flowTurns(stays)
  const firsts = (some: readonly StageRun[]) => new Set(some.map(run => run.stays[0]!))
  return {
    start: new Set([start]),
    restart: new Set(returns === 'restart' && lastStart !== start ? [lastStart] : []),
    finish: new Set([finish]),
    backward: firsts(backwardRuns(runs).map(({ run }) => run)),
    reopened: new Set(reopenedStays(stays)),
  }
}
