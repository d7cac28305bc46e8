import type { Instant } from '../../src/core/time/instant.ts'
import type { Person } from './people.ts'
import { DAY, HOUR } from './period.ts'
import type { Random } from './random.ts'
import { offsetAt } from './zones.ts'

const WORKING_DAY = 8.5 * HOUR

const holidays = new Set(
  [
    '2024-04-01',
    '2024-05-01',
    '2024-12-24',
    '2024-12-25',
    '2024-12-26',
    '2024-12-31',
    '2025-01-01',
    '2025-04-21',
    '2025-05-01',
  ].map(date => Date.parse(`${date}T00:00Z`) / DAY),
)

/** Returns whether a day is a weekend or a company holiday. Days count from 1970-01-01. */
export function isDayOff(day: number): boolean {
  const weekday = (day + 4) % 7
  return weekday === 0 || weekday === 6 || holidays.has(day)
}

/** Returns whether an instant lies in somebody's usual working hours, in their time zone. */
export function isOfficeTime(person: Person, at: Instant): boolean {
  const local = at + offsetAt(person.zone, at)
  const day = Math.floor(local / DAY)
  const begins = person.begins * HOUR
  const time = local - day * DAY
  return !isDayOff(day) && time >= begins && time < begins + WORKING_DAY
}

/**
 * Returns the instant after `hours` of somebody's usual working hours since `from`.
 *
 * Later than `from`. Work that waits for the next morning starts within two hours, more often early than late.
 */
export function officeTimeAfter(person: Person, from: Instant, hours: number, random: Random): Instant {
  const begins = person.begins * HOUR
  const ends = begins + WORKING_DAY
  const local = from + offsetAt(person.zone, from)
  let left = Math.max(hours * HOUR, 1_000)
  let day = Math.floor(local / DAY)
  let time = local - day * DAY
  if (isDayOff(day) || time >= ends) {
    day = workingDay(day + 1)
    time = 0
  }
  if (time < begins) time = begins + random() * random() * 2 * HOUR
  const weeks = Math.floor(left / (5 * WORKING_DAY))
  day = workingDay(day + 7 * weeks)
  left -= weeks * 5 * WORKING_DAY
  while (time + left > ends) {
    left -= ends - time
    day = workingDay(day + 1)
    time = begins
  }
  const at = Math.floor(day * DAY + time + left)
  return at - offsetAt(person.zone, at - person.zone.ahead * HOUR)
}

function workingDay(from: number): number {
  let day = from
  while (isDayOff(day)) day++
  return day
}
