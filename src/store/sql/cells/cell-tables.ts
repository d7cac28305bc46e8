import type { ReportPlan } from '../../plan/report-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { ReportIssues } from '../report-issues.ts'
import type { Cte } from '../sql.ts'

/**
 * Returns the tables that compute the cells of a report, over `issues` and their table. The last one is `cell`, with
 * one row for each issue and column that is not empty: `issue_id, outer_id, inner_id, value`, and the groups of the
 * issue.
 *
 * `outer_id` and `inner_id` are the ids of the two column levels; null stands for no value (unassigned, none), and REST
 * for everything not selected.
 */
export type CellTables = (plan: ReportPlan, issues: ReportIssues, dialect: Dialect) => Cte[]
