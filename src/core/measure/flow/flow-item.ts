import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import type { StagedStay } from './staged-stays.ts'
import { isInProgress, type Returns } from './workflow.ts'

/** The moments of an issue's flow. */
export interface FlowMoments {
  readonly created: Instant
  /** The first entry into a stage in progress; `null` if it never started. */
  readonly start: Instant | null
  /** The last entry into a stage in progress out of one that is not started; the start if there is none. */
  readonly lastStart: Instant | null
  /** When it became done, if it is still done at asOf, and if that is known. */
  readonly finish: Instant | null
  /** Whether the finish is the resolution date, because the log lacks it. */
  readonly isResolutionDate: boolean
  /** Whether it is done at asOf, and nobody knows since when. */
  readonly isFinishUnknown: boolean
  /** The present stage; `null` if no stage names the status. */
  readonly stage: number | null
  /** Whether it is in progress at asOf. */
  readonly isWip: boolean
  /** Whether it started, but is neither in progress nor finished at asOf. */
  readonly isParked: boolean
}

/** Returns the moments of an issue that has these stays until asOf. */
export function flowMoments(stays: readonly StagedStay[]): FlowMoments {
  const { start, lastStart, finish } = flowTurns(stays)
  const present = stays.at(-1)!
  const isWip = isInProgress(present.kind)
  const isFinishUnknown = present.kind === 'done' && finish === null
  return {
    created: stays[0]!.entered,
    start: start?.entered ?? null,
    lastStart: lastStart?.entered ?? null,
    finish: finish?.entered ?? null,
    isResolutionDate: finish?.begun === 'resolutionDate',
    isFinishUnknown,
    stage: present.stage,
    isWip,
    isParked: start !== null && finish === null && !isWip && !isFinishUnknown,
  }
}

/** The stays that begin at moments of an issue's flow; see FlowMoments. */
export interface FlowTurns {
  readonly start: StagedStay | null
  readonly lastStart: StagedStay | null
  readonly finish: StagedStay | null
}

/** Returns the stays that begin at the moments of an issue that has these stays until asOf. */
export function flowTurns(stays: readonly StagedStay[]): FlowTurns {
  const start = stays.find(({ kind }) => isInProgress(kind)) ?? null
  const firstDone = stays[stays.findLastIndex(({ kind }) => kind !== 'done') + 1]
  const finish = firstDone === undefined || firstDone.begun === 'unknown' ? null : firstDone
  return { start, lastStart: lastStartOf(stays) ?? start, finish }
}

function lastStartOf(stays: readonly StagedStay[]): StagedStay | undefined {
  const mapped = stays.filter(({ kind }) => kind !== null)
  return mapped.findLast(({ kind }, i) => isInProgress(kind) && mapped[i - 1]?.kind === 'notStarted')
}

/** Returns the end of the counted time of an issue: its finish, or asOf if it started and is not done; `null` if neither. */
export function countedEnd(
  { start, finish, isFinishUnknown }: Pick<FlowMoments, 'start' | 'finish' | 'isFinishUnknown'>,
  asOf: Instant,
): Instant | null {
  return finish ?? (start === null || isFinishUnknown ? null : asOf)
}

/** The time of an issue from its start until its finish, or until asOf without one. On the report's clock. */
export interface FlowTimes {
  /** Its counted time: the cycle time of a finished issue, the age of one in progress or parked. */
  readonly counted: Millis
  /** All time since the start. */
  readonly elapsed: Millis
  /** `elapsed` without `counted`. */
  readonly paused: Millis
}

/**
 * Returns the time of an issue from its start until `end`; `null` if it had not started.
 *
 * `pause` counts the stays in progress, `keep` all time since the start, and `restart` all time since the last start.
 */
export function flowTimes(
  stays: readonly StagedStay[],
  { start, lastStart }: Pick<FlowMoments, 'start' | 'lastStart'>,
  end: Instant,
  returns: Returns,
  clock: Clock,
): FlowTimes | null {
  if (start === null || start > end) return null
  const elapsed = clock(end) - clock(start)
  const counted = countedIntervals(stays, { start, lastStart }, end, returns).reduce(
    (sum, { entered, left }) => sum + clock(left) - clock(entered),
    0,
  )
  return { counted, elapsed, paused: elapsed - counted }
}

/** A part of the counted time: `[entered, left)`. */
export interface CountedInterval {
  readonly entered: Instant
  readonly left: Instant
}

/** Returns the intervals that `flowTimes` counts. Neighbors may touch. */
export function countedIntervals(
  stays: readonly StagedStay[],
  { start, lastStart }: Pick<FlowMoments, 'start' | 'lastStart'>,
  end: Instant,
  returns: Returns,
): CountedInterval[] {
  if (start === null || start > end) return []
  if (returns === 'keep') return [{ entered: start, left: end }]
  if (returns === 'restart') return lastStart! <= end ? [{ entered: lastStart!, left: end }] : []
  return stays
    .filter(({ kind, entered }) => isInProgress(kind) && entered <= end)
    .map(({ entered, left }) => ({ entered, left: Math.min(left, end) }))
}

/** The time until the finish of an issue, on the report's clock. */
export interface LeadTimes {
  /** From the creation to the finish. */
  readonly leadTime: Millis
  /** From the creation to the start; `null` if it never started. */
  readonly waitBefore: Millis | null
}

/** Returns the time since the creation of an issue that finished. */
export function leadTimes({ created, start }: FlowMoments, finish: Instant, clock: Clock): LeadTimes {
  return {
    leadTime: clock(finish) - clock(created),
    waitBefore: start === null ? null : clock(start) - clock(created),
  }
}
