import type { ReportPlan } from '../plan/report-plan.ts'
import { percentsOf } from './aggregates.ts'
import { cellsOf } from './cells/cells.ts'
import { columnsQuery } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { allIssues, issuesByProject } from './report-issues.ts'
import { bigints, plain, type Sql, sql, varchars, withTables } from './sql.ts'

/** The queries of a distribution, for one snapshot of the store. */
export interface DistributionQueries {
  /**
   * A row for each column with a cell: `outer_id, inner_id, count, least, lower_quartile, middle, upper_quartile,
   * greatest`, and `ranked` with the percentiles of the plan.
   */
  readonly spread: Sql
  /** The cells of all issues, as table `cell_value`: `outer_id, inner_id, value`. */
  readonly cells: Sql
  /** As in FoundQueries. */
  readonly columns?: Sql
}

/** Compiles the queries for the distribution of an aggregation's cells over all its issues. */
export function compileDistribution(plan: ReportPlan, dialect: Dialect): DistributionQueries {
  const issues = issuesByProject({ ...plan, groupBy: [] }, dialect) ?? allIssues(plan, dialect)
  const tables = [issues.table, ...cellsOf(plan, issues, dialect)]
  const columns = columnsQuery(plan, issues, dialect)
  return {
    spread: withTables(tables, spreadOf(sql`cell`, plan, dialect), dialect),
    cells: withTables(tables, sql`select outer_id, inner_id, value from cell`, dialect),
    ...(columns ? { columns: withTables([issues.table, ...columns.tables], columns.last, dialect) } : {}),
  }
}

/** Selects `spread` from the spooled cells. */
export function spooledSpread(plan: ReportPlan, dialect: Dialect): Sql {
  return spreadOf(sql`cell_value`, plan, dialect)
}

function spreadOf(cells: Sql, plan: ReportPlan, dialect: Dialect): Sql {
  const value = sql`value`
  const percents = percentsOf(plan)
  const ranked = percents.length === 0 ? sql`` : sql`, ${dialect.percentiles(value, percents)} as ranked`
  return sql`select outer_id, inner_id, count(*) as count, min(value) as least, ${dialect.quantile(value, 0.25)} as lower_quartile,
       ${dialect.quantile(value, 0.5)} as middle, ${dialect.quantile(value, 0.75)} as upper_quartile, max(value) as greatest${ranked}
from ${cells} group by outer_id, inner_id`
}

/** A value of a column, by its rank from 1 in ascending order. */
export interface WantedRank {
  readonly outer: string | null
  readonly inner: string | null
  readonly rank: number
}

/** Selects the values with these ranks from the spooled cells: `outer_id, inner_id, position, value`. */
export function rankedValues(wanted: readonly WantedRank[], dialect: Dialect): Sql {
  const list = dialect.listTable([
    ['outer_id', sql`${varchars(wanted.map(({ outer }) => outer))}`],
    ['inner_id', sql`${varchars(wanted.map(({ inner }) => inner))}`],
    ['position', sql`${bigints(wanted.map(({ rank }) => rank))}`],
  ])
  return sql`select r.outer_id, r.inner_id, r.position, r.value
from (select *, row_number() over (partition by outer_id, inner_id order by value) as position from cell_value) r
     join ${list} w on w.outer_id is not distinct from r.outer_id and w.inner_id is not distinct from r.inner_id
          and w.position = r.position`
}

/**
 * Counts the spooled cells of each column in bins of equal width: `outer_id, inner_id, bin` from 0, `count`. A column
 * whose range has fewer whole values than `bins` has a bin for each of them.
 */
export function binnedValues(bins: number, dialect: Dialect): Sql {
  const spread = plain('(greatest - least + 1)')
  const used = sql`case when ${spread} < ${plain(String(bins))} then ${spread} else ${plain(String(bins))} end`
  return sql`select outer_id, inner_id, bin, count(*) as count
from (select c.outer_id, c.inner_id, ${dialect.wholeQuotient(sql`(c.value - s.least) * (${used})`, spread)} as bin
      from cell_value c
           join (select outer_id, inner_id, min(value) as least, max(value) as greatest
                 from cell_value group by outer_id, inner_id) s
             on s.outer_id is not distinct from c.outer_id and s.inner_id is not distinct from c.inner_id)
group by outer_id, inner_id, bin order by bin`
}

/** Selects the spooled cells in ascending order. */
export const sortedValues: Sql = sql`select outer_id, inner_id, value from cell_value order by value`
