import type { Millis } from './instant.ts'

/** A local date. `month` is 1 to 12. */
export interface LocalDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A local date and time of day, without a zone. */
export interface LocalDateTime extends LocalDate {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

/**
 * A wall-clock time as a number: milliseconds since 1970-01-01 00:00 on the same clock.
 *
 * Differences ignore clock changes. Values of different zones are not comparable.
 */
export type LocalMillis = number

/** The milliseconds of a day without a clock change. */
export const DAY: Millis = 86_400_000

/** An hour. */
export const HOUR: Millis = 3_600_000

/** Returns a date or a date-time as LocalMillis; a date as its 00:00. Days and months past the end roll over. */
export function localMillis(local: LocalDate | LocalDateTime): LocalMillis {
  const { year, month, day, hour, minute, second, millisecond } = { ...MIDNIGHT, ...local }
  // Date.UTC maps the years 0 to 99 to 1900 to 1999; setUTCFullYear does not.
  const date = new Date(0).setUTCFullYear(year, month - 1, day)
  return date + hour * 3_600_000 + minute * 60_000 + second * 1000 + millisecond
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0 }

/** Returns the date and time of day of a LocalMillis, in the proleptic Gregorian calendar. */
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

/** Returns the 1-based number of a day in its year. */
export function dayOfYear({ year, month, day }: LocalDate): number {
  return (localMillis({ year, month, day }) - localMillis({ year, month: 1, day: 1 })) / DAY + 1
}

/** Returns the ISO 8601 number of a day in its week: 1 is Monday, 7 is Sunday. */
export function dayOfWeek({ year, month, day }: LocalDate): number {
  const days = localMillis({ year, month, day }) / DAY
  // Day 0 was a Thursday.
  return ((((days + 3) % 7) + 7) % 7) + 1
}
