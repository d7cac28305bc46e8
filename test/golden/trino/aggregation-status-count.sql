-- cells
with report_issue as (
  select i.id as issue_id, i.project_id, i.type_id as g1_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms, r.g1_id as g1_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
)
select status_id as outer_id, cast(null as varchar) as inner_id, g1_id,
       count(*) filter (where visit_number = 1) as count, count(*) as total
from clipped 
where true
group by status_id, g1_id

-- cellsOfLargeGroups
with report_issue as (
  select i.id as issue_id, i.project_id, i.type_id as g1_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms, r.g1_id as g1_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
)
select status_id as outer_id, cast(null as varchar) as inner_id, g1_id,
       count(*) filter (where visit_number = 1) as count, count(*) as total
from clipped 
where true
group by status_id, g1_id

-- groups
with shown as (
  select i.type_id as g1_id, coalesce(g1.name, i.type_id) as g1_label, coalesce(g1.name, i.type_id) as g1_order, i.issues, i.repaired, i.unlogged, i.without_finish
  from (select i.type_id, count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged,
           count(*) filter (where i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms)) as without_finish
    from issue i where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) group by i.type_id) i  left join issue_type g1 on g1.id = i.type_id
)
select row_number() over (order by lower(max(g1_label)) nulls last, max(g1_order) nulls last, g1_id nulls last) as position, g1_id, max(g1_label) as g1_label, cast(coalesce(sum(issues), 0) as bigint) as issue_count, cast(coalesce(sum(repaired), 0) as bigint) as repaired, cast(coalesce(sum(unlogged), 0) as bigint) as unlogged, cast(coalesce(sum(without_finish), 0) as bigint) as without_finish
from shown group by g1_id
