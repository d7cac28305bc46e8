import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { joinsOf } from '../scope.ts'
import { joinSql, type Sql, sql, withTables } from '../sql.ts'
import { flowGroup, flowIssues } from './flow-issues.ts'
import { type FinishWindow, finishedColumns, isFinished, withinColumn } from './item-queries.ts'

/** Selects the group of each issue, as in reports: `issue_id, label`; an empty label is no value. */
export function itemGroupRows(plan: FlowPlan, dialect: Dialect): Sql {
  const groups = flowGroup(plan, dialect)
  const label = joinSql(
    groups.map(group => group.label),
    '',
  )
  return withTables(
    [flowIssues(plan, dialect).table],
    sql`select i.id as issue_id, coalesce(cast(${label} as varchar), '') as label
from report_issue r join issue i on i.id = r.issue_id join project p on p.id = i.project_id ${joinsOf(groups)}`,
    dialect,
  )
}

/**
 * Counts and sums as `finishedTotals`, in each group of the spooled table `item_group`: also its `label`, and the issues
 * `in_progress`. The groups are in the order of their labels, and that without a value is the last.
 */
export function groupTotals(window: FinishWindow, sle: number | null, dialect: Dialect): Sql {
  const finished = sql`select g.label as finished_label, ${finishedColumns(dialect)}, ${withinColumn(sle)} as within
  from flow_item f join item_group g on g.issue_id = f.issue_id
  where ${isFinished(window)} group by g.label`
  return withTables(
    [
      ['finished_group', sql`  ${finished}`],
      [
        'wip_group',
        sql`  select g.label, count(*) filter (where f.is_wip) as in_progress
  from flow_item f join item_group g on g.issue_id = f.issue_id group by g.label`,
      ],
    ],
    sql`select f.*, w.* from wip_group w left join finished_group f on f.finished_label = w.label
where f.finished > 0 or w.in_progress > 0
order by case when w.label = '' then 1 else 0 end, lower(w.label), w.label`,
    dialect,
  )
}
