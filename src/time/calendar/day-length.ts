import type { Millis } from '../instant.ts'
import { type CalendarDefinition, weekdays } from './working-calendar.ts'

/** How long a business day is, when all working days are equally long. */
export type BusinessDay = { readonly equal: true; readonly millis: Millis } | { readonly equal: false }

/**
 * The length of a calendar's working day, by its weekdays in hours of the wall clock.
 *
 * Weekdays without working time do not matter, nor do holidays, exceptions and clock changes. A period past midnight
 * counts whole on the weekday on which it starts. A calendar without any weekly working time has no equal days.
 */
export function businessDay(calendar: CalendarDefinition): BusinessDay {
  const [millis, ...others] = new Set(dayLengths(calendar))
  return millis !== undefined && others.length === 0 ? { equal: true, millis } : { equal: false }
}

/**
 * The hours of a calendar's working day, to three decimals: their mean when the days are not equally long.
 *
 * 0 for a calendar without any weekly working time.
 */
export function dailyWorkingHours(calendar: CalendarDefinition): number {
  const lengths = dayLengths(calendar)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return Math.round(total / Math.max(lengths.length, 1) / 3600) / 1000
}

/** The working times of the weekdays that have any. */
function dayLengths({ workingTimes }: CalendarDefinition): Millis[] {
  return weekdays
    .map(weekday => workingTimes.filter(period => period.weekday === weekday))
    .map(periods => periods.reduce((sum, { start, end }) => sum + end - start, 0))
    .filter(length => length > 0)
}
