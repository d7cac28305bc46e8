import type { Stay } from '../../history/stay.ts'
import { type ClippedStay, clipToWindow, lengthOf } from '../../measure/clip-to-window.ts'
import { statusCount } from '../../measure/status-count.ts'
import { type MultiVisit, statusDuration } from '../../measure/status-duration.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import { type CellExplanation, type CellPart, type ExplainedCell, whyDeleted } from './cell-explanation.ts'

/** The statuses of a column: those that count, and selected ones that are left out. */
export interface ColumnMembers {
  readonly members: readonly string[]
  readonly leftOut: readonly string[]
}

/** Returns the statuses of the status level of a column. */
export function membersOf(id: string, { statusColumns }: ReportPlan): ColumnMembers {
  return statusColumns?.find(column => column.id === id) ?? { members: [id], leftOut: [] }
}

/** Explains a cell of time in a status by the visits to it. */
export function explainStatusDuration(cell: ExplainedCell): CellExplanation {
  const { plan, clock } = cell
  const { stays, column } = visits(cell)
  return {
    raw: statusDuration(stays, column.members, plan.multiVisit, clock),
    rule: durationRules[plan.multiVisit](column.members.length > 1),
    parts: partsOf(cell, (stay, own) => ({ raw: lengthOf(stay, clock), why: whyNot(plan.multiVisit, stay, own) })),
  }
}

/** Explains a cell of visits to a status. */
export function explainStatusCount(cell: ExplainedCell): CellExplanation {
  const { stays, column } = visits(cell)
  return {
    raw: statusCount(stays, column.members),
    rule: 'Each visit counts 1. Being in the status at the creation or at the start of the window also counts 1.',
    parts: partsOf(cell, () => ({ raw: 1, why: null })),
  }
}

function visits({ plan, key, history }: ExplainedCell): { stays: ClippedStay<Stay>[]; column: ColumnMembers } {
  return { stays: clipToWindow(history.statuses, plan.window), column: membersOf(key.outer!, plan) }
}

function partsOf(
  cell: ExplainedCell,
  evaluate: (stay: ClippedStay<Stay>, own: readonly ClippedStay<Stay>[]) => Pick<CellPart, 'raw' | 'why'>,
): CellPart[] {
  const { stays, column } = visits(cell)
  const { members, leftOut } = column
  return stays.flatMap(stay => {
    const status = stay.of.value!.id
    if (!members.includes(status) && !leftOut.includes(status)) return []
    const label = cell.names.status(status)
    const own = stays.filter(({ of }) => of.value?.id === status)
    const { raw, why } = evaluate(stay, own)
    const { entered, left, open } = stay
    return {
      ...{ label, within: null, entered, left, open, actor: stay.of.actor, raw },
      why: leftOut.includes(status) ? whyDeleted(label) : why,
    }
  })
}

function whyNot(visits: MultiVisit, stay: ClippedStay<Stay>, own: readonly ClippedStay<Stay>[]): string | null {
  if (visits === 'first' && stay !== own[0]) return 'Only the first visit to a status counts.'
  if (visits === 'last' && stay !== own.at(-1)) return 'Only the last visit to a status counts.'
  return null
}

const durationRules: Readonly<Record<MultiVisit, (consolidated: boolean) => string>> = {
  total: () => 'The sum of all visits.',
  first: consolidated =>
    consolidated ? 'The sum of the first visits to each status.' : 'The time of the first visit.',
  last: consolidated => (consolidated ? 'The sum of the last visits to each status.' : 'The time of the last visit.'),
  average: consolidated =>
    consolidated
      ? 'The sum of the averages: for each status the average of its visits, rounded to whole milliseconds.'
      : 'The average of all visits: their total time divided by their number, rounded to whole milliseconds.',
}
