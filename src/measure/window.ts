import type { Instant } from '../time/instant.ts'

/** What a report sees of the histories: the moments from `start` to `last`, both included. None when `start` is later. */
export interface ReportWindow {
  /** The first moment seen; `null` without a trim start. */
  readonly start: Instant | null
  /** The last moment seen: asOf, or the millisecond before the trim end when that is earlier. */
  readonly last: Instant
  /** Where stays that are open, or longer, end: asOf, or the trim end when that is earlier. */
  readonly end: Instant
}

/**
 * The window of a report that is true at `asOf` and whose histories are trimmed to `[trimStart, trimEnd)`.
 *
 * What happens at asOf is seen, what happens at the trim end is not.
 */
export function reportWindow(asOf: Instant, trimStart: Instant | null, trimEnd: Instant | null): ReportWindow {
  if (trimEnd === null) return { start: trimStart, last: asOf, end: asOf }
  return { start: trimStart, last: Math.min(asOf, trimEnd - 1), end: Math.min(asOf, trimEnd) }
}

/** Whether what happened at `moment` is seen. */
export function isInWindow(instant: Instant, { start, last }: ReportWindow): boolean {
  return instant <= last && (start === null || instant >= start)
}
