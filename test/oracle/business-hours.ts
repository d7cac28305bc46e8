import type { Clock } from '../../src/core/measure/clock.ts'
import { ZONE } from '../support/tracker-world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The length of a business day. */
export const BUSINESS_DAY = 8 * HOUR

/**
 * Counts the business hours of the default calendar, Monday to Friday from 9 to 17, in the zone of the world.
 *
 * Simple arithmetic is enough, because the world's zone has no clock changes.
 */
export const businessHours: Clock = at => {
  const local = at + ZONE.offset
  // 1 January 1970 was a Thursday, three days after a Monday.
  const days = Math.floor(local / DAY) + 3
  const [weeks, weekday] = [Math.floor(days / 7), days - 7 * Math.floor(days / 7)]
  const today = Math.min(Math.max(local - Math.floor(local / DAY) * DAY - 9 * HOUR, 0), BUSINESS_DAY)
  return weeks * 5 * BUSINESS_DAY + Math.min(weekday, 5) * BUSINESS_DAY + (weekday < 5 ? today : 0)
}
