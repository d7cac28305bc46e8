import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedColumns } from '../clipped.ts'
import { groupsOf, groupsOfIssue, type ReportIssues } from '../report-issues.ts'
import { type Cte, identifier, type Sql, sql, unnested, varchars } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cells.ts'
import { visibleFieldStays } from './visible-field-stays.ts'

/**
 * Computes how long, or how often, each field of each issue had each value: `outer_id` is the field and `inner_id` the
 * value, null for no value.
 */
export const anyField: CellTables = (plan, issues, dialect) => [
  ...clippedFieldStays(plan, issues),
  ...timed(plan, dialect),
  [
    'cell',
    plan.type.kind === 'duration'
      ? sql`  select issue_id, field_id as outer_id, value_id as inner_id, cast(sum(ms) as bigint) as value${groupsOfIssue(issues)} from timed group by 1, 2, 3`
      : sql`  select issue_id, field_id as outer_id, value_id as inner_id, count(*) as value${groupsOfIssue(issues)} from timed group by 1, 2, 3`,
  ],
]

/** Returns a condition that removes deleted statuses, if they are hidden, also as values of a field. */
function hiddenStatusesLeftOut({ hiddenStatuses }: ReportPlan): Sql {
  if (hiddenStatuses.length === 0) return sql``
  return sql` and (s.field_id <> 'status' or s.value_id not in (${unnested(varchars(hiddenStatuses))}))`
}

/**
 * Returns `clipped`: one row for each stay of the history fields within the report window: `issue_id, field_id, seq,
 * value_id, value, from_ms, to_ms, is_open`.
 *
 * A field that never had a value in an issue has no stored stays; it gets one stay without a value, from the creation
 * on.
 */
export function clippedFieldStays(plan: ReportPlan, issues: ReportIssues): Cte[] {
  const { columns, condition } = clippedColumns(plan)
  const grouped =
    issues.groups.length > 0 ? sql`join ${identifier(issues.table[0])} r on r.issue_id = s.issue_id` : sql``
  const fields = unnested(varchars(plan.historyFields.map(({ field }) => field.id)), 'field_id')
  return [
    ['wanted', sql`  ${fields}`],
    ...visibleFieldStays(plan, issues),
    [
      'field_stay_or_none',
      sql`  select * from visible_field_stay
  union all
  select i.id, w.field_id, 1, null, null, i.created_ms, null
  from ${identifier(issues.table[0])} r join issue i on i.id = r.issue_id cross join wanted w
  where not exists (select 1 from visible_field_stay h where h.issue_id = i.id and h.field_id = w.field_id)`,
    ],
    [
      'clipped',
      sql`  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, ${columns}${groupsOf(issues)}
  from field_stay_or_none s ${grouped}
  where ${condition}${hiddenStatusesLeftOut(plan)}`,
    ],
  ]
}
