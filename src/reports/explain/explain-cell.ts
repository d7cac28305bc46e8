import type { ReportTypeName } from '../../plan/report-types.ts'
import type { CellExplanation, ExplainedCell } from './cell-story.ts'
import { explainField } from './explain-field.ts'
import { explainAssignment } from './explain-holder.ts'
import { explainMetric } from './explain-metric.ts'
import { explainDate, explainTransitions } from './explain-moment.ts'
import { explainStatusCount, explainStatusDuration } from './explain-status.ts'

/** What a cell of any report is made of. */
export function explainCell(asked: ExplainedCell): CellExplanation {
  return explainers[asked.plan.type.name as ReportTypeName](asked)
}

const explainers: Readonly<Record<ReportTypeName, (asked: ExplainedCell) => CellExplanation>> = {
  statusDuration: explainStatusDuration,
  durationBetweenStatuses: explainMetric,
  assigneeDuration: explainAssignment,
  statusDurationByAssignee: explainAssignment,
  assigneeDurationByStatus: explainAssignment,
  groupDuration: explainAssignment,
  statusDurationByGroup: explainAssignment,
  groupDurationByStatus: explainAssignment,
  anyfieldDuration: explainField,
  statusCount: explainStatusCount,
  transitionCount: explainTransitions,
  anyFieldCount: explainField,
  firstTransitionToStatusDate: explainDate,
  firstTransitionFromStatusDate: explainDate,
  lastTransitionToStatusDate: explainDate,
  lastTransitionFromDate: explainDate,
}
