import type { ReportPlan } from '../plan/report-plan.ts'
import { aggregateExtra } from './aggregates.ts'
import { cellsOf } from './cells/cells.ts'
import { directTotals } from './cells/direct-totals.ts'
import type { Tables } from './columns.ts'
import { countedMedians } from './counted-median.ts'
import type { Dialect } from './dialect/dialect.ts'
import { groupIds, type ReportIssues } from './report-issues.ts'
import { groupId } from './scope.ts'
import { sql } from './sql.ts'

/**
 * Returns the aggregated cells of each group: `gN_id, outer_id, inner_id, count, total`, and `extra` if the
 * aggregate needs it. Issues without a cell are not counted.
 */
export function aggregateCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const extra = aggregateExtra(plan, dialect)
  return (
    (extra === null ? directTotals(plan, issues, dialect) : null) ?? {
      tables: cellsOf(plan, issues, dialect),
      last: sql`select outer_id, inner_id${groupIds(issues)}, count(*) as count, ${dialect.total(sql`value`)} as total${extra === null ? sql`` : sql`, ${extra} as extra`}
from cell group by outer_id, inner_id${groupIds(issues)}`,
    }
  )
}

/** Returns the same for medians of cells with many values, without gathering them; `null` for other aggregates. */
export function countedCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables | null {
  if (plan.aggregate !== 'median') return null
  const keys = [sql`outer_id`, sql`inner_id`, ...issues.groups.map((_, i) => groupId(i))]
  return countedMedians(cellsOf(plan, issues, dialect), keys, dialect)
}
