import type { Stay } from '../history/stay.ts'
import type { ClippedStay } from './clip-to-window.ts'
import type { ExplainCell } from './explanation.ts'
import { explainVisits, visitsOf } from './visits.ts'

/**
 * Returns the number of visits of an issue to the statuses of one column; `null` for no visits.
 *
 * Unit: visits. Creation in a status is a visit, and so is a stay that started before the window. Law: in a history
 * that is not trimmed, the columns of all statuses sum up to one more than the transitions.
 */
export function statusCount(stays: readonly ClippedStay<Stay>[], statuses: readonly string[]): number | null {
  const visits = stays.filter(({ of }) => of.value !== null && statuses.includes(of.value.id)).length
  return visits === 0 ? null : visits
}

/** Explains a cell of visits to a status. */
export const explainStatusCount: ExplainCell = cell => ({
  raw: statusCount(visitsOf(cell), cell.column.statuses.members),
  rule: 'Each visit counts 1. Being in the status at the creation or at the start of the window also counts 1.',
  parts: explainVisits(cell, () => ({ raw: 1, why: null })),
})
