import type { Millis } from '../instant.ts'
import type { Zone } from '../zone.ts'

/** The days of the week as calendars name them, Monday first. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** A day of the week. */
export type Weekday = (typeof weekdays)[number]

/** A period of a day on the wall clock, in milliseconds since its 00:00: half-open `[start, end)`. */
export interface DayPeriod {
  /** At least 0 and less than 24 hours. */
  readonly start: Millis
  /** Later than `start`, by 24 hours at most; 24 hours is the day's end, what is more lies on the next day. */
  readonly end: Millis
}

/** A working period of every week, on the weekday on which it starts. */
export interface WeeklyPeriod extends DayPeriod {
  readonly weekday: Weekday
}

/** A date without working time. */
export interface Holiday {
  /** May be empty. */
  readonly name: string
  /** `yyyy-MM-dd`. */
  readonly date: string
  /** Whether it is a holiday in every year, earlier ones too. 29 February then comes in leap years only. */
  readonly recurring: boolean
}

/** A date with working times of its own: they stand in place of those of its weekday, and of a holiday. */
export interface DateException {
  /** `yyyy-MM-dd`. */
  readonly date: string
  /** May be empty. */
  readonly name: string
  /** None on a day off. What lies past 24:00 does not count: an exception governs its own date only. */
  readonly workingTimes: readonly DayPeriod[]
}

/** Years, both included. */
export interface Years {
  readonly first: number
  readonly last: number
}

/** The country whose public holidays a calendar has. */
export interface PublicHolidays {
  /** An ISO 3166 code such as `DE`. */
  readonly country: string
  /** The code of a part of it, such as `BY`; `null` for the whole country. */
  readonly region: string | null
  /** The years whose public holidays are among those of the calendar; `null` for none yet. */
  readonly years: Years | null
}

/** What a working calendar says, whatever its id. */
export interface CalendarDefinition {
  readonly name: string
  /** On this zone's wall clock all dates and times of the calendar are read. */
  readonly zone: Zone
  readonly workingTimes: readonly WeeklyPeriod[]
  readonly holidays: readonly Holiday[]
  readonly exceptions: readonly DateException[]
  /** `null` where it has none of a country; left out where that is not known, as in stores of older versions. */
  readonly publicHolidays?: PublicHolidays | null
}

/**
 * A working calendar: which time counts, in one time zone.
 *
 * A moment counts if its wall-clock reading lies in a period of its local date. Plain data, never changed: a calendar
 * that is edited is another one.
 */
export interface WorkingCalendar extends CalendarDefinition {
  readonly id: string
}
