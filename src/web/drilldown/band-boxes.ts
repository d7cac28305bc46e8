import type { TimelineBand } from '../../service/page-types.ts'
import { positionAt, type Span } from './span.ts'

/** The least width of a band that can be seen. Pixels. */
const MIN_WIDTH = 2

/** A band on the line, as far as it is in sight. */
export interface BandBox {
  readonly band: TimelineBand
  /** Its place among all. */
  readonly index: number
  readonly x: number
  readonly width: number
}

/** The bands of which something is in sight, on a line as wide as `width`. `until` ends those that are still open. */
export function bandBoxes(
  bands: readonly TimelineBand[],
  { until, span, width }: { readonly until: number; readonly span: Span; readonly width: number },
): BandBox[] {
  return bands.flatMap((band, index) => {
    const left = band.left ?? until
    if (left < span.from || band.entered > span.until) return []
    const start = Math.max(0, positionAt(band.entered, span, width))
    const end = Math.min(width, positionAt(left, span, width))
    // What begins at the very edge must not be drawn beyond it.
    const x = Math.min(start, width - MIN_WIDTH)
    return [{ band, index, x, width: Math.max(MIN_WIDTH, end - x) }]
  })
}

/** The colours that bands can have: by the category of their status, those of persons by whether there is one. */
export type Hue = 'new' | 'indeterminate' | 'done' | 'other' | 'person' | 'nobody'

/** How a band is coloured: the statuses of one category differ in depth, from 0. */
export interface Shade {
  readonly hue: Hue
  readonly depth: number
}

/** How many depths there are of a hue. */
export const DEPTHS = 4

/** The shades of statuses, by name of status: those of one category take turns, in the order in which they come. */
export function shadesOf(statuses: readonly TimelineBand[]): ReadonlyMap<string, Shade> {
  const shades = new Map<string, Shade>()
  const count = new Map<Hue, number>()
  for (const { name, category } of statuses) {
    if (shades.has(name)) continue
    const hue = category === 'new' || category === 'indeterminate' || category === 'done' ? category : 'other'
    const before = count.get(hue) ?? 0
    shades.set(name, { hue, depth: before % DEPTHS })
    count.set(hue, before + 1)
  }
  return shades
}

/** The least width of a stretch without working time: narrower ones would be mere stripes. Pixels. */
const MIN_INTERVAL_WIDTH = 4

/** The stretches without working time that are wide enough to be seen, as places on a line. */
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

/** How wide a letter is on the average. Pixels. */
const LETTER = 6.4

/** A name cut to a width in pixels; empty where not even its beginning could be read. */
export function truncate(name: string, width: number): string {
  const letters = [...name]
  const maxLetters = Math.floor(width / LETTER)
  if (letters.length <= maxLetters) return name
  return maxLetters < 4
    ? ''
    : `${letters
        .slice(0, maxLetters - 1)
        .join('')
        .trimEnd()}…`
}
