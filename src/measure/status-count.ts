import type { Stay } from '../history/stay.ts'
import type { ClippedStay } from './clip-to-window.ts'

/**
 * How many visits an issue made to the statuses of one column; `null` when it made none.
 *
 * Unit: visits. Being created in a status is a visit, and so is a stay that was carried into the window. Law: in a
 * history that is not trimmed, the columns of all statuses add up to one more than the transitions.
 */
export function statusCount(stays: readonly ClippedStay<Stay>[], statuses: readonly string[]): number | null {
  const visits = stays.filter(({ of }) => of.value !== null && statuses.includes(of.value.id)).length
  return visits === 0 ? null : visits
}
