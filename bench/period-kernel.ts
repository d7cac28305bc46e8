import type { BucketTable } from '../src/core/time/calendar/cumulative-time.ts'
import { counted, type Stays } from './kernel.ts'

/**
 * Computes sums by period and status with the minimum of work: one pass over the stays. Period n is from `borders[n]` to
 * `borders[n + 1]`. Returns a function that gives the sum of a period and a status in milliseconds.
 */
export function sumByPeriod(
  { statuses, status, entered, left }: Stays,
  borders: readonly number[],
  buckets: BucketTable | null,
): (period: number, status: number) => bigint {
  const width = statuses.length
  const size = borders.length * width
  // The sum of all milliseconds would not be exact in one number.
  const [seconds, millis] = [new Float64Array(size), new Float64Array(size)]
  const starts = Float64Array.from(borders)
  const reading = buckets ? Float64Array.from(borders, at => counted(at, buckets)) : starts
  const [first, length] = [borders[0]!, (borders.at(-1)! - borders[0]!) / (borders.length - 1)]
  for (let i = 0; i < status.length; i++) {
    const [from, to] = [entered[i]!, left[i]!]
    let period = Math.min(Math.floor((from - first) / length), borders.length - 2)
    while (starts[period]! > from) period--
    while (starts[period + 1]! <= from) period++
    let done = buckets ? counted(from, buckets) : from
    const end = buckets ? counted(to, buckets) : to
    for (; done < end; period++) {
      const until = Math.min(reading[period + 1]!, end)
      const cell = period * width + status[i]!
      const whole = Math.floor((until - done) / 1000)
      seconds[cell]! += whole
      millis[cell]! += until - done - whole * 1000
      done = until
    }
  }
  return (period, of) => BigInt(seconds[period * width + of]!) * 1000n + BigInt(millis[period * width + of]!)
}
