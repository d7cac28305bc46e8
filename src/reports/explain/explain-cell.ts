import type { ReportTypeName } from '../../plan/report-types.ts'
import type { CellExplanation, ExplainedCell } from './cell-explanation.ts'
import { explainAssignment } from './explain-assignment.ts'
import { explainField } from './explain-field.ts'
import { explainMetric } from './explain-metric.ts'
import { explainStatusCount, explainStatusDuration } from './explain-status.ts'
import { explainDate, explainTransitions } from './explain-transition.ts'

/** Explains a cell of any report type. */
export function explainCell(cell: ExplainedCell): CellExplanation {
  return explainers[cell.plan.type.name as ReportTypeName](cell)
}

const explainers: Readonly<Record<ReportTypeName, (cell: ExplainedCell) => CellExplanation>> = {
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
