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

-- columns
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1747008000000' and i.created_ms < bigint '1747180800000') and (i.project_id = bigint '3'))
),
visible_field_stay as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and s.field_id in (select x from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar))) as u(x))
),
field_stay_or_none as (
  select i.id as issue_id, w.field_id, coalesce(h.seq, 1) as seq, h.value_id, h.value,
         coalesce(h.entered_ms, i.created_ms) as entered_ms, h.left_ms
  from report_issue r join issue i on i.id = r.issue_id cross join (select field_id from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar))) as u(field_id)) w
       left join visible_field_stay h on h.issue_id = i.id and h.field_id = w.field_id
),
clipped as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from field_stay_or_none s
  where (s.entered_ms <= bigint '1751328000000')
),
field_kind as (
  select * from (select field_id, kind from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar)), cast(json_parse('["priority","version","label"]') as array(varchar))) as u(field_id, kind))
),
value_name as (
  select 'status' as kind, id, name from status
  union all select 'type', id, name from issue_type
  union all select 'priority', id, name from priority
  union all select 'resolution', id, name from resolution
  union all select 'version', id, name from version
  union all select 'component', id, name from component
  union all select 'sprint', id, name from sprint
  union all select 'project', ref, name from project
  union all select 'user', id, display_name from person
),
found as (
  select field_id, value_id, coalesce(max_by(nullif(value, value_id), from_ms) filter (where nullif(value, value_id) is not null), max_by(value, from_ms) filter (where value is not null)) as value
  from clipped group by field_id, value_id
)
select f.field_id as outer_id, f.value_id as inner_id, coalesce(n.name, f.value) as label
from found f join field_kind k on k.field_id = f.field_id left join value_name n on n.kind = k.kind and n.id = f.value_id

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
visible_field_stay as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and s.field_id in (select x from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar))) as u(x))
),
field_stay_or_none as (
  select i.id as issue_id, w.field_id, coalesce(h.seq, 1) as seq, h.value_id, h.value,
         coalesce(h.entered_ms, i.created_ms) as entered_ms, h.left_ms
  from report_issue r join issue i on i.id = r.issue_id cross join (select field_id from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar))) as u(field_id)) w
       left join visible_field_stay h on h.issue_id = i.id and h.field_id = w.field_id
),
clipped as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from field_stay_or_none s
  where (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
cell as (
  select issue_id, field_id as outer_id, value_id as inner_id, cast(sum(ms) as bigint) as value from timed group by 1, 2, 3
)
select * from cell

-- cells
with page as (
  select * from (select issue_id, project_id from unnest(cast(json_parse('[1]') as array(bigint)), cast(json_parse('[2]') as array(bigint))) as u(issue_id, project_id))
),
visible_field_stay as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms
  from stay s join page r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and s.field_id in (select x from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar))) as u(x))
),
field_stay_or_none as (
  select i.id as issue_id, w.field_id, coalesce(h.seq, 1) as seq, h.value_id, h.value,
         coalesce(h.entered_ms, i.created_ms) as entered_ms, h.left_ms
  from page r join issue i on i.id = r.issue_id cross join (select field_id from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar))) as u(field_id)) w
       left join visible_field_stay h on h.issue_id = i.id and h.field_id = w.field_id
),
clipped as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from field_stay_or_none s
  where (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
cell as (
  select issue_id, field_id as outer_id, value_id as inner_id, cast(sum(ms) as bigint) as value from timed group by 1, 2, 3
)
select * from cell

-- open
with page as (
  select * from (select issue_id, project_id from unnest(cast(json_parse('[1]') as array(bigint)), cast(json_parse('[2]') as array(bigint))) as u(issue_id, project_id))
),
visible_field_stay as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms
  from stay s join page r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and s.field_id in (select x from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar))) as u(x))
),
field_stay_or_none as (
  select i.id as issue_id, w.field_id, coalesce(h.seq, 1) as seq, h.value_id, h.value,
         coalesce(h.entered_ms, i.created_ms) as entered_ms, h.left_ms
  from page r join issue i on i.id = r.issue_id cross join (select field_id from unnest(cast(json_parse('["priority","fixVersions","labels"]') as array(varchar))) as u(field_id)) w
       left join visible_field_stay h on h.issue_id = i.id and h.field_id = w.field_id
),
clipped as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open
  from field_stay_or_none s
  where (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
)
select issue_id, field_id as outer_id, value_id as inner_id, ms as value
from timed where is_open order by seq
