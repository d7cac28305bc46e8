import type { Instant, Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import type { CalendarDefinition } from './working-calendar.ts'
import { type WorkingSegment, workingSegments } from './working-segments.ts'

/**
 * A calendar's cumulative working time W as a table that a query can join, with at most one working stretch per bucket.
 *
 * For a moment t: `k = floor((t + shift) / width)`, and `W(t) = cumulative + clamp(t - start, 0, length)` of bucket k. Only
 * differences of W mean something. The columns are of equal length, ordered by k, without a gap.
 */
export interface BucketTable {
  /** A whole number of minutes that divides the day. */
  readonly width: Millis
  /** At least 0, less than `width`. */
  readonly shift: Millis
  /** The bucket's number; below 0 before 1970. */
  readonly k: Float64Array
  /** Where the bucket's working stretch begins; the bucket's own start when it has none. */
  readonly start: Float64Array
  /** How long the stretch is; 0 when there is none. */
  readonly length: Float64Array
  /** The working time of all buckets before. */
  readonly cumulative: Float64Array
}

/**
 * The bucket table of a calendar for every moment of `[from, to]`, with the widest buckets that are possible.
 *
 * Exact to the millisecond: a stretch that crosses the border of a bucket is cut in two. Throws an Error when even
 * buckets of a minute would hold two stretches, which no calendar of whole minutes does since clocks keep whole minutes.
 */
export function bucketTable(calendar: CalendarDefinition, from: Instant, to: Instant): BucketTable {
  // No bucket is wider than a day, so that these hold all of every bucket.
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

/** The whole numbers of minutes that divide a day, longest first: 24 h, 12 h, 8 h, ... 2 min, 1 min. */
const widths: readonly Millis[] = Array.from({ length: 1440 }, (_, i) => 1440 - i)
  .filter(minutes => 1440 % minutes === 0)
  .map(minutes => minutes * MINUTE)

function widestGrid(segments: readonly WorkingSegment[]): Grid | null {
  for (const width of widths) {
    const border = borderInEveryGap(segments, width)
    if (border !== null) return { width, shift: (width - border) % width }
  }
  return null
}

/** A place of the borders, modulo `width`, that puts one in every gap between two stretches; `null` when none does. */
function borderInEveryGap(segments: readonly WorkingSegment[], width: Millis): Millis | null {
  const gaps = narrowGaps(segments, width)
  // If any place is in all gaps, then the beginning of one of them is too.
  const locations = [0, ...gaps.map(({ from }) => from)]
  return locations.find(location => gaps.every(({ from, length }) => modulo(location - from, width) <= length)) ?? null
}

/** The different gaps that are narrower than `width`, modulo `width`: the wider ones hold a border anyway. */
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
