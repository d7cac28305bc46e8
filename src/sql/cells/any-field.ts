import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedColumns } from '../clipped.ts'
import { groupsOf, groupsOfIssue, type ReportIssues } from '../report-issues.ts'
import { type Cte, identifier, type Sql, sql, varchars } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cells.ts'
import { heldValues } from './held-values.ts'

/**
 * How long, or how often, each field of each issue held each value: `outer_id` is the field, `inner_id` the value, null
 * while there was none.
 */
export const anyField: CellTables = (plan, issues, dialect) => [
  ...clippedFieldStays(plan, issues),
  ...timed(plan, dialect),
  [
    'cell',
    plan.type.kind === 'duration'
      ? sql`  select issue_id, field_id as outer_id, value_id as inner_id, sum(ms)::bigint as value${groupsOfIssue(issues)} from timed group by 1, 2, 3`
      : sql`  select issue_id, field_id as outer_id, value_id as inner_id, count(*) as value${groupsOfIssue(issues)} from timed group by 1, 2, 3`,
  ],
]

/** Deleted statuses have no time in any cell when they are hidden, among the values of a field neither. */
function hiddenStatusesLeftOut({ hiddenStatuses }: ReportPlan): Sql {
  if (hiddenStatuses.length === 0) return sql``
  return sql` and (s.field_id <> 'status' or s.value_id not in (select unnest(${varchars(hiddenStatuses)})))`
}

/**
 * `clipped`: one row per stay of the history fields that the report sees: `issue_id, field_id, seq, value_id, value,
 * from_ms, to_ms, is_open`.
 *
 * A field that never held a value in an issue has no stays there: it held none from the creation on.
 */
export function clippedFieldStays(plan: ReportPlan, issues: ReportIssues): Cte[] {
  const { columns, condition } = clippedColumns(plan)
  const grouped =
    issues.groups.length > 0 ? sql`join ${identifier(issues.table[0])} r on r.issue_id = s.issue_id` : sql``
  const fields = sql`select unnest(${varchars(plan.historyFields.map(({ field }) => field.id))}) as field_id`
  return [
    ['wanted', sql`  ${fields}`],
    ...heldValues(plan, issues),
    [
      'field_life',
      sql`  select * from held
  union all
  select i.id, w.field_id, 1, null, null, i.created_ms, null
  from ${identifier(issues.table[0])} r join issue i on i.id = r.issue_id cross join wanted w
  where not exists (select 1 from held h where h.issue_id = i.id and h.field_id = w.field_id)`,
    ],
    [
      'clipped',
      sql`  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, ${columns}${groupsOf(issues)}
  from field_life s ${grouped}
  where ${condition}${hiddenStatusesLeftOut(plan)}`,
    ],
  ]
}
