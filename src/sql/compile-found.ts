import type { ReportPlan } from '../plan/report-plan.ts'
import { clippedAssignments, foundStatuses } from './clipped.ts'
import { columnsQuery } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { ReportIssues } from './report-issues.ts'
import { type Sql, sql, withTables } from './sql.ts'

/** The queries for what a report finds in the histories of all its issues; those that it does not need are absent. */
export interface FoundQueries {
  /** The statuses: `status_id`. */
  readonly statuses?: Sql
  /** The users, where the request selects users: `assignee_id`. */
  readonly people?: Sql
  /** The columns with a value anywhere in the result: `outer_id, inner_id`, and `label` of field values. */
  readonly columns?: Sql
}

/** Compiles the queries for what a report finds in the histories of `issues`, which are all its issues, not grouped. */
export function compileFound(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): FoundQueries {
  const columns = columnsQuery(plan, issues, dialect)
  return {
    ...(cellsHaveStatuses(plan)
      ? {}
      : { statuses: withTables([issues.table, foundStatuses(plan, issues)], sql`select status_id from found`) }),
    ...(plan.assignees && usesPeople(plan)
      ? {
          people: withTables(
            [issues.table, clippedAssignments(plan, issues)],
            sql`select distinct assignee_id from clipped`,
          ),
        }
      : {}),
    ...(columns ? { columns: withTables([issues.table, ...columns.tables], columns.last) } : {}),
  }
}

/** Whether the outer ids of an aggregation's cells are the statuses found: every stay is in a cell of its status. */
function cellsHaveStatuses({ endpoint, type, statusColumns, hiddenStatuses }: ReportPlan): boolean {
  const isByStatus = type.outer === 'status' && type.inner === null && type.kind !== 'date'
  return endpoint === 'aggregation' && isByStatus && statusColumns === null && hiddenStatuses.length === 0
}

function usesPeople({ type }: ReportPlan): boolean {
  return type.outer === 'user' || type.inner === 'user'
}
