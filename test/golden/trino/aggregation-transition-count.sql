-- statuses
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '2'))
),
found as (
  select distinct s.value_id as status_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (((s.entered_ms <= bigint '1751328000000')) or (s.left_ms <= bigint '1751328000000'))
)
select status_id from found

-- cells
with report_issue as (
  select i.id as issue_id, i.project_id, format_datetime(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy') || '-Q' || cast(quarter(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC')) as varchar) as g1_id
  from issue i  left join (select from_ms, to_ms, offset_ms from unnest(cast(json_parse('[-62135596800000]') as array(bigint)), cast(json_parse('[253402300800000]') as array(bigint)), cast(json_parse('[0]') as array(bigint))) as u(from_ms, to_ms, offset_ms)) g1_zone
      on i.created_ms >= g1_zone.from_ms and i.created_ms < g1_zone.to_ms
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '2'))
),
transition as (
  select s.issue_id, s.from_id as outer_id, s.value_id as inner_id, s.entered_ms as from_ms, r.g1_id as g1_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and s.seq > 1 and s.entered_ms <= bigint '1751328000000'
    and true and true
),
cell as (
  select issue_id, outer_id, inner_id, count(*) as value, any_value(g1_id) as g1_id
  from transition group by issue_id, outer_id, inner_id
)
select outer_id, inner_id, g1_id, count(*) as count, sum(cast(value as decimal(18,0))) as total
from cell group by outer_id, inner_id, g1_id

-- cellsOfLargeGroups
with report_issue as (
  select i.id as issue_id, i.project_id, format_datetime(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy') || '-Q' || cast(quarter(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC')) as varchar) as g1_id
  from issue i  left join (select from_ms, to_ms, offset_ms from unnest(cast(json_parse('[-62135596800000]') as array(bigint)), cast(json_parse('[253402300800000]') as array(bigint)), cast(json_parse('[0]') as array(bigint))) as u(from_ms, to_ms, offset_ms)) g1_zone
      on i.created_ms >= g1_zone.from_ms and i.created_ms < g1_zone.to_ms
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '2'))
),
transition as (
  select s.issue_id, s.from_id as outer_id, s.value_id as inner_id, s.entered_ms as from_ms, r.g1_id as g1_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and s.seq > 1 and s.entered_ms <= bigint '1751328000000'
    and true and true
),
cell as (
  select issue_id, outer_id, inner_id, count(*) as value, any_value(g1_id) as g1_id
  from transition group by issue_id, outer_id, inner_id
)
select outer_id, inner_id, g1_id, count(*) as count, sum(cast(value as decimal(18,0))) as total
from cell group by outer_id, inner_id, g1_id

-- groups
with shown as (
  select format_datetime(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy') || '-Q' || cast(quarter(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC')) as varchar) as g1_id, format_datetime(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy') || '-Q' || cast(quarter(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC')) as varchar) as g1_label, format_datetime(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC'), 'yyyy') || '-Q' || cast(quarter(from_unixtime(cast(i.created_ms + g1_zone.offset_ms as double) / 1000, 'UTC')) as varchar) as g1_order, 1 as issues, cast(i.repaired > 0 as integer) as repaired, cast(not i.has_log as integer) as unlogged,
    case when i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms) then 1 else 0 end as without_finish
  from issue i join project p on p.id = i.project_id  left join (select from_ms, to_ms, offset_ms from unnest(cast(json_parse('[-62135596800000]') as array(bigint)), cast(json_parse('[253402300800000]') as array(bigint)), cast(json_parse('[0]') as array(bigint))) as u(from_ms, to_ms, offset_ms)) g1_zone
      on i.created_ms >= g1_zone.from_ms and i.created_ms < g1_zone.to_ms
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '2'))
)
select row_number() over (order by lower(max(g1_label)) nulls last, max(g1_order) nulls last, g1_id nulls last) as position, g1_id, max(g1_label) as g1_label, cast(coalesce(sum(issues), 0) as bigint) as issue_count, cast(coalesce(sum(repaired), 0) as bigint) as repaired, cast(coalesce(sum(unlogged), 0) as bigint) as unlogged, cast(coalesce(sum(without_finish), 0) as bigint) as without_finish
from shown group by g1_id
