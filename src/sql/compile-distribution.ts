import type { ReportPlan } from '../plan/report-plan.ts'
import { cellsOf } from './cells/cells.ts'
import { columnsQuery } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { allIssues, issuesByProject } from './report-issues.ts'
import { type Sql, sql, withTables } from './sql.ts'

/** The queries of a distribution, for one snapshot of the store. */
export interface DistributionQueries {
  /**
   * A row for each column with a cell: `outer_id, inner_id, count, least, lower_quartile, middle, upper_quartile,
   * greatest`.
   */
  readonly spread: Sql
  /** As in FoundQueries. */
  readonly columns?: Sql
}

/** Compiles the queries for the distribution of an aggregation's cells over all its issues. */
export function compileDistribution(plan: ReportPlan, dialect: Dialect): DistributionQueries {
  const issues = issuesByProject({ ...plan, groupBy: [] }, dialect) ?? allIssues(plan, dialect)
  const value = sql`value`
  const spread = withTables(
    [issues.table, ...cellsOf(plan, issues, dialect)],
    sql`select outer_id, inner_id, count(*) as count, min(value) as least, ${dialect.quantile(value, 0.25)} as lower_quartile,
       ${dialect.quantile(value, 0.5)} as middle, ${dialect.quantile(value, 0.75)} as upper_quartile, max(value) as greatest
from cell group by outer_id, inner_id`,
    dialect,
  )
  const columns = columnsQuery(plan, issues, dialect)
  return {
    spread,
    ...(columns ? { columns: withTables([issues.table, ...columns.tables], columns.last, dialect) } : {}),
  }
}
