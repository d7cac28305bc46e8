-- statuses
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1743465600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) and (i.id in (select i.id from issue i join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id
    where (true) and (coalesce(g1.name, i.type_id) in (select x from unnest(cast(json_parse('["Bug"]') as array(varchar))) as u(x)))))
),
found as (
  select distinct s.value_id as status_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (((s.entered_ms <= bigint '1751328000000')))
)
select status_id from found

-- total
select count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged,
           count(*) filter (where i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms)) as without_finish
from issue i
where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1743465600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) and (i.id in (select i.id from issue i join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id
    where (true) and (coalesce(g1.name, i.type_id) in (select x from unnest(cast(json_parse('["Bug"]') as array(varchar))) as u(x))))) and (i.id in (with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1743465600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) and (i.id in (select i.id from issue i join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id
    where (true) and (coalesce(g1.name, i.type_id) in (select x from unnest(cast(json_parse('["Bug"]') as array(varchar))) as u(x)))))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
cut as (
  select s.*, case when from_ms >= bigint '1747008000000' then 1 else 0 end as first_period, 1 as period, cast(null as bigint) as until,
         greatest(from_ms, bigint '1747008000000') as part_from_ms, least(to_ms, bigint '1747612800000') as part_to_ms
  from clipped s where from_ms < bigint '1747612800000' and (to_ms > bigint '1747008000000' or from_ms >= bigint '1747008000000')
),
timed as (
  select s.*, case when s.until is null then s.part_to_ms - s.part_from_ms else 1 end as ms from cut s
),
initial as (
  select issue_id, min(seq) as seq from clipped group by issue_id
),
finish1 as (
  select t.issue_id, max(t.seq) as seq
  from clipped t 
  where t.status_id = '10001'
  group by t.issue_id
),
metric1 as (
  select t.issue_id, 'Lead Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t  left join finish1 f on f.issue_id = t.issue_id join initial i on i.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) or (t.seq = i.seq and t.seq = f.seq and t.period = t.first_period and t.until is null)
  group by t.issue_id, period, until
),
start2 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '3' group by issue_id
),
finish2 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start2 b on b.issue_id = t.issue_id
  where t.status_id = '10001' and t.seq > b.seq
  group by t.issue_id
),
metric2 as (
  select t.issue_id, 'Cycle Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start2 b on b.issue_id = t.issue_id left join finish2 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
start3 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '10001' group by issue_id
),
finish3 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start3 b on b.issue_id = t.issue_id
  where t.status_id = '3' and t.seq > b.seq
  group by t.issue_id
),
metric3 as (
  select t.issue_id, 'Rework' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start3 b on b.issue_id = t.issue_id left join finish3 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
cell as (
  select * from metric1
  union all
  select * from metric2
  union all
  select * from metric3
)
select issue_id from cell))

-- rows
with order_value as (
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1743465600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) and (i.id in (select i.id from issue i join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id
    where (true) and (coalesce(g1.name, i.type_id) in (select x from unnest(cast(json_parse('["Bug"]') as array(varchar))) as u(x)))))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
cut as (
  select s.*, case when from_ms >= bigint '1747008000000' then 1 else 0 end as first_period, 1 as period, cast(null as bigint) as until,
         greatest(from_ms, bigint '1747008000000') as part_from_ms, least(to_ms, bigint '1747612800000') as part_to_ms
  from clipped s where from_ms < bigint '1747612800000' and (to_ms > bigint '1747008000000' or from_ms >= bigint '1747008000000')
),
timed as (
  select s.*, case when s.until is null then s.part_to_ms - s.part_from_ms else 1 end as ms from cut s
),
initial as (
  select issue_id, min(seq) as seq from clipped group by issue_id
),
finish1 as (
  select t.issue_id, max(t.seq) as seq
  from clipped t 
  where t.status_id = '10001'
  group by t.issue_id
),
metric1 as (
  select t.issue_id, 'Lead Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t  left join finish1 f on f.issue_id = t.issue_id join initial i on i.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) or (t.seq = i.seq and t.seq = f.seq and t.period = t.first_period and t.until is null)
  group by t.issue_id, period, until
),
start2 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '3' group by issue_id
),
finish2 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start2 b on b.issue_id = t.issue_id
  where t.status_id = '10001' and t.seq > b.seq
  group by t.issue_id
),
metric2 as (
  select t.issue_id, 'Cycle Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start2 b on b.issue_id = t.issue_id left join finish2 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
start3 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '10001' group by issue_id
),
finish3 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start3 b on b.issue_id = t.issue_id
  where t.status_id = '3' and t.seq > b.seq
  group by t.issue_id
),
metric3 as (
  select t.issue_id, 'Rework' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start3 b on b.issue_id = t.issue_id left join finish3 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
cell as (
  select * from metric1
  union all
  select * from metric2
  union all
  select * from metric3
)
select issue_id, value from cell where (outer_id = 'Lead Time') and (inner_id is null)
),
page as (
  select i.id as issue_id, v.value as order_value
  from issue i join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id left join order_value v on v.issue_id = i.id 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1743465600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) and (i.id in (select i.id from issue i join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id
    where (true) and (coalesce(g1.name, i.type_id) in (select x from unnest(cast(json_parse('["Bug"]') as array(varchar))) as u(x))))) and i.id in (with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1743465600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) and (i.id in (select i.id from issue i join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id
    where (true) and (coalesce(g1.name, i.type_id) in (select x from unnest(cast(json_parse('["Bug"]') as array(varchar))) as u(x)))))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
