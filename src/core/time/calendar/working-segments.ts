import type { Instant, Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import { offsetTransitions } from '../zone.ts'
import { calendarDays, type DayNumber } from './calendar-days.ts'
import type { CalendarDefinition, DayPeriod } from './working-calendar.ts'

/** An interval of uninterrupted working time: half-open `[from, to)`. */
export interface WorkingSegment {
  readonly from: Instant
  readonly to: Instant
}

/**
 * Returns the working time of `[from, to)` as intervals in order, with gaps between them.
 *
 * An instant counts if its wall-clock time lies in a period of its local date. So a repeated hour counts twice, and a
 * skipped hour does not count.
 */
export function workingSegments(calendar: CalendarDefinition, from: Instant, to: Instant): WorkingSegment[] {
  const segments: WorkingSegment[] = []
  for (const worked of workingParts(calendar, from, to)) {
    const last = segments.at(-1)
    if (last?.to === worked.from) segments[segments.length - 1] = { from: last.from, to: worked.to }
    else segments.push({ from: worked.from, to: worked.to })
  }
  return segments
}

/**
 * Yields the working time of `[from, to)` in order, split at every midnight and clock change of the calendar's zone.
 */
export function* workingParts(calendar: CalendarDefinition, from: Instant, to: Instant): Generator<LocalDayPart> {
  const dayOf = calendarDays(calendar)
  for (const part of localDays(calendar, from, to)) {
    for (const period of dayOf(part.day).periods) {
      const worked = overlap(period, part)
      if (worked.from < worked.to) yield worked
    }
  }
}

/** A part of a local date without a clock change. */
export interface LocalDayPart extends WorkingSegment {
  readonly day: DayNumber
  /** How far the wall clock is ahead of UTC. */
  readonly offset: Millis
}

/**
 * Yields the local dates of `[from, to)` in order. A date with a clock change is split there; a skipped date is
 * omitted.
 */
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
