import type { Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import type { CountedInterval } from './flow-item.ts'

/**
 * Returns how much of each interval lies within others, on the report's clock. Both are in order, and do not overlap
 * among themselves.
 */
export function timesWithin(
  intervals: readonly CountedInterval[],
  others: readonly CountedInterval[],
  clock: Clock,
): Millis[] {
  let first = 0
  return intervals.map(({ entered, left }) => {
    while (first < others.length && others[first]!.left <= entered) first++
    let time = 0
    for (let i = first; i < others.length && others[i]!.entered < left; i++) {
      const [from, to] = [Math.max(entered, others[i]!.entered), Math.min(left, others[i]!.left)]
      if (from < to) time += clock(to) - clock(from)
    }
    return time
  })
}
