import type { Instant } from '../../time/instant.ts'
import { DAY, localDateTime, localMillis } from '../../time/local-time.ts'
import { instantAt, wallClock, type Zone } from '../../time/zone.ts'

/** The instants `[from, end)`. */
export interface HalfOpen {
  readonly from: Instant
  readonly end: Instant
}

const WEEK = 7 * DAY

/**
 * Returns the window before a window. It is moved back, in local time, by the smallest number of whole weeks that is at least
 * the length of the window. The length is the elapsed time or the difference of the local times, whichever is smaller. So a
 * change of the clock adds no week. The result never ends after the window begins, and is empty for an empty window.
 */
export function windowBefore(window: HalfOpen, zone: Zone): HalfOpen {
  const { from } = window
  const end = Math.max(window.end, from)
  const length = Math.min(end - from, localOf(end, zone) - localOf(from, zone))
  const weeks = Math.max(1, Math.ceil(length / WEEK))
  const moved = (at: Instant) => instantAt(localDateTime(localOf(at, zone) - weeks * WEEK), zone)
  return { from: moved(from), end: Math.min(from, moved(end)) }
}

/** Returns how many local days lie between two windows, with one decimal; 0 if they touch or overlap. */
export function gapDays(a: HalfOpen, b: HalfOpen, zone: Zone): number {
  const [earlier, later] = a.from <= b.from ? [a, b] : [b, a]
  const gap = localOf(later.from, zone) - localOf(Math.max(earlier.from, earlier.end), zone)
  return Math.max(0, Math.round((10 * gap) / DAY) / 10)
}

function localOf(at: Instant, zone: Zone): number {
  return localMillis(wallClock(at, zone))
}
