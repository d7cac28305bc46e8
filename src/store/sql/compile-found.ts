import type { ReportPlan } from '../plan/report-plan.ts'
import { clippedAssignments, foundStatuses, isLeftOut } from './clipped.ts'
import { columnsQuery } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { issueTables, type ReportIssues } from './report-issues.ts'
import { type Sql, sql, withTables } from './sql.ts'

/** The queries for what occurs in the histories of all issues of a report; those that it does not need are absent. */
export interface FoundQueries {
  /** The found statuses: `status_id`. */
  readonly statuses?: Sql
  /** The found users, if the request selects users: `assignee_id`. */
  readonly people?: Sql
  /** The columns with at least one value: `outer_id, inner_id`, and `label` of field values. */
  readonly columns?: Sql
}

/** Compiles the queries over the histories of `issues`: all issues of the report, not grouped. */
export function compileFound(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): FoundQueries {
  const columns = columnsQuery(plan, issues, dialect)
  const tables = issueTables(plan, issues)
  return {
    ...(cellsHaveStatuses(plan)
      ? {}
      : {
          statuses: withTables([...tables, foundStatuses(plan, issues)], sql`select status_id from found`, dialect),
        }),
    ...(plan.assignees && usesPeople(plan)
      ? {
          people: withTables(
            [...tables, clippedAssignments(plan, issues)],
            sql`select distinct assignee_id from clipped`,
            dialect,
          ),
        }
      : {}),
    ...(columns ? { columns: withTables([...tables, ...columns.tables], columns.last, dialect) } : {}),
  }
}

/**
 * Returns whether the outer ids of an aggregation's cells are the found statuses. This is so if every stay contributes
 * to a cell of its status.
 */
function cellsHaveStatuses(plan: ReportPlan): boolean {
  const { endpoint, type, statusColumns, hiddenStatuses } = plan
  const isOfAll = statusColumns === null && hiddenStatuses.length === 0
  return endpoint === 'aggregation' && type.addsUpStatuses === true && isOfAll && isLeftOut(plan) === null
}

function usesPeople({ type }: ReportPlan): boolean {
  return type.outer === 'user' || type.inner === 'user'
}
