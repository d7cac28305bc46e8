-- cells
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
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
  select issue_id, status_id, ms as value
  from timed where true and visit_count = 1
  union all
  select issue_id, status_id, cast(sum(ms) as bigint) as value
  from timed where true and visit_count > 1
  group by issue_id, status_id
),
cell as (
  select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, value from visited
)
select outer_id, inner_id, count(*) as count, sum(cast(value as decimal(18,0))) as total, transform(array[array_sort(array_agg(value))], a -> cast(a[((cardinality(a) - 1) * 2) / 4 + 1] * (4 - ((cardinality(a) - 1) * 2) % 4) + a[least(((cardinality(a) - 1) * 2) / 4 + 2, cardinality(a))] * (((cardinality(a) - 1) * 2) % 4) as double) / 4)[1] as extra
from cell group by outer_id, inner_id

-- cellsOfLargeGroups
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
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
  select issue_id, status_id, ms as value
  from timed where true and visit_count = 1
  union all
  select issue_id, status_id, cast(sum(ms) as bigint) as value
  from timed where true and visit_count > 1
  group by issue_id, status_id
),
cell as (
  select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, value from visited
),
counted_range as (
  select outer_id, inner_id, value_range, count(*) as n, sum(cast(value as decimal(18,0))) as total
  from (select c.*, (c.value) / (1048576) as value_range from cell c) c group by outer_id, inner_id, value_range
),
placed_range as (
  select r.*, cast(sum(n) over (partition by outer_id, inner_id order by value_range rows unbounded preceding) as bigint) as upto,
         cast(sum(n) over (partition by outer_id, inner_id) as bigint) as size
  from counted_range r
),
wanted_range as (
  select outer_id, inner_id, value_range, upto - n as before, size from placed_range
  where (upto - n <= (size - 1) / (2) and (size - 1) / (2) < upto) or (upto - n <= (size) / (2) and (size) / (2) < upto)
),
counted_value as (
  select c.outer_id, c.inner_id, m.value_range, m.before, m.size, c.value, count(*) as n
  from (select c.*, (c.value) / (1048576) as value_range from cell c) c
       join wanted_range m on m.value_range = c.value_range and (coalesce(cast(m.outer_id as varchar), '') = coalesce(cast(c.outer_id as varchar), '')) and ((m.outer_id is null) = (c.outer_id is null)) and (coalesce(cast(m.inner_id as varchar), '') = coalesce(cast(c.inner_id as varchar), '')) and ((m.inner_id is null) = (c.inner_id is null))
  group by c.outer_id, c.inner_id, m.value_range, m.before, m.size, c.value
),
placed_value as (
  select v.*, before + cast(sum(n) over (partition by outer_id, inner_id, value_range order by value rows unbounded preceding) as bigint) as upto
  from counted_value v
),
wanted_value as (
  select outer_id, inner_id, max(value) filter (where upto - n <= (size - 1) / (2) and (size - 1) / (2) < upto) as low, max(value) filter (where upto - n <= (size) / (2) and (size) / (2) < upto) as high
  from placed_value group by outer_id, inner_id
),
cell_total as (
  select outer_id, inner_id, cast(sum(n) as bigint) as count, sum(total) as total from counted_range group by outer_id, inner_id
)
select t.outer_id, t.inner_id, t.count, t.total, cast(m.low + m.high as double) / 2 as extra
from cell_total t join wanted_value m on (coalesce(cast(m.outer_id as varchar), '') = coalesce(cast(t.outer_id as varchar), '')) and ((m.outer_id is null) = (t.outer_id is null)) and (coalesce(cast(m.inner_id as varchar), '') = coalesce(cast(t.inner_id as varchar), '')) and ((m.inner_id is null) = (t.inner_id is null))

-- groups
with shown as (
  select i.issues, i.repaired, i.unlogged, i.without_finish
  from (select count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged,
           count(*) filter (where i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms)) as without_finish
    from issue i where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))) i  
)
select row_number() over () as position, cast(coalesce(sum(issues), 0) as bigint) as issue_count, cast(coalesce(sum(repaired), 0) as bigint) as repaired, cast(coalesce(sum(unlogged), 0) as bigint) as unlogged, cast(coalesce(sum(without_finish), 0) as bigint) as without_finish
from shown 
