import type { FlowAnswers } from '../../app/operations/flow.ts'
import { dateText } from './flow-cells.ts'
import type { Rows } from './in-columns.ts'
import { shortened } from './terminal-text.ts'

/** The widest name of a sprint. */
const NAME_WIDTH = 16

/** Returns the numbers of each sprint, and, after an empty row, in how many sprints finished issues were. */
export function sprintRows({ sprints, perIssue, timeZone }: FlowAnswers['sprints']): Rows {
  return [
    ['SPRINT', 'START', 'END', 'COMMITTED', 'ADDED', 'REMOVED', 'FINISHED', 'CARRIED'],
    ...sprints.map(({ name, start, end, isOver, committed, added, removed, finished, carriedOver }) => [
      ...[shortened(name, NAME_WIDTH), dateText(start, timeZone), isOver ? dateText(end, timeZone) : 'running'],
      ...[committed, added, removed, finished, carriedOver].map(({ count }) => String(count)),
    ]),
    ...(perIssue.length === 0 ? [] : [[], ['SPRINTS OF AN ISSUE', 'FINISHED ISSUES']]),
    ...perIssue.map(({ sprints, issues }) => [String(sprints), String(issues)]),
  ]
}
