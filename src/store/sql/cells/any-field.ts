import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedColumns, isLeftOut } from '../clipped.ts'
import { counted } from '../periods.ts'
import { groupIds, groupsOf, groupsOfIssue, hasPeriods, periodsOfRow, type ReportIssues } from '../report-issues.ts'
import { type Cte, identifier, type Sql, sql, unnested, varchars } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cell-tables.ts'
import { visibleFieldStays } from './visible-field-stays.ts'

/**
 * Computes how long, or how often, each field of each issue had each value: `outer_id` is the field and `inner_id` the
 * value, null for no value.
 */
export const anyField: CellTables = (plan, issues, dialect) => {
  const isTimed = plan.type.kind === 'duration'
  const [rows, value] = isTimed ? [sql`timed`, sql`cast(sum(ms) as bigint)`] : [countedRows(issues), sql`count(*)`]
  const periods = periodsOfRow(issues)
  return [
    ...visitedFieldStays(plan, issues),
    ...(isTimed ? timed(plan, issues, dialect) : counted('clipped', plan, issues, dialect)),
    [
      'cell',
      sql`  select issue_id, field_id as outer_id, value_id as inner_id, ${value} as value${groupsOfIssue(issues)}${periods} from ${rows} group by 1, 2, 3${periods}`,
    ],
  ]
}

function countedRows(issues: ReportIssues): Sql {
  return hasPeriods(issues) ? sql`counted` : sql`clipped`
}

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
  return fieldStaysWhere(sql``, plan, issues)
}

/** Returns `clipped` as clippedFieldStays, without the stays that isLeftOut selects. */
export function visitedFieldStays(plan: ReportPlan, issues: ReportIssues): Cte[] {
  const leftOut = isLeftOut(plan)
  return fieldStaysWhere(leftOut === null ? sql`` : sql` and not (${leftOut})`, plan, issues)
}

/** Returns `clipped` as clippedFieldStays, of the stays for which another condition holds: empty, or ` and ...`. */
export function fieldStaysWhere(condition: Sql, plan: ReportPlan, issues: ReportIssues): Cte[] {
  const clipped = clippedColumns(plan)
  const fields = unnested(varchars(plan.historyFields.map(({ field }) => field.id)), 'field_id')
  return [
    ...visibleFieldStays(plan, issues),
    [
      'field_stay_or_none',
      sql`  select i.id as issue_id, w.field_id, coalesce(h.seq, 1) as seq, h.value_id, h.value,
         coalesce(h.entered_ms, i.created_ms) as entered_ms, h.left_ms${groupsOf(issues)}
  from ${identifier(issues.table[0])} r join issue i on i.id = r.issue_id cross join (${fields}) w
       left join visible_field_stay h on h.issue_id = i.id and h.field_id = w.field_id`,
    ],
    [
      'clipped',
      sql`  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, ${clipped.columns}${groupIds(issues)}
  from field_stay_or_none s
  where ${clipped.condition}${condition}${hiddenStatusesLeftOut(plan)}`,
    ],
  ]
}
