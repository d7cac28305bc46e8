import type { Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
import { isInWindow, type ReportWindow } from './window.ts'

/** A change of status: from the one that was held to another, at a moment. */
export interface Transition {
  readonly from: string
  readonly to: string
  readonly at: Instant
  /** Who made it. */
  readonly actor: string | null
}

/**
 * The transitions whose moment lies in the window, from the status stays of one issue in order of time.
 *
 * What the log says a change came from plays no part: a transition's from is the status that was held. Being created in
 * a status is no transition.
 */
export function transitions(stays: readonly Stay[], window: ReportWindow): Transition[] {
  return stays.slice(1).flatMap(({ value, entered, actor }, index) => {
    const from = stays[index]!.value
    return from && value && isInWindow(entered, window) ? [{ from: from.id, to: value.id, at: entered, actor }] : []
  })
}
