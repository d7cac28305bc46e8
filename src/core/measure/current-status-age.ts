import type { Stay } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { type ClippedStay, lengthOf } from './clip-to-window.ts'
import type { Clock } from './clock.ts'
import { openStays } from './current-state.ts'

/**
 * Returns how long an issue has been in its current status: from its latest entry to the end of the window; `null` if
 * the issue did not exist at the end of the window.
 *
 * Unit: milliseconds on `clock`. `stays` are the clipped status stays of the issue. A stay that began before the window
 * counts from the start of the window. Laws: never negative; never more than the time of the issue in the window; with
 * 24/7 it grows by as much as the end of the window moves, until the next change of status.
 */
export function currentStatusAge(stays: readonly ClippedStay<Stay>[], clock: Clock): Millis | null {
  const current = openStays(stays).at(-1)
  return current === undefined ? null : lengthOf(current, clock)
}
