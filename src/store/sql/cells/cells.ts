import type { ReportTypeName } from '../../plan/report-types.ts'
import { anyField } from './any-field.ts'
import { assignmentDuration } from './assignment-duration.ts'
import type { CellTables } from './cell-tables.ts'
import { durationBetweenStatuses } from './duration-between-statuses.ts'
import { statusCount } from './status-count.ts'
import { statusDuration } from './status-duration.ts'
import { transitionCount } from './transition-count.ts'
import { firstEntry, firstExit, lastEntry, lastExit } from './transition-date.ts'

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
