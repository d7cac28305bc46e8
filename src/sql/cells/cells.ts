import type { ReportPlan } from '../../plan/report-plan.ts'
import type { ReportTypeName } from '../../plan/report-types.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { ReportIssues } from '../report-issues.ts'
import type { Cte } from '../sql.ts'
import { anyField } from './any-field.ts'
import { assignmentDuration } from './assignment-duration.ts'
import { durationBetweenStatuses } from './duration-between-statuses.ts'
import { statusCount } from './status-count.ts'
import { statusDuration } from './status-duration.ts'
import { transitionCount } from './transition-count.ts'
import { firstEntry, firstExit, lastEntry, lastExit } from './transition-date.ts'

/**
 * Returns the tables that compute the cells of a report, over `issues` and their table. The last one is `cell`, with
 * one row for each issue and column that is not empty: `issue_id, outer_id, inner_id, value`, and the groups of the
 * issue.
 *
 * `outer_id` and `inner_id` are the ids of the two column levels; null stands for no value (unassigned, none), and REST
 * for everything not selected.
 */
export type CellTables = (plan: ReportPlan, issues: ReportIssues, dialect: Dialect) => Cte[]

const cellTables: Readonly<Record<ReportTypeName, CellTables>> = {
  statusDuration,
  durationBetweenStatuses,
  assigneeDuration: assignmentDuration,
  statusDurationByAssignee: assignmentDuration,
  assigneeDurationByStatus: assignmentDuration,
  groupDuration: assignmentDuration,
  statusDurationByGroup: assignmentDuration,
  groupDurationByStatus: assignmentDuration,
  anyfieldDuration: anyField,
  statusCount,
  transitionCount,
  anyFieldCount: anyField,
  firstTransitionToStatusDate: firstEntry,
  firstTransitionFromStatusDate: firstExit,
  lastTransitionToStatusDate: lastEntry,
  lastTransitionFromDate: lastExit,
}

/** Returns the tables that compute the cells of a report. */
export const cellsOf: CellTables = (plan, issues, dialect) =>
  cellTables[plan.type.name as ReportTypeName](plan, issues, dialect)
