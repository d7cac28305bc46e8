import type { Instant } from './instant.ts'
import type { LocalDate } from './local-time.ts'
import { padded } from './padded.ts'
import { isoWeek } from './week.ts'
import { wallClock, type Zone } from './zone.ts'

/** The units by which dates can be grouped, longest first. */
export const dateUnits = ['year', 'quarter', 'month', 'week', 'day'] as const

/** A unit by which dates can be grouped. */
export type DateUnit = (typeof dateUnits)[number]

/**
 * Returns the group of an instant on the zone's wall clock: `2024`, `2024-Q1`, `2024-03`, `2024-W09` or `2024-03-01`.
 *
 * Weeks are ISO 8601 weeks, with the year they belong to. Labels of one unit sort chronologically as text.
 */
export function dateGroupLabel(instant: Instant, zone: Zone, unit: DateUnit): string {
  return labels[unit](wallClock(instant, zone))
}

const labels = {
  year: ({ year }) => padded(year, 4),
  quarter: ({ year, month }) => `${padded(year, 4)}-Q${Math.ceil(month / 3)}`,
  month: ({ year, month }) => `${padded(year, 4)}-${padded(month, 2)}`,
  week: date => `${padded(isoWeek(date).year, 4)}-W${padded(isoWeek(date).week, 2)}`,
  day: ({ year, month, day }) => `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`,
} satisfies Record<DateUnit, (date: LocalDate) => string>
