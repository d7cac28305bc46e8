import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedStatusStays } from '../clipped.ts'
import type { Tables } from '../columns.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { groupIds, hasPeriods, type ReportIssues } from '../report-issues.ts'
import { sql } from '../sql.ts'
import { timed } from '../working-time.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/**
 * Returns the aggregated cells of a report of durations or counts of statuses, computed directly from the stays, with
 * the columns of `aggregateCells` but no `extra`; `null` if the cells of each issue are needed.
 *
 * The sum over the stays equals the sum over the issues. Counting first visits counts the issues, provided that the
 * window has no start.
 */
export function directTotals(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables | null {
  const { type, multiVisit, window, statusColumns } = plan
  const isOfAllVisits = type.kind === 'count' || multiVisit === 'total'
  const isOfOneStatus = statusColumns === null || statusColumns.every(({ members }) => members.length <= 1)
  if (hasPeriods(issues) || !type.addsUpStatuses || !isOfAllVisits || !isOfOneStatus || window.start !== null)
    return null
  const column = statusColumns === null ? sql`status_id` : sql`column_id`
  const value = type.kind === 'count' ? sql`count(*)` : dialect.total(sql`ms`)
  const rows = type.kind === 'count' ? sql`clipped` : sql`timed`
  return {
    tables: [
      ...chosenStatuses(plan, dialect),
      clippedStatusStays(plan, issues),
      ...(type.kind === 'count' ? [] : timed(plan, issues, dialect)),
    ],
    last: sql`select ${column} as outer_id, cast(null as varchar) as inner_id${groupIds(issues)},
       count(*) filter (where visit_number = 1) as count, ${value} as total
from ${rows} ${statusColumns === null ? sql`` : sql`join chosen_status using (status_id)`}
where ${statusCounts(plan, sql`status_id`, dialect)}
group by ${column}${groupIds(issues)}`,
  }
}
