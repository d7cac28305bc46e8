import type { Stay } from '../history/stay.ts'
import { transitions } from './transitions.ts'
import type { ReportWindow } from './window.ts'

/**
 * How often an issue went from one status straight to another within the window; `null` when it never did.
 *
 * Unit: transitions. Law: over all pairs they add up to the stays but the first, when the window shows all of them.
 */
export function transitionCount(stays: readonly Stay[], window: ReportWindow, from: string, to: string): number | null {
  const made = transitions(stays, window).filter(transition => transition.from === from && transition.to === to).length
  return made === 0 ? null : made
}
