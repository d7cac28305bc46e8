import { dayOfWeek, dayOfYear, type LocalDate, localDateTime, localMillis } from './local-time.ts'

/** How weeks are counted. */
export interface WeekRule {
  /** The day on which a week begins: 1 is Monday, 7 is Sunday. */
  readonly firstDay: number
  /** How many days of a week a year, or a month, needs for the week to be its own: 1 to 7. */
  readonly minimalDays: number
}

/** A week of a year. */
export interface WeekOfYear {
  /** The year that the week belongs to: near New Year it can differ from the date's year. */
  readonly year: number
  /** 1 to 53. */
  readonly week: number
}

/** Weeks by ISO 8601: they begin on Monday, and week 1 is the one with the year's first Thursday. */
const ISO_WEEKS: WeekRule = { firstDay: 1, minimalDays: 4 }

/** The ISO week of a date. */
export function isoWeek(date: LocalDate): WeekOfYear {
  return weekOfYear(date, ISO_WEEKS)
}

/** The week of a date by a rule. */
export function weekOfYear({ year, month, day }: LocalDate, { firstDay, minimalDays }: WeekRule): WeekOfYear {
  const start = day - daysAfter(firstDay, { year, month, day })
  // The week belongs to the year in which this day of it lies.
  const decisive = localDateTime(localMillis({ year, month, day: start + 7 - minimalDays }))
  return { year: decisive.year, week: Math.ceil(dayOfYear(decisive) / 7) }
}

/** The week's number in the date's month: week 1 is the first with enough days in the month, days before it are in week 0. */
export function weekOfMonth({ year, month, day }: LocalDate, { firstDay, minimalDays }: WeekRule): number {
  const before = daysAfter(firstDay, { year, month, day: 1 })
  const week = Math.ceil((day + before) / 7)
  return 7 - before >= minimalDays ? week : week - 1
}

/** How many days a date is after the last weekday `firstDay`: 0 to 6. */
function daysAfter(firstDay: number, date: LocalDate): number {
  return (dayOfWeek(date) - firstDay + 7) % 7
}
