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
 * Returns the window before a window: moved back, in local time, by the fewest whole weeks that are at least its length. The length is the
 * smaller one of the elapsed time and the difference of the local times, so a change of the clock adds no week. It never ends after
 * the window begins. That of an empty window is empty.
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
