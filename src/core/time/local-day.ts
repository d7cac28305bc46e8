import type { Instant } from './instant.ts'
import { DAY, localMillis } from './local-time.ts'
import { instantAt, wallClock, type Zone } from './zone.ts'

/** Returns the number of the day of an instant on a zone's wall clock; 1970-01-01 is 0. */
export function localDay(at: Instant, zone: Zone): number {
  const { year, month, day } = wallClock(at, zone)
  return localMillis({ year, month, day }) / DAY
}

/** Returns the number of dates from one instant to another on a zone's wall clock, both counted. */
export function inclusiveDays(from: Instant, to: Instant, zone: Zone): number {
  return localDay(to, zone) - localDay(from, zone) + 1
}

/** Returns the first instant of the day with a number. */
export function startOfDay(day: number, zone: Zone): Instant {
  return instantAt(day * DAY, zone)
}
