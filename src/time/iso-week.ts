import { dayOfWeek, dayOfYear, type LocalDate, localDateTime, localMillis } from './local-time.ts'

/** A week by ISO 8601: it begins on Monday, and week 1 is the one with the year's first Thursday. */
export interface IsoWeek {
  /** The year that holds most of the week: near New Year it can differ from the date's year. */
  readonly year: number
  /** 1 to 53. */
  readonly week: number
}

/** The ISO week of a date. A week belongs to the year, as to the month, in which its Thursday lies. */
export function isoWeek({ year, month, day }: LocalDate): IsoWeek {
  const thursday = localDateTime(localMillis({ year, month, day: day + 4 - dayOfWeek({ year, month, day }) }))
  return { year: thursday.year, week: Math.ceil(dayOfYear(thursday) / 7) }
}

/** The week's number in the date's month: week 1 is the first with its Thursday in the month, days before it are in week 0. */
export function weekOfMonth({ year, month, day }: LocalDate): number {
  const first = dayOfWeek({ year, month, day: 1 })
  const week = Math.ceil((day + first - 1) / 7)
  return first <= 4 ? week : week - 1
}
