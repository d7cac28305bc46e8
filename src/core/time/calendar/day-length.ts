import type { Millis } from '../instant.ts'
import { type CalendarDefinition, weekdays } from './working-calendar.ts'

/** The length of a business day, if all working days have the same length. */
export type BusinessDay = { readonly equal: true; readonly millis: Millis } | { readonly equal: false }

/**
 * Returns the length of a calendar's working days, from the wall-clock hours of its weekdays.
 *
 * Ignores weekdays without working time, holidays, exceptions and clock changes. A period past midnight counts in full
 * on the weekday on which it starts. Without any weekly working time, the days are not equal.
 */
export function businessDay(calendar: CalendarDefinition): BusinessDay {
  const [millis, ...others] = new Set(dayLengths(calendar))
  return millis !== undefined && others.length === 0 ? { equal: true, millis } : { equal: false }
}

/**
 * Returns the hours of a working day, to three decimals; the mean if the days differ; 0 without weekly working time.
 */
export function dailyWorkingHours(calendar: CalendarDefinition): number {
  const lengths = dayLengths(calendar)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return Math.round(total / Math.max(lengths.length, 1) / 3600) / 1000
}

/** Returns the working time of each weekday that has any. */
function dayLengths({ workingTimes }: CalendarDefinition): Millis[] {
  return weekdays
    .map(weekday => workingTimes.filter(period => period.weekday === weekday))
    .map(periods => periods.reduce((sum, { start, end }) => sum + end - start, 0))
    .filter(length => length > 0)
}
