import { dailyWorkingHours } from '../../core/time/calendar/day-length.ts'
import { hoursText } from '../../core/time/calendar/hours-text.ts'
import type { CalendarDefinition } from '../../core/time/calendar/working-calendar.ts'
import type { CalendarSummary } from './calendar-types.ts'

/** A calendar in a list. */
export interface ListedCalendar {
  readonly id: string
  readonly isDefault: boolean
  readonly calendar: CalendarDefinition
  /** The country or region of its public holidays, such as `Germany, Bavaria`; `null` for none. */
  readonly location: string | null
}

/** Summarizes a calendar for a list. */
export function calendarSummary({ id, isDefault, calendar, location }: ListedCalendar): CalendarSummary {
  return {
    id,
    name: calendar.name,
    isDefault,
    timeZone: calendar.zone.name,
    hours: hoursText(calendar),
    location,
    country: calendar.publicHolidays?.country ?? null,
    region: calendar.publicHolidays?.region ?? null,
    dailyWorkingHours: dailyWorkingHours(calendar),
    holidays: calendar.holidays.length,
  }
}
