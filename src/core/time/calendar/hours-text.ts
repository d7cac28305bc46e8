import { printCalendar } from './print-calendar.ts'
import { type CalendarDefinition, weekdays } from './working-calendar.ts'

/**
 * Returns the weekly hours of a calendar as text, such as `Mon-Thu 08:00-12:00,13:00-17:00; Fri 08:00-12:00`.
 *
 * Consecutive weekdays with equal hours are one entry. Weekdays without hours are omitted.
 */
export function hoursText(calendar: CalendarDefinition): string {
  const { workingTimes } = printCalendar(calendar)
  const entries: { first: string; last: string; hours: string }[] = []
  let before = ''
  for (const weekday of weekdays) {
    const periods = workingTimes.filter(one => one.weekday === weekday)
    const hours = periods.map(({ start, end }) => `${start}-${end}`).join(',')
    const day = `${weekday[0]!.toUpperCase()}${weekday.slice(1, 3)}`
    if (hours !== '' && hours === before) entries.at(-1)!.last = day
    else if (hours !== '') entries.push({ first: day, last: day, hours })
    before = hours
  }
  return entries.map(({ first, last, hours }) => `${first === last ? first : `${first}-${last}`} ${hours}`).join('; ')
}
