import type { Instant } from '../../src/core/time/instant.ts'
import { isDayOff } from './office-hours.ts'
import { DAY, END, HOUR, START } from './period.ts'
import type { Random } from './random.ts'

const DAYS = Math.ceil((END - START) / DAY)
const BUSY = runningShares([0.2, 0.3, 0.4, 0.8, 1.2, 1.8, 3, 5, 7, 8, 8, 7, 6, 7, 8, 8, 6, 4, 3, 2.5, 2, 1.2, 0.6, 0.3])
const QUIET = runningShares(new Array(24).fill(1))
const DAY_SHARES = runningShares(Array.from({ length: DAYS }, (_, day) => loadOf(day)))

/**
 * Returns a function that returns the creation time of the next of `count` issues, in ascending order.
 *
 * Issues are created in office hours: more by day than at night, few on weekends and holidays, fewer in August, and
 * slowly more over the months. The times are those of `count` independent draws in order, computed one by one without
 * storing them: the minimum of n uniform numbers is distributed like one minus the n-th root of a uniform number.
 */
export function arrivalClock(count: number, random: Random): () => Instant {
  let left = count
  let share = 0
  let day = 0
  return () => {
    share = 1 - (1 - share) * Math.exp(Math.log(1 - random()) / left--)
    while (day < DAYS - 1 && DAY_SHARES[day]! <= share) day++
    const before = day === 0 ? 0 : DAY_SHARES[day - 1]!
    return timeOfDay(day, (share - before) / (DAY_SHARES[day]! - before))
  }
}

function timeOfDay(day: number, share: number): Instant {
  const hours = isDayOff(START / DAY + day) ? QUIET : BUSY
  let hour = 0
  while (hour < 23 && hours[hour]! <= share) hour++
  const before = hour === 0 ? 0 : hours[hour - 1]!
  const within = Math.min(0.999999, (share - before) / (hours[hour]! - before))
  return Math.floor(START + day * DAY + (hour + within) * HOUR)
}

function loadOf(day: number): number {
  const growth = 0.8 + (0.5 * day) / DAYS
  const month = new Date(START + day * DAY).getUTCMonth()
  return growth * (isDayOff(START / DAY + day) ? 0.07 : 1) * (month === 7 ? 0.75 : 1)
}

function runningShares(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.map(weight => {
    sum += weight / total
    return sum
  })
}
