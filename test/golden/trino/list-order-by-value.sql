-- statuses
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
found as (
  select distinct s.value_id as status_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (((s.entered_ms <= bigint '1751328000000')))
)
select status_id from found

-- columns
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
chosen_status as (
  select * from (select status_id, column_id from unnest(cast(json_parse('["3","10100"]') as array(varchar)), cast(json_parse('["3","10100"]') as array(varchar))) as u(status_id, column_id))
),
clipped as (
  select s.issue_id, s.seq, s.status_id, s.assignee_id, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from status_assignment s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
cell as (
  select h.issue_id, h.assignee_id as outer_id, c.column_id as inner_id, cast(sum(h.ms) as bigint) as value
  from timed h  join chosen_status c on c.status_id = h.status_id
  where (contains(cast(json_parse('["3","10100"]') as array(varchar)), h.status_id))
  group by 1, 2, 3
)
select distinct outer_id, inner_id from cell

-- total
select count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged,
           count(*) filter (where i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms)) as without_finish
from issue i
where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))

-- rows
with order_value as (
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
chosen_status as (
  select * from (select status_id, column_id from unnest(cast(json_parse('["3","10100"]') as array(varchar)), cast(json_parse('["3","10100"]') as array(varchar))) as u(status_id, column_id))
),
clipped as (
  select s.issue_id, s.seq, s.status_id, s.assignee_id, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from status_assignment s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
cell as (
  select h.issue_id, h.assignee_id as outer_id, c.column_id as inner_id, cast(sum(h.ms) as bigint) as value
  from timed h  join chosen_status c on c.status_id = h.status_id
  where (contains(cast(json_parse('["3","10100"]') as array(varchar)), h.status_id))
  group by 1, 2, 3
)
select issue_id, value from cell where (outer_id is null) and (inner_id = '3')
),
page as (
  select i.id as issue_id, v.value as order_value
  from issue i join project p on p.id = i.project_id  left join order_value v on v.issue_id = i.id 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
  order by v.value desc nulls last, i.number desc nulls first, i.id desc
  offset 12 rows limit 12
)
select i.id as issue_id, i.project_id, i.key, i.summary
from page join issue i on i.id = page.issue_id join project p on p.id = i.project_id 
     
order by page.order_value desc nulls last, i.number desc nulls first, i.id desc

-- whole
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
chosen_status as (
  select * from (select status_id, column_id from unnest(cast(json_parse('["3","10100"]') as array(varchar)), cast(json_parse('["3","10100"]') as array(varchar))) as u(status_id, column_id))
),
clipped as (
  select s.issue_id, s.seq, s.status_id, s.assignee_id, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from status_assignment s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
cell as (
  select h.issue_id, h.assignee_id as outer_id, c.column_id as inner_id, cast(sum(h.ms) as bigint) as value
  from timed h  join chosen_status c on c.status_id = h.status_id
  where (contains(cast(json_parse('["3","10100"]') as array(varchar)), h.status_id))
  group by 1, 2, 3
)
select * from cell

-- cells
with page as (
  select * from (select issue_id, project_id from unnest(cast(json_parse('[1]') as array(bigint)), cast(json_parse('[2]') as array(bigint))) as u(issue_id, project_id))
),
chosen_status as (
  select * from (select status_id, column_id from unnest(cast(json_parse('["3","10100"]') as array(varchar)), cast(json_parse('["3","10100"]') as array(varchar))) as u(status_id, column_id))
),
clipped as (
  select s.issue_id, s.seq, s.status_id, s.assignee_id, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from status_assignment s join page r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
cell as (
  select h.issue_id, h.assignee_id as outer_id, c.column_id as inner_id, cast(sum(h.ms) as bigint) as value
  from timed h  join chosen_status c on c.status_id = h.status_id
  where (contains(cast(json_parse('["3","10100"]') as array(varchar)), h.status_id))
  group by 1, 2, 3
)
select * from cell

-- open
with page as (
  select * from (select issue_id, project_id from unnest(cast(json_parse('[1]') as array(bigint)), cast(json_parse('[2]') as array(bigint))) as u(issue_id, project_id))
),
clipped as (
  select s.issue_id, s.seq, s.status_id, s.assignee_id, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from status_assignment s join page r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
keyed as (
  select h.issue_id, h.seq, h.status_id, h.ms, h.is_open, h.assignee_id as who from timed h 
),
open_key as (
  select distinct issue_id, who, status_id from keyed where is_open
),
broken as (
  select o.issue_id, o.who, max(t.seq) as seq
  from open_key o join timed t on t.issue_id = o.issue_id
  where not exists (select 1 from keyed k where k.issue_id = t.issue_id and k.seq = t.seq and k.who is not distinct from o.who and k.status_id = o.status_id)
  group by o.issue_id, o.who
)
select o.issue_id, o.who as outer_id, o.status_id as inner_id,
       cast(coalesce(sum(k.ms) filter (where true), 0) as bigint) as value
from open_key o
     left join broken b on b.issue_id = o.issue_id and b.who is not distinct from o.who
     join keyed k on k.issue_id = o.issue_id and k.seq > coalesce(b.seq, 0) and k.who is not distinct from o.who and k.status_id = o.status_id
group by 1, 2, 3
