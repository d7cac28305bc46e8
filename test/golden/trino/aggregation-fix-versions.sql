-- cells
with report_issue as (
  select i.id as issue_id, i.project_id, g1.id as g1_id
  from issue i left join (
    select issue_id, min(ms) as ms, min(num) as num,
           array_join(array_agg(value_id order by lower(text), text, value_id), chr(31)) as id, array_join(array_agg(text order by lower(text), text, value_id), ', ') as label
    from issue_value where field_id = 'fixVersions' and (true) group by issue_id
  ) g1 on g1.issue_id = i.id
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms, r.g1_id as g1_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
visited as (
  select issue_id, status_id, ms as value, g1_id
  from timed where true and visit_count = 1
  union all
  select issue_id, status_id, cast(sum(ms) as bigint) as value, any_value(g1_id) as g1_id
  from timed where true and visit_count > 1
  group by issue_id, status_id
),
cell as (
  select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, value, g1_id from visited
)
select outer_id, inner_id, g1_id, count(*) as count, sum(cast(value as decimal(18,0))) as total, transform(array[array_sort(array_agg(value))], a -> cast(a[((cardinality(a) - 1) * 2) / 4 + 1] * (4 - ((cardinality(a) - 1) * 2) % 4) + a[least(((cardinality(a) - 1) * 2) / 4 + 2, cardinality(a))] * (((cardinality(a) - 1) * 2) % 4) as double) / 4)[1] as extra
from cell group by outer_id, inner_id, g1_id

-- cellsOfLargeGroups
with report_issue as (
  select i.id as issue_id, i.project_id, g1.id as g1_id
  from issue i left join (
    select issue_id, min(ms) as ms, min(num) as num,
           array_join(array_agg(value_id order by lower(text), text, value_id), chr(31)) as id, array_join(array_agg(text order by lower(text), text, value_id), ', ') as label
    from issue_value where field_id = 'fixVersions' and (true) group by issue_id
  ) g1 on g1.issue_id = i.id
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms, r.g1_id as g1_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
timed as (
  select s.*, s.to_ms - s.from_ms as ms from clipped s
),
visited as (
  select issue_id, status_id, ms as value, g1_id
  from timed where true and visit_count = 1
  union all
  select issue_id, status_id, cast(sum(ms) as bigint) as value, any_value(g1_id) as g1_id
  from timed where true and visit_count > 1
  group by issue_id, status_id
),
cell as (
  select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, value, g1_id from visited
),
counted_range as (
  select outer_id, inner_id, g1_id, value_range, count(*) as n, sum(cast(value as decimal(18,0))) as total
  from (select c.*, (c.value) / (1048576) as value_range from cell c) c group by outer_id, inner_id, g1_id, value_range
),
placed_range as (
  select r.*, cast(sum(n) over (partition by outer_id, inner_id, g1_id order by value_range rows unbounded preceding) as bigint) as upto,
         cast(sum(n) over (partition by outer_id, inner_id, g1_id) as bigint) as size
  from counted_range r
),
wanted_range as (
  select outer_id, inner_id, g1_id, value_range, upto - n as before, size from placed_range
  where (upto - n <= (size - 1) / (2) and (size - 1) / (2) < upto) or (upto - n <= (size) / (2) and (size) / (2) < upto)
),
counted_value as (
  select c.outer_id, c.inner_id, c.g1_id, m.value_range, m.before, m.size, c.value, count(*) as n
  from (select c.*, (c.value) / (1048576) as value_range from cell c) c
       join wanted_range m on m.value_range = c.value_range and (coalesce(cast(m.outer_id as varchar), '') = coalesce(cast(c.outer_id as varchar), '')) and ((m.outer_id is null) = (c.outer_id is null)) and (coalesce(cast(m.inner_id as varchar), '') = coalesce(cast(c.inner_id as varchar), '')) and ((m.inner_id is null) = (c.inner_id is null)) and (coalesce(cast(m.g1_id as varchar), '') = coalesce(cast(c.g1_id as varchar), '')) and ((m.g1_id is null) = (c.g1_id is null))
  group by c.outer_id, c.inner_id, c.g1_id, m.value_range, m.before, m.size, c.value
),
placed_value as (
  select v.*, before + cast(sum(n) over (partition by outer_id, inner_id, g1_id, value_range order by value rows unbounded preceding) as bigint) as upto
  from counted_value v
),
wanted_value as (
  select outer_id, inner_id, g1_id, max(value) filter (where upto - n <= (size - 1) / (2) and (size - 1) / (2) < upto) as low, max(value) filter (where upto - n <= (size) / (2) and (size) / (2) < upto) as high
  from placed_value group by outer_id, inner_id, g1_id
),
cell_total as (
  select outer_id, inner_id, g1_id, cast(sum(n) as bigint) as count, sum(total) as total from counted_range group by outer_id, inner_id, g1_id
)
select t.outer_id, t.inner_id, t.g1_id, t.count, t.total, cast(m.low + m.high as double) / 2 as extra
from cell_total t join wanted_value m on (coalesce(cast(m.outer_id as varchar), '') = coalesce(cast(t.outer_id as varchar), '')) and ((m.outer_id is null) = (t.outer_id is null)) and (coalesce(cast(m.inner_id as varchar), '') = coalesce(cast(t.inner_id as varchar), '')) and ((m.inner_id is null) = (t.inner_id is null)) and (coalesce(cast(m.g1_id as varchar), '') = coalesce(cast(t.g1_id as varchar), '')) and ((m.g1_id is null) = (t.g1_id is null))

-- groups
with shown as (
  select g1.id as g1_id, g1.label as g1_label, g1.label as g1_order, 1 as issues, cast(i.repaired > 0 as integer) as repaired, cast(not i.has_log as integer) as unlogged,
    case when i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms) then 1 else 0 end as without_finish
  from issue i join project p on p.id = i.project_id left join (
    select issue_id, min(ms) as ms, min(num) as num,
           array_join(array_agg(value_id order by lower(text), text, value_id), chr(31)) as id, array_join(array_agg(text order by lower(text), text, value_id), ', ') as label
    from issue_value where field_id = 'fixVersions' and (true) group by issue_id
  ) g1 on g1.issue_id = i.id
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1735689600000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
)
select row_number() over (order by lower(max(g1_label)) nulls last, max(g1_order) nulls last, g1_id nulls last) as position, g1_id, max(g1_label) as g1_label, cast(coalesce(sum(issues), 0) as bigint) as issue_count, cast(coalesce(sum(repaired), 0) as bigint) as repaired, cast(coalesce(sum(unlogged), 0) as bigint) as unlogged, cast(coalesce(sum(without_finish), 0) as bigint) as without_finish
from shown group by g1_id
