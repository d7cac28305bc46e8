import type { Instant, Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import type { CalendarDefinition } from './working-calendar.ts'
import { type WorkingSegment, workingSegments } from './working-segments.ts'

/**
 * The cumulative working time W of a calendar as a table for SQL joins, with at most one working interval per bucket.
 *
 * For an instant t: `k = floor((t + shift) / width)`, and `W(t) = cumulative + clamp(t - start, 0, length)` of bucket
 * k. Only differences of W are meaningful. The columns have equal length, and are ordered by k without gaps.
 */
export interface BucketTable {
  /** A divisor of the day in whole minutes. */
  readonly width: Millis
  /** At least 0, less than `width`. */
  readonly shift: Millis
  /** The bucket number; negative before 1970. */
  readonly k: Float64Array
  /** The start of the bucket's working interval; the start of the bucket if it has none. */
  readonly start: Float64Array
  /** The length of the working interval; 0 if there is none. */
  readonly length: Float64Array
  /** The working time of all earlier buckets. */
  readonly cumulative: Float64Array
}

/**
 * Returns the bucket table of a calendar for all instants of `[from, to]`, with the widest possible buckets.
 *
 * Exact to the millisecond: an interval that crosses a bucket boundary is split. Throws an Error if even buckets of one
 * minute contain two intervals. That is only possible at dates when the zone's offset was not in whole minutes.
 */
export function bucketTable(calendar: CalendarDefinition, from: Instant, to: Instant): BucketTable {
  // No bucket is wider than a day, so these segments cover every bucket completely.
  const segments = workingSegments(calendar, from - DAY, to + DAY)
  const grid = widestGrid(segments)
  if (!grid) throw new Error(`The calendar '${calendar.name}' has breaks that are too short for buckets of a minute.`)
  const first = Math.floor((from + grid.shift) / grid.width)
  const last = Math.floor((to + grid.shift) / grid.width)
  return { ...grid, ...fillBuckets(segments, grid, first, last - first + 1) }
}

interface Grid {
  readonly width: Millis
  readonly shift: Millis
}

const MINUTE: Millis = 60_000

/** All divisors of a day in whole minutes, longest first: 24 h, 12 h, 8 h, ... 2 min, 1 min. */
const widths: readonly Millis[] = Array.from({ length: 1440 }, (_, i) => 1440 - i)
  .filter(minutes => 1440 % minutes === 0)
  .map(minutes => minutes * MINUTE)

function widestGrid(segments: readonly WorkingSegment[]): Grid | null {
  for (const width of widths) {
    const offset = offsetInEveryGap(segments, width)
    if (offset !== null) return { width, shift: (width - offset) % width }
  }
  return null
}

/**
 * Returns an offset of the boundaries, modulo `width`, that puts one into every gap between two intervals; `null` if
 * there is none.
 */
function offsetInEveryGap(segments: readonly WorkingSegment[], width: Millis): Millis | null {
  const gaps = narrowGaps(segments, width)
  // If any offset lies in all gaps, then so does the start of one of them.
  const offsets = [0, ...gaps.map(({ from }) => from)]
  return offsets.find(offset => gaps.every(({ from, length }) => modulo(offset - from, width) <= length)) ?? null
}

/** Returns the distinct gaps narrower than `width`, modulo `width`. Wider gaps always contain a boundary. */
function narrowGaps(segments: readonly WorkingSegment[], width: Millis): { from: Millis; length: Millis }[] {
  const gaps = new Map<number, { from: Millis; length: Millis }>()
  for (let i = 1; i < segments.length; i++) {
    const length = segments[i]!.from - segments[i - 1]!.to
    if (length >= width) continue
    const from = modulo(segments[i - 1]!.to, width)
    gaps.set(from * width + length, { from, length })
  }
  return [...gaps.values()]
}

function modulo(value: number, width: number): number {
  return ((value % width) + width) % width
}

type Columns = Omit<BucketTable, 'width' | 'shift'>

function fillBuckets(
  segments: readonly WorkingSegment[],
  { width, shift }: Grid,
  first: number,
  count: number,
): Columns {
  const columns = emptyColumns(count)
  let next = 0
  let sum = 0
  for (let i = 0; i < count; i++) {
    const from = (first + i) * width - shift
    const to = from + width
    while (next < segments.length && segments[next]!.to <= from) next++
    const segment = segments[next]
    const start = segment && segment.from < to ? Math.max(segment.from, from) : from
    const length = segment && segment.from < to ? Math.min(segment.to, to) - start : 0
    columns.k[i] = first + i
    columns.start[i] = start
    columns.length[i] = length
    columns.cumulative[i] = sum
    sum += length
  }
  return columns
}

function emptyColumns(count: number): Columns {
  const column = () => new Float64Array(count)
  return { k: column(), start: column(), length: column(), cumulative: column() }
}
