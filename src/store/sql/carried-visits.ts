import type { ReportPlan } from '../plan/report-plan.ts'
import { fieldStaysWhere } from './cells/any-field.ts'
import { statusCounts } from './cells/chosen.ts'
import { clippedStatusStays, isLeftOut } from './clipped.ts'
import type { Dialect } from './dialect/dialect.ts'
import { narrowedIssues, type ReportIssues } from './report-issues.ts'
import { type Sql, sql, withTables } from './sql.ts'

/**
 * Returns the query that counts the visits that the report leaves out by isLeftOut, in its columns: `carried`; `null` if the
 * report keeps all visits.
 */
export function carriedVisits(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Sql | null {
  const leftOut = isLeftOut(plan)
  if (leftOut === null || plan.type.outer === 'transition') return null
  const tables =
    plan.type.outer === 'field'
      ? fieldStaysWhere(sql` and ${leftOut}`, plan, issues)
      : [
          clippedStatusStays(
            plan,
            narrowedIssues(issues, sql`${leftOut} and ${statusCounts(plan, sql`s.value_id`, dialect)}`),
          ),
        ]
  return withTables([issues.table, ...tables], sql`select count(*) as carried from clipped`, dialect)
}
