with issue as (select * from sojourn_5.issue where id not in (bigint '7', bigint '9')),
stay as (select * from sojourn_5.stay where issue_id not in (bigint '7', bigint '9')),
change as (select * from sojourn_5.change where issue_id not in (bigint '7', bigint '9')),
issue_value as (select * from sojourn_5.issue_value where issue_id not in (bigint '7', bigint '9')),
status_assignment as (select * from sojourn_5.status_assignment where issue_id not in (bigint '7', bigint '9')),
repair as (select * from sojourn_5.repair where issue_id not in (bigint '7', bigint '9')),
posting as (select * from sojourn_5.posting where issue_id not in (bigint '7', bigint '9')),
project_status as (select project_id, value_id as status_id, min(entered_ms) as first_ms from stay where field_id = 'status' group by project_id, value_id),
report_issue as (
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
