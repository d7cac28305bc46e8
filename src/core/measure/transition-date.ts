import type { Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
import type { CellExplanation, ExplainCell, ExplainedCell } from './explanation.ts'
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

/** Explains a cell of the first entry into a status. */
export const explainFirstEntry: ExplainCell = cell => explainDate(cell, { order: 'first', side: 'to' })
/** Explains a cell of the first exit from a status. */
export const explainFirstExit: ExplainCell = cell => explainDate(cell, { order: 'first', side: 'from' })
/** Explains a cell of the last entry into a status. */
export const explainLastEntry: ExplainCell = cell => explainDate(cell, { order: 'last', side: 'to' })
/** Explains a cell of the last exit from a status. */
export const explainLastExit: ExplainCell = cell => explainDate(cell, { order: 'last', side: 'from' })

/** Explains a date cell by all candidate instants. */
function explainDate({ history, window, column, statusName }: ExplainedCell, end: TransitionEnd): CellExplanation {
  const { order, side } = end
  const { members } = column.statuses
  const instants = statusTransitions(history.statuses, members, window, side)
  const raw = transitionDate(history.statuses, members, window, end)
  // When several have the same instant, the first one is the cell.
  const chosen = instants.findIndex(({ at }) => at === raw)
  return {
    raw,
    rule: `The ${order} time in the window at which the issue ${side === 'to' ? 'entered' : 'left'} the status.`,
    parts: instants.map(({ status, at, actor }, index) => ({
      label: statusName(status),
      within: null,
      entered: at,
      left: at,
      open: false,
      actor,
      raw: at,
      why: index === chosen ? null : `Only the ${order} one counts.`,
    })),
  }
}
