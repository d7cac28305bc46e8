-- statuses
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1747008000000' and i.created_ms < bigint '1747180800000') and (i.project_id = bigint '3'))
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
where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1747008000000' and i.created_ms < bigint '1747180800000') and (i.project_id = bigint '3'))

-- rows
with page as (
  select i.id as issue_id
  from issue i join project p on p.id = i.project_id  
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1747008000000' and i.created_ms < bigint '1747180800000') and (i.project_id = bigint '3'))
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
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1747008000000' and i.created_ms < bigint '1747180800000') and (i.project_id = bigint '3'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
visited as (
  select issue_id, status_id, (2 * cast(sum(ms) as bigint) + count(*)) / (2 * count(*)) as value
  from timed where true
  group by issue_id, status_id
),
cell as (
  select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, value from visited
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
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
visited as (
  select issue_id, status_id, (2 * cast(sum(ms) as bigint) + count(*)) / (2 * count(*)) as value
  from timed where true
  group by issue_id, status_id
),
cell as (
  select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, value from visited
)
select * from cell

-- open
with page as (
  select * from (select issue_id, project_id from unnest(cast(json_parse('[1]') as array(bigint)), cast(json_parse('[2]') as array(bigint))) as u(issue_id, project_id))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join page r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
)
select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, ms as value from timed where is_open
