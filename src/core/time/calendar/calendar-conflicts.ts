import { DAY } from '../local-time.ts'
import type { Located } from './calendar-fields.ts'
import { formatTimeOfDay } from './time-of-day.ts'
import { type DayPeriod, type Holiday, type WeeklyPeriod, weekdays } from './working-calendar.ts'

const WEEK = 7 * DAY

/**
 * Returns a message for each weekly period that overlaps an earlier one, also across midnight and from Sunday to
 * Monday.
 */
export function weeklyOverlaps(periods: readonly Located<WeeklyPeriod>[]): string[] {
  const startOf = ({ weekday, start }: WeeklyPeriod) => weekdays.indexOf(weekday) * DAY + start
  return overlaps(
    periods,
    (a, b) => isWithin(startOf(b) - startOf(a), a) || isWithin(startOf(a) - startOf(b), b),
    period => `${period.weekday} ${periodText(period)}`,
  )
}

/** Returns whether an instant that is `later` than the start of a period lies in the period. The week wraps around. */
function isWithin(later: number, { start, end }: DayPeriod): boolean {
  return (later + WEEK) % WEEK < end - start
}

/** Returns a message for each period of one date that overlaps an earlier one. */
export function dailyOverlaps(periods: readonly Located<DayPeriod>[]): string[] {
  return overlaps(periods, (a, b) => a.start < b.end && b.start < a.end, periodText)
}

function overlaps<T>(
  periods: readonly Located<T>[],
  overlap: (a: T, b: T) => boolean,
  textOf: (period: T) => string,
): string[] {
  return periods.flatMap(({ location, value }, i) => {
    const other = periods.slice(0, i).find(earlier => overlap(earlier.value, value))
    return other ? [`${location} (${textOf(value)}) overlaps ${other.location} (${textOf(other.value)})`] : []
  })
}

function periodText({ start, end }: DayPeriod): string {
  return `${formatTimeOfDay(start)}-${formatTimeOfDay(end)}`
}

/**
 * Returns a message for each holiday or exception that has the same date as an earlier one. Of two recurring holidays,
 * the year is ignored.
 */
export function repeatedDates(days: readonly Located<Pick<Holiday, 'date'> & Partial<Holiday>>[]): string[] {
  const locations = new Map<string, string>()
  return days.flatMap(({ location, value: { date, recurring } }) => {
    const yearly = date.slice(5)
    const earlier = locations.get(date) ?? (recurring ? locations.get(yearly) : undefined)
    if (earlier !== undefined) return [`${location}.date '${date}' is also the date of ${earlier}`]
    locations.set(date, location)
    if (recurring) locations.set(yearly, location)
    return []
  })
}
