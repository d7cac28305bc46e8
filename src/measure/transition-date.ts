import type { Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
import { isInWindow, type ReportWindow } from './window.ts'

/** Which moment of the visits to a status: the first or the last time it was entered (`to`) or left (`from`). */
export interface TransitionEnd {
  readonly order: 'first' | 'last'
  readonly side: 'to' | 'from'
}

/** A moment at which a status was entered or left. */
export interface StatusTransition {
  readonly status: string
  readonly at: Instant
  /** Who made the change. */
  readonly actor: string | null
}

/** The moments within the window at which an issue entered (`to`) or left (`from`) the statuses of one column, in order. */
export function statusTransitions(
  stays: readonly Stay[],
  statuses: readonly string[],
  window: ReportWindow,
  side: TransitionEnd['side'],
): StatusTransition[] {
  return stays.flatMap(({ value, entered, left, actor }, location) => {
    if (value === null || !statuses.includes(value.id)) return []
    const at = side === 'to' ? entered : left
    // What ends a stay is the change that begins the next one.
    const by = side === 'to' ? actor : (stays[location + 1]?.actor ?? null)
    return at !== null && isInWindow(at, window) ? [{ status: value.id, at, actor: by }] : []
  })
}

/**
 * When an issue first or last entered or left the statuses of one column; `null` when it never did within the window.
 *
 * Unit: an instant. Being created in a status is an entry. Only moments that really were inside the window count: a stay
 * that was carried into it was not entered at its start, and one that outlasts it was not left at its end.
 * Law: what is not `null` is the moment of a change of this issue, or its creation, and lies in the window.
 */
export function transitionDate(
  stays: readonly Stay[],
  statuses: readonly string[],
  window: ReportWindow,
  { order, side }: TransitionEnd,
): Instant | null {
  const instants = statusTransitions(stays, statuses, window, side).map(({ at }) => at)
  if (instants.length === 0) return null
  return order === 'first' ? Math.min(...instants) : Math.max(...instants)
}
