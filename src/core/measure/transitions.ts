import type { Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
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
