import { memoize } from '../../base/memoize.ts'
import type { Millis } from '../instant.ts'
import { DAY, localDateTime, localMillis } from '../local-time.ts'
import { padded } from '../padded.ts'
import { type CalendarDefinition, type DateException, type DayPeriod, weekdays } from './working-calendar.ts'

/** A local date as a number: days since 1970-01-01. */
export type DayNumber = number

/** The working time of one local date, and its reason. */
export interface CalendarDay {
  /** `working day`, `not a working day`, `holiday NAME` or `exception NAME`. */
  readonly reason: string
  /** In order, with gaps between them. All end by 24:00. */
  readonly periods: readonly DayPeriod[]
}

/**
 * Returns a function that gives the calendar day of a local date.
 *
 * A period past midnight is split there: the second part belongs to the next weekday. Exceptions override holidays, and
 * both override the weekday, for their own date only. So a night shift that starts on the day before a holiday ends at
 * midnight, and one that starts on a holiday counts from midnight on.
 */
export function calendarDays(calendar: CalendarDefinition): (day: DayNumber) => CalendarDay {
  const week = weekOf(calendar)
  const exceptions = new Map(calendar.exceptions.map(each => [dayNumber(each.date), each]))
  // Computes only requested dates, because exceptions may span centuries.
  const dayOf = memoize(exceptionDay)
  const holidays = new Map(
    calendar.holidays.filter(each => !each.recurring).map(each => [dayNumber(each.date), holidayDay(each.name)]),
  )
  const yearly = new Map(
    calendar.holidays.filter(each => each.recurring).map(each => [each.date.slice(5), holidayDay(each.name)]),
  )
  // Formatting each date is slow, and few calendars have recurring holidays.
  const yearlyHoliday = yearly.size > 0 ? (day: DayNumber) => yearly.get(monthAndDay(day)) : () => undefined
  return day => {
    const exception = exceptions.get(day)
    return exception ? dayOf(exception) : (holidays.get(day) ?? yearlyHoliday(day) ?? week[weekdayOf(day)]!)
  }
}

/**
 * Returns a function that says whether a local date is a day off: without working time, because of a holiday or an exception, though
 * its weekday has some.
 */
export function daysOff(calendar: CalendarDefinition): (day: DayNumber) => boolean {
  const [days, week] = [calendarDays(calendar), weekOf(calendar)]
  return day => days(day).periods.length === 0 && week[weekdayOf(day)]!.periods.length > 0
}

/** Returns the weekday of a date: 0 is Monday. */
export function weekdayOf(day: DayNumber): number {
  // Day 0 was a Thursday.
  return (((day + 3) % 7) + 7) % 7
}

/** Returns the number of a date `yyyy-MM-dd`. */
export function dayNumber(date: string): DayNumber {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return localMillis({ year, month, day }) / DAY
}

/** Returns the date of a day number, as `yyyy-MM-dd`. */
export function dateText(day: DayNumber): string {
  const { year, month, day: dayOfMonth } = localDateTime(day * DAY)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(dayOfMonth, 2)}`
}

function monthAndDay(day: DayNumber): string {
  return dateText(day).slice(5)
}

function weekOf({ workingTimes }: CalendarDefinition): CalendarDay[] {
  return weekdays.map((weekday, i) => {
    const dayBefore = weekdays[(i + 6) % 7]
    const own = workingTimes.filter(period => period.weekday === weekday)
    const fromDayBefore = workingTimes
      .filter(period => period.weekday === dayBefore)
      .map(({ end }) => dayPeriod(0, end - DAY))
    const periods = mergePeriods([
      ...fromDayBefore,
      ...own.map(({ start, end }) => dayPeriod(start, Math.min(end, DAY))),
    ])
    return { reason: periods.length > 0 ? 'working day' : 'not a working day', periods }
  })
}

function exceptionDay({ name, workingTimes }: DateException): CalendarDay {
  const periods = mergePeriods(workingTimes.map(({ start, end }) => dayPeriod(start, Math.min(end, DAY))))
  return { reason: `exception ${name}`.trimEnd(), periods }
}

function holidayDay(name: string): CalendarDay {
  return { reason: `holiday ${name}`.trimEnd(), periods: [] }
}

function dayPeriod(start: Millis, end: Millis): DayPeriod {
  return { start, end }
}

/** Returns the periods in order: empty ones removed, touching or overlapping ones merged. */
function mergePeriods(periods: readonly DayPeriod[]): DayPeriod[] {
  const result: DayPeriod[] = []
  for (const next of periods.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (!last || last.end < next.start) result.push(next)
    else result[result.length - 1] = dayPeriod(last.start, Math.max(last.end, next.end))
  }
  return result
}
