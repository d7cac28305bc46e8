import type { BucketTable } from '../../../../src/core/time/calendar/cumulative-time.ts'

/** Returns W from a bucket table, as a query does: `cumulative + least(greatest(t - start, 0), length)` of bucket k. */
export function readBuckets({ width, shift, k, start, length, cumulative }: BucketTable): (instant: number) => number {
  return instant => {
    const row = Math.floor((instant + shift) / width) - k[0]!
    return cumulative[row]! + Math.min(Math.max(instant - start[row]!, 0), length[row]!)
  }
}
