import type { Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
import { isInWindow, type ReportWindow } from './window.ts'

/** Which instant of the visits to a status: the first or the last time it was entered (`to`) or left (`from`). */
export interface TransitionEnd {
  readonly order: 'first' | 'last'
  readonly side: 'to' | 'from'
}

/** An instant at which a status was entered or left. */
export interface StatusTransition {
  readonly status: string
  readonly at: Instant
  /** The user who made the change. */
  readonly actor: string | null
}

/**
 * Returns the instants in the window at which an issue entered (`to`) or left (`from`) the statuses of one column, in
 * order.
 */
export function statusTransitions(
  stays: readonly Stay[],
  statuses: readonly string[],
  window: ReportWindow,
  side: TransitionEnd['side'],
): StatusTransition[] {
  return stays.flatMap(({ value, entered, left, actor }, index) => {
    if (value === null || !statuses.includes(value.id)) return []
    const at = side === 'to' ? entered : left
    // The change that starts the next stay ends this one.
    const by = side === 'to' ? actor : (stays[index + 1]?.actor ?? null)
    return at !== null && isInWindow(at, window) ? [{ status: value.id, at, actor: by }] : []
  })
}

/**
 * Returns when an issue first or last entered or left the statuses of one column; `null` if it never did in the window.
 *
 * Unit: an instant. Creation in a status is an entry. Only real changes in the window count, not the start or the end
 * of the window itself. Law: the result is the instant of a change of this issue, or of its creation, and lies in the
 * window.
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
