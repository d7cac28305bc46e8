import type { Instant } from '../time/instant.ts'

/** The instants that a report takes into account: from `start` to `last`, both included. Empty if `start` is later. */
export interface ReportWindow {
  /** The first instant; `null` without a trim start. */
  readonly start: Instant | null
  /** The last instant: asOf, or the millisecond before the trim end if that is earlier. */
  readonly last: Instant
  /** Where open or longer stays end: asOf, or the trim end if that is earlier. */
  readonly end: Instant
}

/**
 * Returns the window of a report as of `asOf`, trimmed to `[trimStart, trimEnd)`.
 *
 * The window includes asOf, but not the trim end.
 */
export function reportWindow(asOf: Instant, trimStart: Instant | null, trimEnd: Instant | null): ReportWindow {
  if (trimEnd === null) return { start: trimStart, last: asOf, end: asOf }
  return { start: trimStart, last: Math.min(asOf, trimEnd - 1), end: Math.min(asOf, trimEnd) }
}

/** Returns whether an instant lies in the window. */
export function isInWindow(instant: Instant, { start, last }: ReportWindow): boolean {
  return instant <= last && (start === null || instant >= start)
}
