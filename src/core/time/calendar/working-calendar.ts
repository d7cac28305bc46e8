import type { Millis } from '../instant.ts'
import type { Zone } from '../zone.ts'

/** The days of the week as calendar files name them, Monday first. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** A day of the week. */
export type Weekday = (typeof weekdays)[number]

/** A period of a day on the wall clock, in milliseconds since its 00:00: half-open `[start, end)`. */
export interface DayPeriod {
  /** At least 0 and less than 24 hours. */
  readonly start: Millis
  /** After `start`, by at most 24 hours. 24 hours is the end of the day; later times are on the next day. */
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
  /** Whether it recurs in every year, past years included. 29 February recurs in leap years only. */
  readonly recurring: boolean
}

/** A date with its own working times, which replace those of the weekday or of a holiday. */
export interface DateException {
  /** `yyyy-MM-dd`. */
  readonly date: string
  /** May be empty. */
  readonly name: string
  /** Empty for a day off. Time past 24:00 does not count: an exception applies to its own date only. */
  readonly workingTimes: readonly DayPeriod[]
}

/** A range of years, both included. */
export interface Years {
  readonly first: number
  readonly last: number
}

/** The country whose public holidays a calendar has. */
export interface PublicHolidays {
  /** An ISO 3166 code such as `DE`. */
  readonly country: string
  /** The code of a region, such as `BY`; `null` for the whole country. */
  readonly region: string | null
  /** The years for which the calendar has public holidays; `null` if none were added yet. */
  readonly years: Years | null
}

/** A working calendar without its id. */
export interface CalendarDefinition {
  readonly name: string
  /** All dates and times of the calendar are wall-clock times of this zone. */
  readonly zone: Zone
  readonly workingTimes: readonly WeeklyPeriod[]
  readonly holidays: readonly Holiday[]
  readonly exceptions: readonly DateException[]
  /** `null` if the calendar has no public holidays; missing if that is unknown, as in stores of older versions. */
  readonly publicHolidays?: PublicHolidays | null
}

/**
 * A working calendar: which time counts, in one time zone.
 *
 * An instant counts if its wall-clock time lies in a period of its local date. Immutable: an edited calendar is a new
 * object.
 */
export interface WorkingCalendar extends CalendarDefinition {
  readonly id: string
}
