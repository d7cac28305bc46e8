import type { Stay } from '../history/stay.ts'
import { type ClippedStay, clipToWindow } from './clip-to-window.ts'
import { type CellPart, type ExplainedCell, whyDeleted } from './explanation.ts'

/** Returns the clipped status stays of the issue of a cell. */
export function visitsOf({ history, window }: ExplainedCell): ClippedStay<Stay>[] {
  return clipToWindow(history.statuses, window)
}

/** Explains each visit to the statuses of a column. `own` has all visits to the same status. */
export function explainVisits(
  cell: ExplainedCell,
  explain: (visit: ClippedStay<Stay>, own: readonly ClippedStay<Stay>[]) => Pick<CellPart, 'raw' | 'why'>,
): CellPart[] {
  const { members, leftOut } = cell.column.statuses
  const visits = visitsOf(cell)
  return visits.flatMap(visit => {
    const status = visit.of.value!.id
    if (!members.includes(status) && !leftOut.includes(status)) return []
    const label = cell.statusName(status)
    const own = visits.filter(({ of }) => of.value?.id === status)
    const { raw, why } = explain(visit, own)
    const { entered, left, open } = visit
    return {
      label,
      within: null,
      entered,
      left,
      open,
      actor: visit.of.actor,
      raw,
      isCarried: visit.of.entered < entered,
      why: leftOut.includes(status) ? whyDeleted(label) : why,
    }
  })
}