cut as (
  select s.*, case when from_ms >= bigint '1747008000000' then 1 else 0 end as first_period, 1 as period, cast(null as bigint) as until,
         greatest(from_ms, bigint '1747008000000') as part_from_ms, least(to_ms, bigint '1747612800000') as part_to_ms
  from clipped s where from_ms < bigint '1747612800000' and (to_ms > bigint '1747008000000' or from_ms >= bigint '1747008000000')
),
timed as (
  select s.*, case when s.until is null then s.part_to_ms - s.part_from_ms else 1 end as ms from cut s
),
initial as (
  select issue_id, min(seq) as seq from clipped group by issue_id
),
finish1 as (
  select t.issue_id, max(t.seq) as seq
  from clipped t 
  where t.status_id = '10001'
  group by t.issue_id
),
metric1 as (
  select t.issue_id, 'Lead Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t  left join finish1 f on f.issue_id = t.issue_id join initial i on i.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) or (t.seq = i.seq and t.seq = f.seq and t.period = t.first_period and t.until is null)
  group by t.issue_id, period, until
),
start2 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '3' group by issue_id
),
finish2 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start2 b on b.issue_id = t.issue_id
  where t.status_id = '10001' and t.seq > b.seq
  group by t.issue_id
),
metric2 as (
  select t.issue_id, 'Cycle Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start2 b on b.issue_id = t.issue_id left join finish2 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
start3 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '10001' group by issue_id
),
finish3 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start3 b on b.issue_id = t.issue_id
  where t.status_id = '3' and t.seq > b.seq
  group by t.issue_id
),
metric3 as (
  select t.issue_id, 'Rework' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start3 b on b.issue_id = t.issue_id left join finish3 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
cell as (
  select * from metric1
  union all
  select * from metric2
  union all
  select * from metric3
)
select issue_id from cell)
  order by v.value desc nulls last, lower(coalesce(g1.name, i.type_id)) nulls last, coalesce(g1.name, i.type_id) nulls last, i.type_id nulls last, i.number desc nulls first, i.id desc
  offset 0 rows limit 3
)
select i.id as issue_id, i.project_id, i.key, i.summary, coalesce(g1.name, i.type_id) as g1_label, '2025-W20' as g2_label
from page join issue i on i.id = page.issue_id join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id
     
order by page.order_value desc nulls last, lower(coalesce(g1.name, i.type_id)) nulls last, coalesce(g1.name, i.type_id) nulls last, i.type_id nulls last, i.number desc nulls first, i.id desc

-- whole
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1743465600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) and (i.id in (select i.id from issue i join project p on p.id = i.project_id left join issue_type g1 on g1.id = i.type_id
    where (true) and (coalesce(g1.name, i.type_id) in (select x from unnest(cast(json_parse('["Bug"]') as array(varchar))) as u(x)))))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
