import type { TimelineBand } from '../../reports/explain/explanation.ts'
import { positionAt, type Span } from './span.ts'

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

/** Returns the visible bands on an axis of `width`. `until` ends ongoing bands. */
export function bandBoxes(
  bands: readonly TimelineBand[],
  { until, span, width }: { readonly until: number; readonly span: Span; readonly width: number },
): BandBox[] {
  return bands.flatMap((band, index) => {
    const left = band.left ?? until
    if (left < span.from || band.entered > span.until) return []
    const start = Math.max(0, positionAt(band.entered, span, width))
    const end = Math.min(width, positionAt(left, span, width))
    // A band that starts at the edge must not be drawn beyond it.
    const x = Math.min(start, width - MIN_WIDTH)
    return [{ band, index, x, width: Math.max(MIN_WIDTH, end - x) }]
  })
}

/** The minimum width of a non-working interval; narrower ones would look like stripes. Pixels. */
const MIN_INTERVAL_WIDTH = 4

/** Returns the non-working intervals that are wide enough to see. */
export function intervalBoxes(
  intervals: readonly (readonly [from: number, until: number])[],
  span: Span,
  width: number,
): { readonly x: number; readonly width: number }[] {
  return intervals.flatMap(([from, until]) => {
    const x = Math.max(0, positionAt(from, span, width))
    const end = Math.min(width, positionAt(until, span, width))
    return end - x >= MIN_INTERVAL_WIDTH ? [{ x, width: end - x }] : []
  })
}

/** The average width of a letter. Pixels. */
const LETTER_WIDTH = 6.4

/** Truncates a name to a width in pixels; empty if nothing useful fits. */
export function truncate(name: string, width: number): string {
  const letters = [...name]
  const maxLetters = Math.floor(width / LETTER_WIDTH)
  if (letters.length <= maxLetters) return name
  return maxLetters < 4
    ? ''
    : `${letters
        .slice(0, maxLetters - 1)
        .join('')
        .trimEnd()}…`
}
