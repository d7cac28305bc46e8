import type { Instant } from '../../time/instant.ts'

/** The part of a period that a report shows: the instants of `[start, end)`. */
export interface Bucket {
  /** The start of the period. */
  readonly period: Instant
  readonly start: Instant
  readonly end: Instant
  /** The moment of a snapshot at the end: `end`, or asOf if that is earlier. What happened at asOf is included. */
  readonly at: Instant
  /** Whether the report leaves out a part of the period. */
  readonly partial: boolean
}

/**
 * Returns the buckets of the instants of `[from, last]`. `borders` are those of the periods, ascending, from the one
 * with `from` to the end of the one with `last`. An asOf that is the first moment of a period opens no bucket.
 */
export function bucketsOf(
  borders: readonly Instant[],
  { from, last, asOf }: { readonly from: Instant; readonly last: Instant; readonly asOf: Instant },
): Bucket[] {
  const opensBucket = last === asOf && borders.length > 2 && borders.at(-2) === asOf
  const used = opensBucket ? borders.slice(0, -1) : borders
  return used.slice(0, -1).map((period, i) => {
    const isLast = i === used.length - 2
    const next = used[i + 1]!
    const end = isLast ? last + 1 : next
    return {
      period,
      start: Math.max(period, from),
      end,
      at: Math.min(end, asOf),
      partial: period < from || end < next,
    }
  })
}

/** Returns the last moment of a bucket that the report knows, whose date is that of its end. */
export function lastMoment({ start, at }: Bucket): Instant {
  return Math.max(start, at - 1)
}

/** Returns whether an instant is in a bucket. */
export function isIn({ start, end }: Pick<Bucket, 'start' | 'end'>, at: Instant): boolean {
  return at >= start && at < end
}
