import type { Millis } from './instant.ts'

/** A day of the calendar, as a wall shows it. `month` is 1 to 12. */
export interface LocalDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** What a calendar and a clock on one wall show: a date and a time of day without a zone. */
export interface LocalDateTime extends LocalDate {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

/**
 * A reading of the wall clock as a number: milliseconds since 1970-01-01 00:00 on that same clock.
 *
 * Such numbers order and subtract like readings, not like moments. Two of them from different zones are not comparable.
 */
export type LocalMillis = number

/** Milliseconds of a day of the wall clock without a clock change. */
export const DAY: Millis = 86_400_000

/** A date's or a date-time's LocalMillis; a date stands for its 00:00. Days and months past the end roll over. */
export function localMillis(local: LocalDate | LocalDateTime): LocalMillis {
  const { year, month, day, hour, minute, second, millisecond } = { ...MIDNIGHT, ...local }
  // Date.UTC takes the years 0 to 99 for 1900 to 1999; setUTCFullYear takes them as they are.
  const date = new Date(0).setUTCFullYear(year, month - 1, day)
  return date + hour * 3_600_000 + minute * 60_000 + second * 1000 + millisecond
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0 }

/** The date and time of day that a LocalMillis stands for, in the Gregorian calendar for all years. */
export function localDateTime(local: LocalMillis): LocalDateTime {
  const date = new Date(local)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  }
}

/** The day's number in its year, from 1. */
export function dayOfYear({ year, month, day }: LocalDate): number {
  return (localMillis({ year, month, day }) - localMillis({ year, month: 1, day: 1 })) / DAY + 1
}

/** The day's number in its week: 1 is Monday, 7 is Sunday (ISO 8601). */
export function dayOfWeek({ year, month, day }: LocalDate): number {
  const days = localMillis({ year, month, day }) / DAY
  // Day 0 was a Thursday.
  return ((((days + 3) % 7) + 7) % 7) + 1
}
