import type { ReportTypeName } from '../../plan/report-types.ts'
import type { AskedCell, CellStory } from './cell-story.ts'
import { explainField } from './explain-field.ts'
import { explainHolder } from './explain-holder.ts'
import { explainMetric } from './explain-metric.ts'
import { explainDate, explainTransitions } from './explain-moment.ts'
import { explainStatusCount, explainStatusDuration } from './explain-status.ts'

/** What a cell of any report is made of. */
export function explainCell(asked: AskedCell): CellStory {
  return explainers[asked.plan.type.name as ReportTypeName](asked)
}

const explainers: Readonly<Record<ReportTypeName, (asked: AskedCell) => CellStory>> = {
  statusDuration: explainStatusDuration,
  durationBetweenStatuses: explainMetric,
  assigneeDuration: explainHolder,
  statusDurationByAssignee: explainHolder,
  assigneeDurationByStatus: explainHolder,
  groupDuration: explainHolder,
  statusDurationByGroup: explainHolder,
  groupDurationByStatus: explainHolder,
  anyfieldDuration: explainField,
  statusCount: explainStatusCount,
  transitionCount: explainTransitions,
  anyFieldCount: explainField,
  firstTransitionToStatusDate: explainDate,
  firstTransitionFromStatusDate: explainDate,
  lastTransitionToStatusDate: explainDate,
  lastTransitionFromDate: explainDate,
}
