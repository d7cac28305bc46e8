import type { Instant } from '../../time/instant.ts'
import type { FlowMoments } from './flow-item.ts'
import type { Interval } from './stage-history.ts'

/** The dates of a sprint; `null` if they are unknown. */
export interface SprintDates {
  readonly start: Instant | null
  /** Its planned end. */
  readonly end: Instant | null
  readonly completed: Instant | null
}

/** The time of a sprint until asOf. */
export interface SprintSpan {
  readonly start: Instant
  /** Its end, or asOf if that is earlier. */
  readonly until: Instant
  readonly isOver: boolean
}

/** Returns when a sprint ends: its completion, or else its planned end; `null` if neither is known. */
export function sprintEnd({ end, completed }: SprintDates): Instant | null {
  return completed ?? end
}

/** Returns the start of a sprint; `null` if it is unknown, or if the sprint would end before it. */
export function sprintStart(dates: SprintDates): Instant | null {
  const end = sprintEnd(dates)
  return dates.start === null || (end !== null && end <= dates.start) ? null : dates.start
}

/** Returns the time of a sprint until asOf; `null` if it had not started, or its start is unknown. */
export function sprintSpan(dates: SprintDates, asOf: Instant): SprintSpan | null {
  const [start, end] = [sprintStart(dates), sprintEnd(dates)]
  if (start === null || start > asOf) return null
  return { start, until: Math.min(end ?? asOf, asOf), isOver: end !== null && end <= asOf }
}

/** What an issue was to a sprint. It was either committed or added, and was either removed or in it at its end. */
export interface SprintPart {
  /** Whether it was in the sprint when that started. */
  readonly isCommitted: boolean
  /** Whether it was in the sprint at its end, or is at asOf. */
  readonly isInAtEnd: boolean
}

/** Returns what an issue with these stays in a sprint was to it; `null` if it never was in it after its start, until its end. */
export function sprintPart(stays: readonly Interval[], { start, until, isOver }: SprintSpan): SprintPart | null {
  const own = stays.filter(
    ({ entered, left }) => left !== entered && entered <= until && (left === null || left > start),
  )
  if (own.length === 0) return null
  return {
    isCommitted: own.some(({ entered }) => entered <= start),
    // Closing a sprint can take its issues out of it at that instant.
    isInAtEnd: own.some(({ left }) => left === null || left > until || (isOver && left === until)),
  }
}

/** What became of an issue that is in a sprint at its end. */
export type SprintOutcome = 'finished' | 'carriedOver' | 'finishUnknown'

/** Returns what became of an issue that is in a sprint at its end. The finish is that known at asOf. */
export function sprintOutcome(
  { finish, isFinishUnknown }: Pick<FlowMoments, 'finish' | 'isFinishUnknown'>,
  { until }: SprintSpan,
): SprintOutcome {
  if (isFinishUnknown) return 'finishUnknown'
  return finish !== null && finish <= until ? 'finished' : 'carriedOver'
}

/** The numbers of issues of a sprint. */
export interface SprintTotals {
  readonly committed: number
  readonly added: number
  readonly removed: number
  readonly inAtEnd: number
  readonly finished: number
  /** Those of the finished that were finished before the sprint started. */
  readonly finishedBefore: number
  readonly carriedOver: number
  readonly finishUnknown: number
}

/** An issue with its stays in a sprint. */
export interface SprintIssue {
  readonly stays: readonly Interval[]
  readonly moments: Pick<FlowMoments, 'finish' | 'isFinishUnknown'>
}

/** Returns the numbers of issues of a sprint. */
export function sprintTotals(issues: readonly SprintIssue[], span: SprintSpan): SprintTotals {
  const parts = issues.flatMap(({ stays, moments }) => {
    const part = sprintPart(stays, span)
    return part === null ? [] : { ...part, moments, outcome: part.isInAtEnd ? sprintOutcome(moments, span) : null }
  })
  const count = (isOf: (part: (typeof parts)[number]) => boolean) => parts.filter(isOf).length
  return {
    committed: count(({ isCommitted }) => isCommitted),
    added: count(({ isCommitted }) => !isCommitted),
    removed: count(({ isInAtEnd }) => !isInAtEnd),
    inAtEnd: count(({ isInAtEnd }) => isInAtEnd),
    finished: count(({ outcome }) => outcome === 'finished'),
    finishedBefore: count(({ outcome, moments }) => outcome === 'finished' && moments.finish! < span.start),
    carriedOver: count(({ outcome }) => outcome === 'carriedOver'),
    finishUnknown: count(({ outcome }) => outcome === 'finishUnknown'),
  }
}