cut as (
  select s.*, case when from_ms >= bigint '1747008000000' then 1 else 0 end as first_period, 1 as period, cast(null as bigint) as until,
         greatest(from_ms, bigint '1747008000000') as part_from_ms, least(to_ms, bigint '1747612800000') as part_to_ms
  from clipped s where from_ms < bigint '1747612800000' and (to_ms > bigint '1747008000000' or from_ms >= bigint '1747008000000')
),
timed as (
  select s.*, case when s.until is null then s.part_to_ms - s.part_from_ms else 1 end as ms from cut s
),
initial as (
  select issue_id, min(seq) as seq from clipped group by issue_id
),
finish1 as (
  select t.issue_id, max(t.seq) as seq
  from clipped t 
  where t.status_id = '10001'
  group by t.issue_id
),
metric1 as (
  select t.issue_id, 'Lead Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t  left join finish1 f on f.issue_id = t.issue_id join initial i on i.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) or (t.seq = i.seq and t.seq = f.seq and t.period = t.first_period and t.until is null)
  group by t.issue_id, period, until
),
start2 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '3' group by issue_id
),
finish2 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start2 b on b.issue_id = t.issue_id
  where t.status_id = '10001' and t.seq > b.seq
  group by t.issue_id
),
metric2 as (
  select t.issue_id, 'Cycle Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start2 b on b.issue_id = t.issue_id left join finish2 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
start3 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '10001' group by issue_id
),
finish3 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start3 b on b.issue_id = t.issue_id
  where t.status_id = '3' and t.seq > b.seq
  group by t.issue_id
),
metric3 as (
  select t.issue_id, 'Rework' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start3 b on b.issue_id = t.issue_id left join finish3 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
cell as (
  select * from metric1
  union all
  select * from metric2
  union all
  select * from metric3
)
select * from cell

-- cells
with page as (
  select * from (select issue_id, project_id from unnest(cast(json_parse('[1]') as array(bigint)), cast(json_parse('[2]') as array(bigint))) as u(issue_id, project_id))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join page r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
cut as (
  select s.*, case when from_ms >= bigint '1747008000000' then 1 else 0 end as first_period, 1 as period, cast(null as bigint) as until,
         greatest(from_ms, bigint '1747008000000') as part_from_ms, least(to_ms, bigint '1747612800000') as part_to_ms
  from clipped s where from_ms < bigint '1747612800000' and (to_ms > bigint '1747008000000' or from_ms >= bigint '1747008000000')
),
timed as (
  select s.*, case when s.until is null then s.part_to_ms - s.part_from_ms else 1 end as ms from cut s
),
initial as (
  select issue_id, min(seq) as seq from clipped group by issue_id
),
finish1 as (
  select t.issue_id, max(t.seq) as seq
  from clipped t 
  where t.status_id = '10001'
  group by t.issue_id
),
metric1 as (
  select t.issue_id, 'Lead Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t  left join finish1 f on f.issue_id = t.issue_id join initial i on i.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) or (t.seq = i.seq and t.seq = f.seq and t.period = t.first_period and t.until is null)
  group by t.issue_id, period, until
),
start2 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '3' group by issue_id
),
finish2 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start2 b on b.issue_id = t.issue_id
  where t.status_id = '10001' and t.seq > b.seq
  group by t.issue_id
),
metric2 as (
  select t.issue_id, 'Cycle Time' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('["10104"]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start2 b on b.issue_id = t.issue_id left join finish2 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
start3 as (
  select issue_id, min(seq) as seq
  from clipped where status_id = '10001' group by issue_id
),
finish3 as (
  select t.issue_id, min(t.seq) as seq
  from clipped t join start3 b on b.issue_id = t.issue_id
  where t.status_id = '3' and t.seq > b.seq
  group by t.issue_id
),
metric3 as (
  select t.issue_id, 'Rework' as outer_id, cast(null as varchar) as inner_id, cast(coalesce(sum(t.ms) filter (where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq and not t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))), 0) as bigint) as value, case when any_value(f.seq) is not null then 'completed'
              when t.issue_id in (select t.issue_id from clipped t where t.is_open and t.status_id in (select x from unnest(cast(json_parse('[]') as array(varchar))) as u(x))) then 'paused' else 'running' end as state, period, until
  from timed t join start3 b on b.issue_id = t.issue_id left join finish3 f on f.issue_id = t.issue_id
  where (f.seq is null or t.seq < f.seq) and t.seq >= b.seq
  group by t.issue_id, period, until
),
cell as (
  select * from metric1
  union all
  select * from metric2
  union all
  select * from metric3
)
select * from cell
