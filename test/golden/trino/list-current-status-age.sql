-- statuses
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1750723200000' and i.created_ms < bigint '1750896000000') and (i.project_id = bigint '2'))
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
where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1750723200000' and i.created_ms < bigint '1750896000000') and (i.project_id = bigint '2'))

-- rows
with order_value as (
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1750723200000' and i.created_ms < bigint '1750896000000') and (i.project_id = bigint '2'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
bucket as (
  select k, start_ms, start_ms + length_ms as end_ms, cumulative_ms - start_ms as before_ms
  from calendar_bucket where version = bigint '1'
),
timed as (
  select s.*, (case when t.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else t.before_ms + least(greatest(s.to_ms, t.start_ms), t.end_ms) end) - (case when f.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else f.before_ms + least(greatest(s.from_ms, f.start_ms), f.end_ms) end) as ms
  from clipped s left join bucket f on f.k = (s.from_ms + bigint '62135683200000') / (bigint '86400000')
       left join bucket t on t.k = (s.to_ms + bigint '62135683200000') / (bigint '86400000')
)
select issue_id, ms as value from timed where is_open
),
page as (
  select i.id as issue_id, v.value as order_value
  from issue i join project p on p.id = i.project_id  left join order_value v on v.issue_id = i.id 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1750723200000' and i.created_ms < bigint '1750896000000') and (i.project_id = bigint '2'))
  order by v.value desc nulls last, i.number desc nulls first, i.id desc
  offset 0 rows limit 200
),
status_age as (
with page_issue as (
  select i.id as issue_id, i.project_id from page join issue i on i.id = page.issue_id
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join page_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
bucket as (
  select k, start_ms, start_ms + length_ms as end_ms, cumulative_ms - start_ms as before_ms
  from calendar_bucket where version = bigint '1'
),
timed as (
  select s.*, (case when t.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else t.before_ms + least(greatest(s.to_ms, t.start_ms), t.end_ms) end) - (case when f.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else f.before_ms + least(greatest(s.from_ms, f.start_ms), f.end_ms) end) as ms
  from clipped s left join bucket f on f.k = (s.from_ms + bigint '62135683200000') / (bigint '86400000')
       left join bucket t on t.k = (s.to_ms + bigint '62135683200000') / (bigint '86400000')
)
select issue_id, ms as value from timed where is_open
)
select i.id as issue_id, i.project_id, i.key, i.summary, coalesce(f1.name, i.status_id) as f1_label, f2.value as f2_label
from page join issue i on i.id = page.issue_id join project p on p.id = i.project_id left join status f1 on f1.id = i.status_id left join status_age f2 on f2.issue_id = i.id
     
order by page.order_value desc nulls last, i.number desc nulls first, i.id desc

-- whole
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1750723200000' and i.created_ms < bigint '1750896000000') and (i.project_id = bigint '2'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
visited as (
  select issue_id, status_id, count(*) as value
  from clipped where true
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
visited as (
  select issue_id, status_id, count(*) as value
  from clipped where true
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
bucket as (
  select k, start_ms, start_ms + length_ms as end_ms, cumulative_ms - start_ms as before_ms
  from calendar_bucket where version = bigint '1'
),
timed as (
  select s.*, (case when t.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else t.before_ms + least(greatest(s.to_ms, t.start_ms), t.end_ms) end) - (case when f.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else f.before_ms + least(greatest(s.from_ms, f.start_ms), f.end_ms) end) as ms
  from clipped s left join bucket f on f.k = (s.from_ms + bigint '62135683200000') / (bigint '86400000')
       left join bucket t on t.k = (s.to_ms + bigint '62135683200000') / (bigint '86400000')
)
select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, cast(1 as bigint) as value from timed where is_open
