import { formatTimeOfDay } from './time-of-day.ts'
import type { CalendarDefinition, DayPeriod, PublicHolidays, Weekday } from './working-calendar.ts'

/** The JSON of a calendar file (docs/guides/calendars.md). */
export interface CalendarFile {
  readonly name: string
  /** An IANA name, or a fixed offset such as `+02:00`. */
  readonly timeZone: string
  readonly workingTimes: readonly ({ readonly weekday: Weekday } & FilePeriod)[]
  /** The country whose public holidays are included in `holidays`, and the years. */
  readonly publicHolidays?: {
    readonly country: string
    readonly region?: string
    readonly firstYear?: number
    readonly lastYear?: number
  }
  readonly holidays: readonly { readonly name?: string; readonly date: string; readonly recurring: boolean }[]
  readonly exceptions: readonly FileException[]
}

/** A period of a day as `HH:mm`; the end of a day is `24:00`. An end before the start is on the next day. */
export interface FilePeriod {
  readonly start: string
  readonly end: string
}

/** A date with its own working times. */
export interface FileException {
  readonly date: string
  readonly name?: string
  readonly workingTimes: readonly FilePeriod[]
}

/** Returns the file of a calendar. `parseCalendar` reads it back to the same calendar, without the id. */
export function printCalendar(calendar: CalendarDefinition): CalendarFile {
  return {
    name: calendar.name,
    timeZone: calendar.zone.name,
    workingTimes: calendar.workingTimes.map(({ weekday, ...period }) => ({ weekday, ...printPeriod(period) })),
    ...(calendar.publicHolidays ? { publicHolidays: printPublicHolidays(calendar.publicHolidays) } : {}),
    holidays: calendar.holidays.map(({ name, date, recurring }) => ({ ...(name && { name }), date, recurring })),
    exceptions: calendar.exceptions.map(({ date, name, workingTimes }) => ({
      date,
      ...(name && { name }),
      workingTimes: workingTimes.map(printPeriod),
    })),
  }
}

function printPublicHolidays({ country, region, years }: PublicHolidays) {
  return { country, ...(region && { region }), ...(years && { firstYear: years.first, lastYear: years.last }) }
}

function printPeriod({ start, end }: DayPeriod): FilePeriod {
  return { start: formatTimeOfDay(start), end: formatTimeOfDay(end) }
}
