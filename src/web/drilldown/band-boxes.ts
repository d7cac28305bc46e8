import type { TimelineBand } from '../../reports/report/explain/explanation.ts'
import { positionAt, type TimelineSpan } from './span.ts'

/** The minimum width of a visible band. Pixels. */
const MIN_WIDTH = 2

/** The visible part of a band. */
export interface BandBox {
  readonly band: TimelineBand
  /** Its index among all bands. */
  readonly index: number
  readonly x: number
  readonly width: number
}

/**
 * Returns the visible bands on an axis of `width`, at most one for each pixel. `until` ends ongoing bands. Of several bands
 * of the minimum width at one position, it returns the first one, the `kept` ones and the last one of the timeline.
 */
export function bandBoxes(
  bands: readonly TimelineBand[],
  {
    until,
    span,
    width,
    kept = [],
  }: { readonly until: number; readonly span: TimelineSpan; readonly width: number; readonly kept?: readonly number[] },
): BandBox[] {
  const boxes: BandBox[] = []
  let taken: number | null = null
  bands.forEach((band, index) => {
    const left = band.left ?? until
    if (left < span.from || band.entered > span.until) return
    const start = Math.max(0, positionAt(band.entered, span, width))
    const end = Math.min(width, positionAt(left, span, width))
    // A band that starts at the edge must not be drawn beyond it.
    const x = Math.max(0, Math.min(start, width - MIN_WIDTH))
    const position = end - x > MIN_WIDTH ? null : Math.floor(x / MIN_WIDTH)
    const isCovered = position !== null && position === taken
    if (isCovered && index < bands.length - 1 && !kept.includes(index)) return
    taken = position
    boxes.push({ band, index, x, width: Math.max(MIN_WIDTH, end - x) })
  })
  return boxes
}

/** The minimum width of a non-working interval; narrower ones would look like stripes. Pixels. */
const MIN_INTERVAL_WIDTH = 4

/** Returns the non-working intervals that are wide enough to see. */
export function intervalBoxes(
  intervals: readonly (readonly [from: number, until: number])[],
  span: TimelineSpan,
  width: number,
): { readonly x: number; readonly width: number }[] {
  return intervals.flatMap(([from, until]) => {
    const x = Math.max(0, positionAt(from, span, width))
    const end = Math.min(width, positionAt(until, span, width))
    return end - x >= MIN_INTERVAL_WIDTH ? [{ x, width: end - x }] : []
  })
}
