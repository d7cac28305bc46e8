import type { ReportPlan } from '../plan/report-plan.ts'
import { clippedStatusStays } from './clipped.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { ReportIssues } from './report-issues.ts'
import { type Sql, sql, withTables } from './sql.ts'
import { timed } from './working-time.ts'

/** Selects the age of issues in their current status: `issue_id, value`; no row for an issue without one. */
export function statusAges(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Sql {
  return withTables(
    [issues.table, clippedStatusStays(plan, issues), ...timed(plan, issues, dialect)],
    sql`select issue_id, ms as value from timed where is_open`,
    dialect,
  )
}
