import type { ReportPlan } from '../plan/report-plan.ts'
import { aggregateExtra, extraParts, isMedian, percentileColumn, percentsOf } from './aggregates.ts'
import { cellsOf } from './cells/cells.ts'
import { directTotals } from './cells/direct-totals.ts'
import type { Tables } from './columns.ts'
import { countedRanks } from './counted-ranks.ts'
import type { Dialect } from './dialect/dialect.ts'
import { groupIds, type ReportIssues } from './report-issues.ts'
import { groupId } from './scope.ts'
import { joinSql, plain, type Sql, sql } from './sql.ts'

/**
 * Returns the aggregated cells of each group: `gN_id, outer_id, inner_id, count, total`, `extra` if the aggregate needs
 * it, and `pN` for each percentile. Issues without a cell are not counted.
 */
export function aggregateCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const extra = aggregateExtra(plan, dialect)
  const percents = percentsOf(plan)
  if (extra === null && percents.length === 0) {
    const direct = directTotals(plan, issues, dialect)
    if (direct) return direct
  }
  const columns = [
    sql`count(*) as count`,
    sql`${dialect.total(sql`value`)} as total`,
    ...(extra === null ? [] : [sql`${extra} as extra`]),
    ...(percents.length === 0 ? [] : [sql`${dialect.percentiles(sql`value`, percents)} as ranked`]),
  ]
  const cells = sql`select outer_id, inner_id${groupIds(issues)}, ${joinSql(columns, ', ')}
from cell group by outer_id, inner_id${groupIds(issues)}`
  const tables = cellsOf(plan, issues, dialect)
  if (percents.length === 0) return { tables, last: cells }
  const totals = joinSql([sql`count`, sql`total`, ...(extra === null ? [] : [sql`extra`])], ', ')
  return {
    tables: [...tables, ['ranked_cell', cells]],
    last: sql`select outer_id, inner_id${groupIds(issues)}, ${totals}, ${joinSql(percents.map(elementOf), ', ')}
from ranked_cell`,
  }
}

function elementOf(percent: number, index: number): Sql {
  return sql`ranked[${plain(String(index + 1))}] as ${percentileColumn(percent)}`
}

/**
 * Returns the tables of aggregateCells for medians and percentiles of cells with many values; `null` if the report has neither. It
 * counts values in ranges, because gathering all values of a large cell would need too much memory.
 */
export function countedCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables | null {
  const ranksHalf = isMedian(plan)
  const percents = percentsOf(plan)
  if (!ranksHalf && percents.length === 0) return null
  const keys = [sql`outer_id`, sql`inner_id`, ...issues.groups.map((_, i) => groupId(i))]
  const parts = extraParts(plan, dialect)
  const extra = parts && { ofRange: parts.merge(parts.part), merge: parts.merge }
  return countedRanks(cellsOf(plan, issues, dialect), { keys, isMedian: ranksHalf, percents, extra }, dialect)
}
