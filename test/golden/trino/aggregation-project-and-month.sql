-- cells
with report_issue as (
  select i.id as issue_id, i.project_id, i.project_id as g1_id, format_datetime(from_unixtime(cast(i.created_ms + g2_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy-MM') as g2_id
  from issue i   left join (select from_ms, to_ms, offset_ms from unnest(cast(json_parse('[-62135596800000]') as array(bigint)), cast(json_parse('[253402300800000]') as array(bigint)), cast(json_parse('[0]') as array(bigint))) as u(from_ms, to_ms, offset_ms)) g2_zone
      on i.created_ms >= g2_zone.from_ms and i.created_ms < g2_zone.to_ms
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000') and (i.assignee_id in ('ingrid.solheim')))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms, r.g1_id as g1_id, r.g2_id as g2_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
)
select status_id as outer_id, cast(null as varchar) as inner_id, g1_id, g2_id,
       count(*) filter (where visit_number = 1) as count, sum(cast(ms as decimal(18,0))) as total
from timed 
where true
group by status_id, g1_id, g2_id

-- cellsOfLargeGroups
with report_issue as (
  select i.id as issue_id, i.project_id, i.project_id as g1_id, format_datetime(from_unixtime(cast(i.created_ms + g2_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy-MM') as g2_id
  from issue i   left join (select from_ms, to_ms, offset_ms from unnest(cast(json_parse('[-62135596800000]') as array(bigint)), cast(json_parse('[253402300800000]') as array(bigint)), cast(json_parse('[0]') as array(bigint))) as u(from_ms, to_ms, offset_ms)) g2_zone
      on i.created_ms >= g2_zone.from_ms and i.created_ms < g2_zone.to_ms
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000') and (i.assignee_id in ('ingrid.solheim')))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms, r.g1_id as g1_id, r.g2_id as g2_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
)
select status_id as outer_id, cast(null as varchar) as inner_id, g1_id, g2_id,
       count(*) filter (where visit_number = 1) as count, sum(cast(ms as decimal(18,0))) as total
from timed 
where true
group by status_id, g1_id, g2_id

-- groups
with shown as (
  select i.project_id as g1_id, p.name as g1_label, p.name as g1_order, format_datetime(from_unixtime(cast(i.created_ms + g2_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy-MM') as g2_id, format_datetime(from_unixtime(cast(i.created_ms + g2_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy-MM') as g2_label, format_datetime(from_unixtime(cast(i.created_ms + g2_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy-MM') as g2_order, 1 as issues, cast(i.repaired > 0 as integer) as repaired, cast(not i.has_log as integer) as unlogged,
    case when i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms) then 1 else 0 end as without_finish
  from issue i join project p on p.id = i.project_id   left join (select from_ms, to_ms, offset_ms from unnest(cast(json_parse('[-62135596800000]') as array(bigint)), cast(json_parse('[253402300800000]') as array(bigint)), cast(json_parse('[0]') as array(bigint))) as u(from_ms, to_ms, offset_ms)) g2_zone
      on i.created_ms >= g2_zone.from_ms and i.created_ms < g2_zone.to_ms
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000') and (i.assignee_id in ('ingrid.solheim')))
)
select row_number() over (order by lower(max(g1_label)) nulls last, max(g1_order) nulls last, g1_id nulls last, lower(max(g2_label)) nulls last, max(g2_order) nulls last, g2_id nulls last) as position, g1_id, g2_id, max(g1_label) as g1_label, max(g2_label) as g2_label, cast(coalesce(sum(issues), 0) as bigint) as issue_count, cast(coalesce(sum(repaired), 0) as bigint) as repaired, cast(coalesce(sum(unlogged), 0) as bigint) as unlogged, cast(coalesce(sum(without_finish), 0) as bigint) as without_finish
from shown group by g1_id, g2_id
