import type { Instant, Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import { offsetTransitions } from '../zone.ts'
import { calendarDays, type DayNumber } from './calendar-days.ts'
import type { CalendarDefinition, DayPeriod } from './working-calendar.ts'

/** A stretch of time that counts without a break: half-open `[from, to)`. */
export interface WorkingSegment {
  readonly from: Instant
  readonly to: Instant
}

/**
 * The time of `[from, to)` that counts, as stretches in order with gaps between them.
 *
 * A moment counts if its wall-clock reading lies in a period of its local date: an hour that the clock repeats counts
 * twice, one that it skips not at all.
 */
export function workingSegments(calendar: CalendarDefinition, from: Instant, to: Instant): WorkingSegment[] {
  const segments: WorkingSegment[] = []
  for (const piece of workingPieces(calendar, from, to)) {
    const last = segments.at(-1)
    if (last?.to === piece.from) segments[segments.length - 1] = { from: last.from, to: piece.to }
    else segments.push({ from: piece.from, to: piece.to })
  }
  return segments
}

/** The time of `[from, to)` that counts, in order, cut at every midnight and clock change of the calendar's zone. */
export function* workingPieces(calendar: CalendarDefinition, from: Instant, to: Instant): Generator<LocalDayPart> {
  const dayOf = calendarDays(calendar)
  for (const part of localDays(calendar, from, to)) {
    for (const period of dayOf(part.day).periods) {
      const piece = overlap(period, part)
      if (piece.from < piece.to) yield piece
    }
  }
}

/** A part of a local date in which the wall clock was not changed. */
export interface LocalDayPart extends WorkingSegment {
  readonly day: DayNumber
  /** How far the wall clock is ahead of UTC. */
  readonly offset: Millis
}

/** The local dates of `[from, to)` in order of time; one in which the clock changes comes in parts, one skipped never. */
export function* localDays({ zone }: CalendarDefinition, from: Instant, to: Instant): Generator<LocalDayPart> {
  for (const period of offsetTransitions(zone, from, to)) {
    const { offset } = period
    const last = Math.floor((period.to - 1 + offset) / DAY)
    for (let day = Math.floor((period.from + offset) / DAY); day <= last; day++) {
      const start = Math.max(day * DAY - offset, period.from)
      yield { day, offset, from: start, to: Math.min((day + 1) * DAY - offset, period.to) }
    }
  }
}

function overlap({ start, end }: DayPeriod, part: LocalDayPart): LocalDayPart {
  const midnight = part.day * DAY - part.offset
  return { ...part, from: Math.max(midnight + start, part.from), to: Math.min(midnight + end, part.to) }
}
