-- statuses
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1726444800000' and i.created_ms < bigint '1726704000000') and (i.project_id = bigint '1'))
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
where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1726444800000' and i.created_ms < bigint '1726704000000') and (i.project_id = bigint '1'))

-- rows
with page as (
  select i.id as issue_id
  from issue i join project p on p.id = i.project_id  
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1726444800000' and i.created_ms < bigint '1726704000000') and (i.project_id = bigint '1'))
  order by i.number desc nulls first, i.id desc
  offset 0 rows limit 200
)
select i.id as issue_id, i.project_id, i.key, i.summary
from page join issue i on i.id = page.issue_id join project p on p.id = i.project_id 
     
order by i.number desc nulls first, i.id desc

-- whole
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1726444800000' and i.created_ms < bigint '1726704000000') and (i.project_id = bigint '1'))
),
cell as (
  select s.issue_id, s.value_id as outer_id, cast(null as varchar) as inner_id, min(s.entered_ms) as value
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id where s.field_id = 'status' and (true) and s.entered_ms <= bigint '1751328000000' and true
  group by s.issue_id, s.value_id
)
select * from cell

-- cells
with page as (
  select * from (select issue_id, project_id from unnest(cast(json_parse('[1]') as array(bigint)), cast(json_parse('[2]') as array(bigint))) as u(issue_id, project_id))
),
cell as (
  select s.issue_id, s.value_id as outer_id, cast(null as varchar) as inner_id, min(s.entered_ms) as value
  from stay s join page r on r.issue_id = s.issue_id and r.project_id = s.project_id where s.field_id = 'status' and (true) and s.entered_ms <= bigint '1751328000000' and true
  group by s.issue_id, s.value_id
)
select * from cell
