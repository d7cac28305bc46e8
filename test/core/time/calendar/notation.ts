import { atOnce } from '../../../../src/core/base/in-slices.ts'
import { parseCalendar } from '../../../../src/core/time/calendar/parse-calendar.ts'
import type { CalendarFile } from '../../../../src/core/time/calendar/print-calendar.ts'
import { type WorkingCalendar, weekdays } from '../../../../src/core/time/calendar/working-calendar.ts'
import { workingTime } from '../../../../src/core/time/calendar/working-time.ts'
import type { Instant } from '../../../../src/core/time/instant.ts'
import { parseInstant } from '../../../../src/core/time/instant.ts'
import { parseReportDate } from '../../../../src/core/time/report-date.ts'

const initials = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

/**
 * Returns a calendar from a line: `calendar('Europe/Berlin', 'mo-fr 09:00-17:00')`, several periods separated by `;`.
 *
 * The rest is as in a file.
 */
export function calendar(timeZone: string, times: string, rest: Partial<CalendarFile> = {}): WorkingCalendar {
  const workingTimes = times.split('; ').flatMap(text => {
    const [days, period] = text.split(' ') as [string, string]
    const [first, last = first] = days.split('-').map(day => initials.indexOf(day)) as [number, number?]
    return weekdays.slice(first, last + 1).map(weekday => ({ weekday, ...filePeriod(period) }))
  })
  const parsed = atOnce(parseCalendar({ name: 'Test', timeZone, workingTimes, ...rest }))
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'))
  return { id: '1', ...parsed.calendar }
}

/** Returns a holiday of one year, or of all with `yearly`. */
export function holiday(date: string, yearly?: 'yearly', name = 'Feast'): CalendarFile['holidays'][number] {
  return { name, date, recurring: yearly === 'yearly' }
}

/** Returns a date with its own working times. */
export function exception(date: string, ...texts: string[]): CalendarFile['exceptions'][number] {
  return { date, name: 'Special', workingTimes: texts.map(filePeriod) }
}

function filePeriod(text: string): { start: string; end: string } {
  return { start: text.slice(0, 5), end: text.slice(6) }
}

/** Returns the instant of `2024-03-01 16:00` on the calendar's clock, or of an ISO date-time with its offset. */
export function at(text: string, { zone }: WorkingCalendar): Instant {
  const instant = parseReportDate(text, zone) ?? parseInstant(text)
  if (instant === null) throw new Error(`'${text}' is not an instant`)
  return instant
}

/** Returns the hours of working time between two instants in the format of `at`. */
export function hours(on: WorkingCalendar, from: string, to: string): number {
  return workingTime(on, at(from, on), at(to, on)) / 3_600_000
}
