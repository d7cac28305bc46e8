import type { Instant, Millis } from '../time/instant.ts'
import type { Clock } from './clock.ts'
import type { ReportWindow } from './window.ts'

/** Anything that holds from one moment on until another: a stay or a holder. */
export interface Period {
  readonly entered: Instant
  readonly left: Instant | null
}

/** What a report sees of a stay: the part of it that lies in the window. */
export interface ClippedStay<T extends Period> {
  /** The whole stay. */
  readonly of: T
  /** When it was entered, or the start of the window when that is later. */
  readonly entered: Instant
  /** When it was left, or the end of the window when that is earlier. */
  readonly left: Instant
  /** Whether it still held at the end of the window. */
  readonly open: boolean
}

/**
 * The stays that a window shows, clipped to it, in the order given.
 *
 * A stay is seen when it was entered by the last moment of the window and held at its start or later: a stay of no
 * length is seen at its moment, one that was left just as the window began is not. Laws: lengths over two adjoining
 * windows add up; of stays that tile a life, those seen tile its part in the window, and only the last is open.
 */
export function clipToWindow<T extends Period>(stays: readonly T[], window: ReportWindow): ClippedStay<T>[] {
  const { start, last, end } = window
  if (start !== null && start > last) return []
  return stays
    .filter(({ entered, left }) => entered <= last && holdsFrom(start, entered, left))
    .map(of => {
      const open = of.left === null || of.left > last
      return { of, entered: Math.max(of.entered, start ?? of.entered), left: open ? end : of.left!, open }
    })
}

function holdsFrom(start: Instant | null, entered: Instant, left: Instant | null): boolean {
  return start === null || left === null || left > start || entered >= start
}

/** How long the seen part of a stay lasted on `clock`, in milliseconds; never negative. */
export function lengthOf({ entered, left }: ClippedStay<Period>, clock: Clock): Millis {
  return clock(left) - clock(entered)
}

/** How long the seen parts lasted together; `null` when there are none, which is not the same as 0. */
export function totalLength(clipped: readonly ClippedStay<Period>[], clock: Clock): Millis | null {
  return clipped.length === 0 ? null : clipped.reduce((sum, stay) => sum + lengthOf(stay, clock), 0)
}
