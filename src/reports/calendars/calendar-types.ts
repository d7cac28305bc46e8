// The JSON of working calendars: `GET /api/calendars`. The page imports these types.

import type { ExplainedDate } from '../../core/time/calendar/explain-working-time.ts'
import type { CalendarFile } from '../../core/time/calendar/print-calendar.ts'

/** A working calendar in a list. */
export interface CalendarSummary {
  readonly id: string
  readonly name: string
  /** Whether it is the default business calendar. */
  readonly isDefault: boolean
  readonly timeZone: string
  /** The weekly hours, such as `Mon-Fri 09:00-17:00`. */
  readonly hours: string
  /** The country or region of its public holidays, such as `Germany, Bavaria`; `null` for none. */
  readonly location: string | null
  readonly country: string | null
  readonly region: string | null
  /** The length of a working day in hours; the mean if days differ. */
  readonly dailyWorkingHours: number
  /** The number of its holidays. */
  readonly holidays: number
}

/** A working calendar with its file. */
export interface CalendarDetails extends CalendarSummary {
  /** Whether it is the built-in one, which cannot be changed. */
  readonly isBuiltIn: boolean
  /** Differs as soon as the calendar is changed. */
  readonly version: string
  readonly definition: CalendarFile
  /** The dates of those holidays in the file that are public holidays of its country. */
  readonly publicDates: readonly string[]
  /** The public holidays of its country that the file does not have. */
  readonly leftOut: readonly DatedName[]
}

/** A holiday of one date, `yyyy-MM-dd`. */
export interface DatedName {
  readonly date: string
  readonly name: string
}

/** A country with known public holidays, and its regions. */
export interface HolidayCountry {
  /** An ISO 3166 code such as `DE`. */
  readonly code: string
  readonly name: string
  readonly regions: readonly { readonly code: string; readonly name: string; readonly englishName: string }[]
}

/** The working time of each day of a month, as reports count it. */
export interface CalendarMonth {
  /** `yyyy-MM`. */
  readonly month: string
  readonly days: readonly ExplainedDate[]
  /** The sum over the days. Milliseconds. */
  readonly millis: number
  /** The year of the month, if the calendar has no holidays for it. */
  readonly yearsWithoutHolidays: readonly number[]
}
