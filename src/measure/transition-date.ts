import type { Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
import { isSeen, type SeenWindow } from './window.ts'

/** Which moment of the visits to a status: the first or the last time it was entered (`to`) or left (`from`). */
export interface TransitionEnd {
  readonly order: 'first' | 'last'
  readonly side: 'to' | 'from'
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
  window: SeenWindow,
  { order, side }: TransitionEnd,
): Instant | null {
  const moments = stays
    .filter(({ value }) => value !== null && statuses.includes(value.id))
    .flatMap(({ entered, left }) => (side === 'to' ? entered : (left ?? [])))
    .filter(moment => isSeen(moment, window))
  if (moments.length === 0) return null
  return order === 'first' ? Math.min(...moments) : Math.max(...moments)
}
