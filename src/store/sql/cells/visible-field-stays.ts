import type { ReportPlan } from '../../plan/report-plan.ts'
import { visibleCondition } from '../browsable.ts'
import type { ReportIssues } from '../report-issues.ts'
import { type Cte, joinSql, type Sql, sql, unnested, varchars } from '../sql.ts'

/** The fields of a plan, and who asks. */
type FieldsPlan = Pick<ReportPlan, 'historyFields' | 'browsable'>

/**
 * Returns `visible_field_stay`: the stays of the history fields, as visible to the caller: `issue_id, field_id, seq, value_id,
 * value, entered_ms, left_ms`.
 *
 * Hidden values are treated as if the field had no value. Consecutive stays without a visible value become one stay,
 * with the `seq` of the stay that began it. A field with only hidden values has no stays, like one that never had a
 * value.
 *
 * Each table is used once, because Trino computes it again for each use.
 */
export function visibleFieldStays(plan: FieldsPlan, issues: ReportIssues): Cte[] {
  const stays = sql`  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms`
  const source = sql`  from ${issues.rowsOf('stay')}`
  const isOf = (fields: readonly string[]) =>
    sql`(${issues.condition}) and s.field_id in (${unnested(varchars(fields))})`
  const { hideable, others, isHidden } = hideableFields(plan)
  const shown = sql`${stays}
${source}
  where ${isOf(others)}`
  if (hideable.length === 0) return [['visible_field_stay', shown]]
  return [
    [
      'hideable_stay',
      sql`${stays}, i.created_ms, ${isHidden} as is_hidden
${source} join issue i on i.id = s.issue_id
  where ${isOf(hideable)}`,
    ],
    [
      'redacted_stay',
      sql`  select h.*, not is_hidden and (value_id is not null or not bool_or(is_hidden) over own) as is_shown,
         bool_or(is_hidden) over own as is_redacted
  from hideable_stay h
  window own as (partition by issue_id, field_id)`,
    ],
    // In a redacted field, `reached_ms` is the end of the shown stays so far, and `next_ms` the begin of the next one.
    [
      'bounded_stay',
      sql`  select r.*, row_number() over in_order as position,
         max(case when is_shown then left_ms end) over so_far as reached_ms,
         bool_or(is_shown and left_ms is null) over so_far as is_open,
         min(case when is_shown then entered_ms end) over later as next_ms
  from redacted_stay r
  window in_order as (partition by issue_id, field_id order by entered_ms, left_ms nulls last),
         so_far as (partition by issue_id, field_id order by entered_ms, left_ms nulls last rows unbounded preceding),
         later as (partition by issue_id, field_id order by entered_ms, left_ms nulls last
                   rows between 1 following and unbounded following)`,
    ],
    // The stay itself, the gap after it, and the gap from the creation to the first shown stay.
    [
      'part',
      sql`  select issue_id, field_id, case when kind = 'stay' then seq end as seq,
         case when kind = 'stay' then value_id end as value_id, case when kind = 'stay' then value end as value,
         case kind when 'stay' then entered_ms when 'gap' then reached_ms else created_ms end as entered_ms,
         case when kind = 'stay' then left_ms when kind = 'first' and is_shown then entered_ms else next_ms end as left_ms,
         kind = 'stay' and not is_shown as is_left_out
  from bounded_stay cross join (values ('stay'), ('gap'), ('first')) as k(kind)
  where kind = 'stay'
     or kind = 'gap' and is_redacted and is_shown and not is_open and (next_ms is null or reached_ms < next_ms)
     or kind = 'first' and is_redacted and position = 1 and created_ms < case when is_shown then entered_ms else next_ms end`,
    ],
    // A gap has the `seq` of the stay at the same time that is left out.
    [
      'visible_field_stay',
      sql`${shown}
  union all
  select issue_id, field_id, coalesce(seq, began_seq, 0), value_id, value, entered_ms, left_ms
  from (select p.*, min(case when is_left_out then seq end) over (partition by issue_id, field_id, entered_ms) as began_seq
        from part p) p
  where not is_left_out`,
    ],
  ]
}

/** The history fields with and without values that can be hidden, and the condition that the value of stay `s` is hidden. */
function hideableFields({ historyFields, browsable }: FieldsPlan) {
  const kinds = new Map<string, string[]>()
  for (const { field } of historyFields) kinds.set(field.kind, [...(kinds.get(field.kind) ?? []), field.id])
  const hideable: string[] = []
  const conditions: Sql[] = []
  for (const [kind, fields] of kinds) {
    const visible = visibleCondition({ kind }, sql`s.value_id`, sql`s.value`, browsable)
    if (visible === null) continue
    hideable.push(...fields)
    conditions.push(sql`(s.field_id in (${unnested(varchars(fields))}) and not coalesce(${visible}, false))`)
  }
  const others = historyFields.map(({ field }) => field.id).filter(id => !hideable.includes(id))
  return { hideable, others, isHidden: joinSql(conditions, ' or ') }
}
