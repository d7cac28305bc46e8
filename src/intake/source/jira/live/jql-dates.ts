import type { Instant } from '../../../../core/time/instant.ts'
import { padded } from '../../../../core/time/padded.ts'
import { offsetTransitions, UTC, wallClock, type Zone } from '../../../../core/time/zone.ts'

/**
 * How a tracker reads dates in queries: as epoch milliseconds, as text in the account's time zone, as text in a zone that
 * is not known, or not at all.
 */
export type DateForm =
  | { readonly kind: 'milliseconds' }
  | { readonly kind: 'text'; readonly separator: '/' | '-'; readonly zone: Zone | null }
  | { readonly kind: 'none' }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The largest distance between UTC and a local time, in either direction, rounded up to hours. */
const WIDEST_OFFSET = 14 * HOUR

/**
 * Returns an operand for `updated >=` that the tracker reads as an instant at or before `from`, whatever its precision;
 * `null` when the tracker reads no dates.
 *
 * A text is at least one minute earlier, and one more hour when the clock shows its time twice.
 */
export function lowerBound(from: Instant, form: DateForm): string | null {
  switch (form.kind) {
    case 'none':
      return null
    case 'milliseconds':
      // The index may keep whole seconds.
      return String(Math.floor(from / 1000) * 1000 - 1000)
    case 'text':
      if (form.zone === null) return textOf(from - MINUTE - WIDEST_OFFSET, UTC, form.separator)
      return textOf(beforeFold(from - MINUTE, from, form.zone), form.zone, form.separator)
  }
}

/**
 * Returns an operand for `created` at the minute of an instant; `null` when the tracker reads no dates. The same operand
 * ends one window and begins the next, so its exact meaning does not matter.
 */
export function boundary(at: Instant, form: DateForm): string | null {
  switch (form.kind) {
    case 'none':
      return null
    case 'milliseconds':
      return String(at)
    case 'text':
      return textOf(at, form.zone ?? UTC, form.separator)
  }
}

/** Returns an instant such that the tracker reads its text as `from` or earlier. */
function beforeFold(start: Instant, from: Instant, zone: Zone): Instant {
  let at = start
  // A repeated time may be read as the later one of its two instants.
  while (latestReading(at, zone) > from) at -= HOUR
  return at
}

/** Returns the last instant at which the zone's clock shows the same minute as at `at`. */
function latestReading(at: Instant, zone: Zone): Instant {
  const minute = Math.floor(at / MINUTE) * MINUTE
  const local = minute + wallClock(minute, zone).offset
  const readings = offsetTransitions(zone, minute - 24 * HOUR, minute + 24 * HOUR)
    .map(({ from, to, offset }) => ({ from, to, reading: local - offset }))
    .filter(({ from, to, reading }) => reading >= from && reading < to)
  return Math.max(minute, ...readings.map(({ reading }) => reading))
}

function textOf(at: Instant, zone: Zone, separator: string): string {
  const { year, month, day, hour, minute } = wallClock(at, zone)
  const date = [padded(year, 4), padded(month, 2), padded(day, 2)].join(separator)
  return `"${date} ${padded(hour, 2)}:${padded(minute, 2)}"`
}
