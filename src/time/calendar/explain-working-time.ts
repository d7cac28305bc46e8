import type { Instant, Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import { calendarDays, type DayNumber, dateText, weekdayOf } from './calendar-days.ts'
import { formatTimeOfDay } from './time-of-day.ts'
import { type CalendarDefinition, type Weekday, weekdays } from './working-calendar.ts'
import { type LocalDayPart, localDays, workingPieces } from './working-segments.ts'

/** Why a length of working time is what it is, date by date. */
export interface WorkingTimeExplanation {
  /** Every local date of the period in order of time; a date that the zone skipped is none. */
  readonly days: readonly ExplainedDay[]
  /** The sum over the days. */
  readonly millis: Millis
}

/** What of one local date counts. */
export interface ExplainedDay {
  /** `yyyy-MM-dd`. */
  readonly date: string
  readonly weekday: Weekday
  /** `working day`, `not a working day`, `holiday NAME` or `exception NAME`. */
  readonly why: string
  readonly periods: readonly ExplainedPeriod[]
  /** The sum over the periods. */
  readonly millis: Millis
}

/** A stretch of one local date that counts: half-open `[from, to)`. */
export interface ExplainedPeriod {
  readonly from: Instant
  readonly to: Instant
  /** The clock's reading at `from`, as `HH:mm`, with seconds when there are any. */
  readonly start: string
  /** The clock's reading at `to`; `24:00` at the end of the date. */
  readonly end: string
  /** `to - from`: not what the clock's readings differ by when it was changed between them. */
  readonly millis: Millis
}

/** The working time of `[from, to)`, date by date. Its sum is what `workingTime` gives. */
export function explainWorkingTime(calendar: CalendarDefinition, from: Instant, to: Instant): WorkingTimeExplanation {
  const reasonOf = calendarDays(calendar)
  // A date can come back when the clock is set back across its midnight: then it is still one date.
  const pieces = new Map<DayNumber, LocalDayPart[]>()
  for (const { day } of localDays(calendar, from, to)) pieces.set(day, [])
  for (const piece of workingPieces(calendar, from, to)) pieces.get(piece.day)!.push(piece)
  const days = [...pieces].map(([day, parts]) => explainDay(day, reasonOf(day).reason, parts))
  return { days, millis: total(days) }
}

function explainDay(day: DayNumber, why: string, pieces: readonly LocalDayPart[]): ExplainedDay {
  const periods = withoutSeams(pieces).map(explainPeriod)
  return { date: dateText(day), weekday: weekdays[weekdayOf(day)]!, why, periods, millis: total(periods) }
}

/** A stretch of a date, perhaps across a clock change: the offsets at its two ends. */
interface Interval extends LocalDayPart {
  readonly lastOffset: Millis
}

function withoutSeams(pieces: readonly LocalDayPart[]): Interval[] {
  const stretches: Interval[] = []
  for (const piece of pieces) {
    const last = stretches.at(-1)
    const joined = { ...(last?.to === piece.from ? last : piece), to: piece.to, lastOffset: piece.offset }
    if (last?.to === piece.from) stretches[stretches.length - 1] = joined
    else stretches.push(joined)
  }
  return stretches
}

function explainPeriod({ day, from, to, offset, lastOffset }: Interval): ExplainedPeriod {
  return {
    from,
    to,
    start: formatTimeOfDay(from + offset - day * DAY),
    end: formatTimeOfDay(to + lastOffset - day * DAY),
    millis: to - from,
  }
}

function total(parts: readonly { readonly millis: Millis }[]): Millis {
  return parts.reduce((sum, { millis }) => sum + millis, 0)
}
