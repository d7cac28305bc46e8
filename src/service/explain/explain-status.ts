import type { Stay } from '../../history/stay.ts'
import { lengthOf, type Seen, seenStays } from '../../measure/seen-stays.ts'
import { statusCount } from '../../measure/status-count.ts'
import { type MultiVisit, statusDuration } from '../../measure/status-duration.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import { type AskedCell, type CellPart, type CellStory, whyDeleted } from './cell-story.ts'

/** The statuses of a column: those that count, and those that were asked for and are left out. */
export interface ColumnMembers {
  readonly members: readonly string[]
  readonly leftOut: readonly string[]
}

/** The statuses that the status level of a column stands for. */
export function membersOf(id: string, { statusColumns }: ReportPlan): ColumnMembers {
  return statusColumns?.find(column => column.id === id) ?? { members: [id], leftOut: [] }
}

/** A cell of time in a status: the visits to it. */
export function explainStatusDuration(asked: AskedCell): CellStory {
  const { plan, clock } = asked
  const { stays, column } = visits(asked)
  return {
    raw: statusDuration(stays, column.members, plan.multiVisit, clock),
    rule: durationRules[plan.multiVisit](column.members.length > 1),
    parts: partsOf(asked, (stay, own) => ({ raw: lengthOf(stay, clock), why: whyNot(plan.multiVisit, stay, own) })),
  }
}

/** A cell of visits to a status. */
export function explainStatusCount(asked: AskedCell): CellStory {
  const { stays, column } = visits(asked)
  return {
    raw: statusCount(stays, column.members),
    rule: 'Every visit counts 1, and so does being created in the status, or being in it when the window begins.',
    parts: partsOf(asked, () => ({ raw: 1, why: null })),
  }
}

function visits({ plan, key, life }: AskedCell): { stays: Seen<Stay>[]; column: ColumnMembers } {
  return { stays: seenStays(life.statuses, plan.seen), column: membersOf(key.outer!, plan) }
}

function partsOf(
  asked: AskedCell,
  told: (stay: Seen<Stay>, own: readonly Seen<Stay>[]) => Pick<CellPart, 'raw' | 'why'>,
): CellPart[] {
  const { stays, column } = visits(asked)
  const { members, leftOut } = column
  return stays.flatMap(stay => {
    const status = stay.of.value!.id
    if (!members.includes(status) && !leftOut.includes(status)) return []
    const label = asked.names.status(status)
    const own = stays.filter(({ of }) => of.value?.id === status)
    const { raw, why } = told(stay, own)
    const { entered, left, open } = stay
    return {
      ...{ label, within: null, entered, left, open, actor: stay.of.actor, raw },
      why: leftOut.includes(status) ? whyDeleted(label) : why,
    }
  })
}

function whyNot(visits: MultiVisit, stay: Seen<Stay>, own: readonly Seen<Stay>[]): string | null {
  if (visits === 'first' && stay !== own[0]) return 'Only the first visit to a status counts.'
  if (visits === 'last' && stay !== own.at(-1)) return 'Only the last visit to a status counts.'
  return null
}

const durationRules: Readonly<Record<MultiVisit, (consolidated: boolean) => string>> = {
  total: () => 'The times of all visits add up.',
  first: consolidated =>
    consolidated ? 'The times of the first visit to each status add up.' : 'The time of the first visit.',
  last: consolidated =>
    consolidated ? 'The times of the last visit to each status add up.' : 'The time of the last visit.',
  average: consolidated =>
    consolidated
      ? 'For each status the average of its visits, rounded to whole milliseconds; these averages add up.'
      : 'The average of all visits: their times added up, divided by their number, rounded to whole milliseconds.',
}
