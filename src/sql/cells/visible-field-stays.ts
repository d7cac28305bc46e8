import type { ReportPlan } from '../../plan/report-plan.ts'
import { visibleCondition } from '../browsable.ts'
import type { ReportIssues } from '../report-issues.ts'
import { type Cte, joinSql, type Sql, sql, varchar } from '../sql.ts'

const COLUMNS = sql`issue_id, field_id, seq, value_id, value, entered_ms, left_ms`

/**
 * Returns `visible_field_stay`: the stays of the history fields in table `wanted`, as visible to the caller: `issue_id, field_id,
 * seq, value_id, value, entered_ms, left_ms`.
 *
 * Hidden values are treated as if the field had no value. Consecutive stays without a visible value become one stay,
 * with the `seq` of the stay that began it. A field with only hidden values has no stays, like one that never had a
 * value.
 */
export function visibleFieldStays(plan: ReportPlan, issues: ReportIssues): Cte[] {
  const stays = sql`  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms`
  const source = sql`  from ${issues.rowsOf('stay')}
  where (${issues.condition}) and s.field_id in (select field_id from wanted)`
  const hidden = isHidden(plan)
  if (hidden === null) return [['visible_field_stay', sql`${stays}\n${source}`]]
  return [
    ['field_stay', sql`${stays}, ${hidden} as is_hidden\n${source}`],
    ['redacted_field', sql`  select distinct issue_id, field_id from field_stay where is_hidden`],
    [
      'visible_stay',
      sql`  select ${COLUMNS} from field_stay
  where not is_hidden and (value_id is not null or (issue_id, field_id) not in (select issue_id, field_id from redacted_field))`,
    ],
    // One edge at the creation, and one at the end of each stay.
    [
      'edge',
      sql`  select m.issue_id, m.field_id, i.created_ms as entered_ms, i.created_ms as left_ms
  from redacted_field m join issue i on i.id = m.issue_id
  where (m.issue_id, m.field_id) in (select issue_id, field_id from visible_stay)
  union all
  select issue_id, field_id, entered_ms, left_ms from visible_stay join redacted_field using (issue_id, field_id)`,
    ],
    [
      'gap',
      sql`  select issue_id, field_id, max(left_ms) over so_far as entered_ms, lead(entered_ms) over in_order as left_ms,
         bool_or(left_ms is null) over so_far as is_open
  from edge
  window in_order as (partition by issue_id, field_id order by entered_ms, left_ms nulls last),
         so_far as (partition by issue_id, field_id order by entered_ms, left_ms nulls last rows unbounded preceding)`,
    ],
    // A stay without a visible value begins with the hidden stay at the same time.
    [
      'visible_field_stay',
      sql`  select ${COLUMNS} from visible_stay
  union all
  select g.issue_id, g.field_id, coalesce(min(t.seq), 0), null, null, g.entered_ms, g.left_ms
  from gap g left join field_stay t on t.issue_id = g.issue_id and t.field_id = g.field_id and t.entered_ms = g.entered_ms
       and (t.is_hidden or t.value_id is null)
  where not g.is_open and (g.left_ms is null or g.entered_ms < g.left_ms)
  group by g.issue_id, g.field_id, g.entered_ms, g.left_ms`,
    ],
  ]
}

/** Returns the condition that the value of stay `s` is hidden; `null` if nothing can be hidden. */
function isHidden({ historyFields, browsable }: ReportPlan): Sql | null {
  const conditions = historyFields.flatMap(({ field }) => {
    const visible = visibleCondition(field, sql`s.value_id`, sql`s.value`, browsable)
    return visible ? [sql`(s.field_id = ${varchar(field.id)} and not (${visible}))`] : []
  })
  return conditions.length > 0 ? joinSql(conditions, ' or ') : null
}
