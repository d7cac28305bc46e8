import type { Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
import type { ExplainCell } from './explanation.ts'
import { isInWindow, type ReportWindow } from './window.ts'

/** A change from one status directly to another. */
export interface Transition {
  readonly from: string
  readonly to: string
  readonly at: Instant
  /** The user who made it. */
  readonly actor: string | null
}

/**
 * Returns the transitions in the window, from the status stays of one issue in chronological order.
 *
 * `from` is the status of the previous stay, whatever the log says. Creation in a status is not a transition.
 */
export function transitions(stays: readonly Stay[], window: ReportWindow): Transition[] {
  return stays.slice(1).flatMap(({ value, entered, actor }, index) => {
    const from = stays[index]!.value
    return from && value && isInWindow(entered, window) ? [{ from: from.id, to: value.id, at: entered, actor }] : []
  })
}

/**
 * Returns how often an issue went directly from one status to another in the window; `null` for never.
 *
 * Unit: transitions. Law: if the window contains the whole history, all pairs sum up to the number of stays except the
 * first.
 */
export function transitionCount(stays: readonly Stay[], window: ReportWindow, from: string, to: string): number | null {
  const matching = transitions(stays, window).filter(
    transition => transition.from === from && transition.to === to,
  ).length
  return matching === 0 ? null : matching
}

/** Explains a cell of transitions by the instant of each one. */
export const explainTransitionCount: ExplainCell = ({ history, window, column, statusName }) => {
  const { from, to } = column.transition
  const label = `${statusName(from)} → ${statusName(to)}`
  return {
    raw: transitionCount(history.statuses, window, from, to),
    rule: 'Each transition counts 1.',
    parts: transitions(history.statuses, window)
      .filter(transition => transition.from === from && transition.to === to)
      .map(({ at, actor }) => ({ label, within: null, entered: at, left: at, open: false, actor, raw: 1, why: null })),
  }
}
