import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedAssignments, clippedVisits } from '../clipped.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { ReportIssues } from '../report-issues.ts'
import { type Cte, type Sql, sql } from '../sql.ts'
import { visitedFieldStays } from './any-field.ts'
import { statusCounts } from './chosen.ts'
import { transitions } from './transition-count.ts'

/** What the values of issues come from, before it is cut, added up or counted. */
export interface ValueRows {
  readonly tables: readonly Cte[]
  /** A query or table of `issue_id, from_ms`, for durations `to_ms`, and the groups. */
  readonly rows: Sql
}

/**
 * Returns the stays whose time a report by period adds up, or the moments that it counts; `null` for metrics, whose stays depend on each
 * other.
 */
export function valueRows(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): ValueRows | null {
  const { outer, addsUpStatuses } = plan.type
  if (outer === 'metric') return null
  if (outer === 'field') return { tables: visitedFieldStays(plan, issues), rows: sql`clipped` }
  if (outer === 'transition') return { tables: transitions(plan, issues, dialect), rows: sql`transition` }
  return {
    tables: addsUpStatuses ? clippedVisits(plan, issues) : [clippedAssignments(plan, issues)],
    rows: sql`(select * from clipped where ${statusCounts(plan, sql`status_id`, dialect)})`,
  }
}
