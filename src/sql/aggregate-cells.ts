import type { ReportPlan } from '../plan/report-plan.ts'
import type { ReportTypeName } from '../plan/report-types.ts'
import { cellTables } from './cells/cells.ts'
import { directTotals } from './cells/direct-totals.ts'
import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { groupIds, type ReportIssues } from './report-issues.ts'
import { joinSql, type Sql, sql } from './sql.ts'

/**
 * Returns the aggregated cells of each group: `gN_id, outer_id, inner_id, count, total`, and `squares` or `median` if
 * the aggregate needs it. Issues without a cell are not counted.
 */
export function aggregateCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  return (
    directTotals(plan, issues, dialect) ?? {
      tables: cellTables[plan.type.name as ReportTypeName](plan, issues, dialect),
      last: sql`select outer_id, inner_id${groupIds(issues)}, count(*) as count, sum(value) as total${joinSql(spread(plan, dialect), '')}
from cell group by outer_id, inner_id${groupIds(issues)}`,
    }
  )
}

function spread({ aggregate }: ReportPlan, dialect: Dialect): Sql[] {
  switch (aggregate) {
    case 'standardDeviation':
      return [sql`, sum(${dialect.square(sql`value`)}) as squares`]
    case 'median':
      return [sql`, ${dialect.median(sql`value`)} as median`]
    case 'average':
    case 'sum':
      return []
    case null:
      throw new Error('a list has no aggregate')
  }
}
