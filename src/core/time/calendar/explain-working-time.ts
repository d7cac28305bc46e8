import type { Instant, Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import { calendarDays, type DayNumber, dateText, weekdayOf } from './calendar-days.ts'
import { formatTimeOfDay } from './time-of-day.ts'
import { type CalendarDefinition, weekdays } from './working-calendar.ts'
import { type LocalDayPart, localDays, workingParts } from './working-segments.ts'

/** How a working time is calculated, by date. */
export type WorkingTimeExplanation = Readonly<ReturnType<typeof explainWorkingTime>>

/** The working time of one local date. */
export type ExplainedDate = Readonly<ReturnType<typeof explainDay>>

/**
 * Returns the working time of `[from, to)` by date: all local dates of the period in chronological order, without dates
 * that the zone skipped. The sum equals `workingTime`.
 */
export function explainWorkingTime(calendar: CalendarDefinition, from: Instant, to: Instant) {
  const reasonOf = calendarDays(calendar)
  // A date can occur again when the clock is set back across midnight; it is still one date.
  const partsByDay = new Map<DayNumber, LocalDayPart[]>()
  for (const { day } of localDays(calendar, from, to)) partsByDay.set(day, [])
  for (const part of workingParts(calendar, from, to)) partsByDay.get(part.day)!.push(part)
  const days = [...partsByDay].map(([day, parts]) => explainDay(day, reasonOf(day).reason, parts))
  return { days, millis: total(days) }
}

/** `why` is `working day`, `not a working day`, `holiday NAME` or `exception NAME`. */
function explainDay(day: DayNumber, why: string, parts: readonly LocalDayPart[]) {
  const periods = mergeAdjacent(parts).map(explainPeriod)
  return { date: dateText(day), weekday: weekdays[weekdayOf(day)]!, why, periods, millis: total(periods) }
}

/** A working interval of a date, possibly across a clock change, with the offset at each end. */
interface Interval extends LocalDayPart {
  readonly lastOffset: Millis
}

function mergeAdjacent(parts: readonly LocalDayPart[]): Interval[] {
  const intervals: Interval[] = []
  for (const part of parts) {
    const last = intervals.at(-1)
    const merged = { ...(last?.to === part.from ? last : part), to: part.to, lastOffset: part.offset }
    if (last?.to === part.from) intervals[intervals.length - 1] = merged
    else intervals.push(merged)
  }
  return intervals
}

/** Returns a working interval of one local date: half-open `[from, to)`. */
function explainPeriod({ day, from, to, offset, lastOffset }: Interval) {
  return {
    from,
    to,
    /** The wall-clock time at `from`, as `HH:mm`, with seconds if they are not 0. */
    start: formatTimeOfDay(from + offset - day * DAY),
    /** The wall-clock time at `to`; `24:00` at the end of the date. */
    end: formatTimeOfDay(to + lastOffset - day * DAY),
    /** It differs from `end - start` if the clock was changed in between. */
    millis: to - from,
  }
}

function total(parts: readonly { readonly millis: Millis }[]): Millis {
  return parts.reduce((sum, { millis }) => sum + millis, 0)
}
