import ICAL from 'ical.js'
import { UserError } from '../../../core/base/errors.ts'
import type { Holiday, Years } from '../../../core/time/calendar/working-calendar.ts'
import { datesFrom, mergedHolidays } from './merged-holidays.ts'

/** The maximum number of dates in one file: far more than any year has, and few enough to protect the disk. */
const MAX_DATES = 5000

/**
 * Returns the days of an iCalendar file's events in some years as holidays. Expands recurring events.
 *
 * An event of several days becomes as many holidays. Throws ICS_INVALID.
 */
export function icsHolidays(text: string, file: string, years: Years): Holiday[] {
  const events = readEvents(text, file)
  const dates: { date: string; name: string }[] = []
  for (const event of events) {
    const days = daysOf(event)
    for (const date of startsOf(event, years)) {
      for (const day of datesFrom(date, days)) {
        const year = Number(day.slice(0, 4))
        if (year >= years.first && year <= years.last) dates.push({ date: day, name: event.summary ?? '' })
      }
      if (dates.length > MAX_DATES) {
        throw new UserError('ICS_INVALID', {
          file,
          reason: `it has more than ${MAX_DATES} dates in ${years.first}-${years.last}`,
        })
      }
    }
  }
  return mergedHolidays(dates)
}

function readEvents(text: string, file: string): ICAL.Event[] {
  try {
    const root = new ICAL.Component(ICAL.parse(text))
    if (root.name !== 'vcalendar') throw new Error('it is not a VCALENDAR')
    return root.getAllSubcomponents('vevent').map(event => new ICAL.Event(event))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]! : 'it cannot be read'
    throw new UserError('ICS_INVALID', { file, reason })
  }
}

/** Returns the number of days of an event, at least one. The end of an all-day event is exclusive. */
function daysOf({ startDate, endDate }: ICAL.Event): number {
  if (!startDate || !endDate) return 1
  const [start, end] = [startDate, endDate].map(time => Date.UTC(time.year, time.month - 1, time.day))
  const days = Math.round((end! - start!) / 86_400_000) + (endDate.isDate ? 0 : 1)
  return Math.min(Math.max(1, days), 366)
}

function startsOf(event: ICAL.Event, { first, last }: Years): string[] {
  if (!event.startDate) return []
  if (!event.isRecurring()) return [event.startDate.toString().slice(0, 10)]
  const starts: string[] = []
  const iterator = event.iterator()
  for (let next = iterator.next(); next && next.year <= last && starts.length <= MAX_DATES; next = iterator.next()) {
    if (next.year >= first - 1) starts.push(next.toString().slice(0, 10))
  }
  return starts
}
