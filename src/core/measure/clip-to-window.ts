import type { Instant, Millis } from '../time/instant.ts'
import type { Clock } from './clock.ts'
import type { ReportWindow } from './window.ts'

/** An interval that may be open: a stay or an assignment. */
export interface Period {
  readonly entered: Instant
  readonly left: Instant | null
}

/** A stay reduced to its overlap with the report window. */
export interface ClippedStay<T extends Period> {
  /** The whole stay. */
  readonly of: T
  /** When it was entered, or the start of the window if that is later. */
  readonly entered: Instant
  /** When it was left, or the end of the window if that is earlier. */
  readonly left: Instant
  /** Whether it was still open at the end of the window. */
  readonly open: boolean
}

/**
 * Returns the stays that overlap the window, clipped to it, in the same order.
 *
 * A stay overlaps the window if it was entered by the last instant of the window and was not left by its start. A stay
 * of length 0 overlaps if its instant lies in the window. Laws: lengths over two adjacent windows sum up; if stays tile
 * a lifetime, the clipped stays tile its part in the window, and only the last is open.
 */
export function clipToWindow<T extends Period>(stays: readonly T[], window: ReportWindow): ClippedStay<T>[] {
  const { start, last, end } = window
  if (start !== null && start > last) return []
  return stays
    .filter(({ entered, left }) => entered <= last && overlapsStart(start, entered, left))
    .map(of => {
      const open = of.left === null || of.left > last
      return { of, entered: Math.max(of.entered, start ?? of.entered), left: open ? end : of.left!, open }
    })
}

function overlapsStart(start: Instant | null, entered: Instant, left: Instant | null): boolean {
  return start === null || left === null || left > start || entered >= start
}

/** Returns the length of a clipped stay on `clock`, in milliseconds; never negative. */
export function lengthOf({ entered, left }: ClippedStay<Period>, clock: Clock): Millis {
  return clock(left) - clock(entered)
}

/** Returns the total length of clipped stays; `null` for no stays, which differs from 0. */
export function totalLength(clipped: readonly ClippedStay<Period>[], clock: Clock): Millis | null {
  return clipped.length === 0 ? null : clipped.reduce((sum, stay) => sum + lengthOf(stay, clock), 0)
}
