import type { Zone } from '../zone.ts'
import { type WorkingCalendar, weekdays } from './working-calendar.ts'

const HOUR = 3_600_000

/**
 * Returns the calendar that applies until another is chosen: id `0`, Monday to Friday 09:00-17:00 in the given zone, no
 * holidays.
 */
export function defaultCalendar(zone: Zone): WorkingCalendar {
  return {
    id: '0',
    name: 'Business hours',
    zone,
    workingTimes: weekdays.slice(0, 5).map(weekday => ({ weekday, start: 9 * HOUR, end: 17 * HOUR })),
    holidays: [],
    exceptions: [],
  }
}
