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

-- cells
with report_issue as (
  select i.id as issue_id, i.project_id, i.type_id as g1_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
chosen_status as (
  select * from (select status_id, column_id from unnest(cast(json_parse('["3","10100","10101"]') as array(varchar)), cast(json_parse('["3","10100","10101"]') as array(varchar))) as u(status_id, column_id))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms, r.g1_id as g1_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
period_list as (
  select cast(json_parse('[1704067200000,1711929600000,1719792000000,1727740800000,1735689600000,1743465600000,1751328000000,1759276800000]') as array(bigint)) as borders, cast(json_parse('[1704067200000,1711929600000,1719792000000,1719792000000,1727740800000,1727740800000,1735689600000,1735689600000,1743465600000,1743465600000,1751328000000,1751328000000,1759276800000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,2,3,3,4,4,5,5,6,6,7]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,3,4,4,5,5,6,6,7,7,8]') as array(bigint)) as at_1
),
cell_stay as (
  select column_id as outer_id, issue_id, seq, from_ms, to_ms, previous_last_ms, g1_id
  from clipped join chosen_status using (status_id)
  where (contains(cast(json_parse('["3","10100","10101"]') as array(varchar)), status_id))
),
ended_stay as (
  select column_id as outer_id, issue_id, seq, from_ms, left_ms as to_ms,
         case when left_ms > from_ms then left_ms - 1 else from_ms end as last_ms, g1_id
  from clipped join chosen_status using (status_id)
  where (contains(cast(json_parse('["3","10100","10101"]') as array(varchar)), status_id)) and not is_open
)
select outer_id, g1_id, period, cast(sum(change) as bigint) as change, cast(sum(added) as bigint) as added,
       cast(sum(begun) as bigint) as begun, sum(worked) as worked
from (
  select outer_id, g1_id, period, count(*) as change, count(*) - count(*) filter (where s.previous_last_ms >= element_at(s.borders, s.period)) as added,
         count(*) filter (where s.seq = 1) as begun, sum(cast(s.from_ms as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.from_ms >= bigint '1704067200000' and s.from_ms < bigint '1759276800000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1699772232704', 32) as period_bucket from cell_stay s) s cross join period_list l) s
         cross join period_list l
  ) s
  group by outer_id, g1_id, period
  union all
  select outer_id, g1_id, period, -count(*) as change, 0 as added, 0 as begun, -sum(cast(s.to_ms as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.last_ms >= bigint '1704067200000' and s.last_ms < bigint '1759276800000' then case when s.last_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.last_ms - bigint '1699772232704', 32) as period_bucket from ended_stay s) s cross join period_list l) s
         cross join period_list l
  ) s
  group by outer_id, g1_id, period
) c
group by outer_id, g1_id, period

-- cellsOfLargeGroups
with report_issue as (
  select i.id as issue_id, i.project_id, i.type_id as g1_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
chosen_status as (
  select * from (select status_id, column_id from unnest(cast(json_parse('["3","10100","10101"]') as array(varchar)), cast(json_parse('["3","10100","10101"]') as array(varchar))) as u(status_id, column_id))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751328000000') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751328000000') as is_open,
         s.from_id as previous_id, s.previous_last_ms as previous_last_ms, r.g1_id as g1_id
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1751328000000')
),
period_list as (
  select cast(json_parse('[1704067200000,1711929600000,1719792000000,1727740800000,1735689600000,1743465600000,1751328000000,1759276800000]') as array(bigint)) as borders, cast(json_parse('[1704067200000,1711929600000,1719792000000,1719792000000,1727740800000,1727740800000,1735689600000,1735689600000,1743465600000,1743465600000,1751328000000,1751328000000,1759276800000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,2,3,3,4,4,5,5,6,6,7]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,3,4,4,5,5,6,6,7,7,8]') as array(bigint)) as at_1
),
cell_stay as (
  select column_id as outer_id, issue_id, seq, from_ms, to_ms, previous_last_ms, g1_id
  from clipped join chosen_status using (status_id)
  where (contains(cast(json_parse('["3","10100","10101"]') as array(varchar)), status_id))
),
ended_stay as (
  select column_id as outer_id, issue_id, seq, from_ms, left_ms as to_ms,
         case when left_ms > from_ms then left_ms - 1 else from_ms end as last_ms, g1_id
  from clipped join chosen_status using (status_id)
  where (contains(cast(json_parse('["3","10100","10101"]') as array(varchar)), status_id)) and not is_open
)
select outer_id, g1_id, period, cast(sum(change) as bigint) as change, cast(sum(added) as bigint) as added,
       cast(sum(begun) as bigint) as begun, sum(worked) as worked
from (
  select outer_id, g1_id, period, count(*) as change, count(*) - count(*) filter (where s.previous_last_ms >= element_at(s.borders, s.period)) as added,
         count(*) filter (where s.seq = 1) as begun, sum(cast(s.from_ms as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.from_ms >= bigint '1704067200000' and s.from_ms < bigint '1759276800000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1699772232704', 32) as period_bucket from cell_stay s) s cross join period_list l) s
         cross join period_list l
  ) s
  group by outer_id, g1_id, period
  union all
  select outer_id, g1_id, period, -count(*) as change, 0 as added, 0 as begun, -sum(cast(s.to_ms as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.last_ms >= bigint '1704067200000' and s.last_ms < bigint '1759276800000' then case when s.last_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.last_ms - bigint '1699772232704', 32) as period_bucket from ended_stay s) s cross join period_list l) s
         cross join period_list l
  ) s
  group by outer_id, g1_id, period
) c
group by outer_id, g1_id, period

-- groups
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
),
period as (
  select * from (select number, from_ms, to_ms from unnest(cast(json_parse('[1,2,3,4,5,6,7]') as array(bigint)), cast(json_parse('[1704067200000,1711929600000,1719792000000,1727740800000,1735689600000,1743465600000,1751328000000]') as array(bigint)), cast(json_parse('[1711929600000,1719792000000,1727740800000,1735689600000,1743465600000,1751328000000,1759276800000]') as array(bigint))) as u(number, from_ms, to_ms))
),
period_list as (
  select cast(json_parse('[1704067200000,1711929600000,1719792000000,1727740800000,1735689600000,1743465600000,1751328000000,1759276800000]') as array(bigint)) as borders, cast(json_parse('[1704067200000,1711929600000,1719792000000,1719792000000,1727740800000,1727740800000,1735689600000,1735689600000,1743465600000,1743465600000,1751328000000,1751328000000,1759276800000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,2,3,3,4,4,5,5,6,6,7]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,3,4,4,5,5,6,6,7,7,8]') as array(bigint)) as at_1
),
any_period as (
  select issue_id, period, max(until) as until, any_value(g1_id) as g1_id from (
    select s.*, l.borders, case when s.from_ms >= bigint '1704067200000' and s.from_ms < bigint '1759276800000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period, case when greatest(s.from_ms, s.to_ms - 1) >= bigint '1704067200000' and greatest(s.from_ms, s.to_ms - 1) < bigint '1759276800000' then case when greatest(s.from_ms, s.to_ms - 1) < s.until_border_1 then element_at(l.at_0, s.until_bucket) else element_at(l.at_1, s.until_bucket) end else cast(fail('there is no period for an instant') as bigint) end as until
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1, element_at(l.border_1, s.until_bucket) as until_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1699772232704', 32) as period_bucket, bitwise_right_shift(greatest(s.from_ms, s.to_ms - 1) - bigint '1699772232704', 32) as until_bucket from (select * from clipped where (contains(cast(json_parse('["3","10100","10101"]') as array(varchar)), status_id))) s) s cross join period_list l) s
         cross join period_list l
  ) s group by issue_id, period
),
value_period as (
  select g1_id, until, greatest(period, coalesce(max(until) over (partition by issue_id order by period
           rows between unbounded preceding and 1 preceding) + 1, period)) as period
  from any_period
),
counted_period as (
  select g1_id, period, until, count(*) as issues from value_period where period <= until group by g1_id, period, until
),
group_change as (
  select g1_id, case side when 0 then period else until + 1 end as period, sum(case side when 0 then issues else -issues end) as change
  from counted_period cross join (values (0), (1)) as t(side)
  group by g1_id, case side when 0 then period else until + 1 end
),
group_run as (
  select c.*, cast(sum(change) over (partition by g1_id order by period rows unbounded preceding) as bigint) as running,
         lead(period) over (partition by g1_id order by period) as next_period
  from group_change c
),
period_row as (
  select g1_id, p.number as period, r.running as issue_count
  from group_run r join period p on p.number >= r.period and p.number < r.next_period
  offset 0 rows limit 10001
),
shown as (
  select i.type_id as g1_id, coalesce(g1.name, i.type_id) as g1_label, coalesce(g1.name, i.type_id) as g1_order, i.issues, i.repaired, i.unlogged, i.without_finish
  from (select i.type_id, count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged,
           count(*) filter (where i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms)) as without_finish
    from issue i where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1')) group by i.type_id) i  left join issue_type g1 on g1.id = i.type_id
),
shown_group as (
  select g1_id, max(g1_label) as g1_label, max(g1_order) as g1_order from shown group by g1_id
)
select row_number() over (order by lower(g.g1_label) nulls last, g.g1_order nulls last, g.g1_id nulls last, r.period) as position, r.g1_id, g.g1_label, r.period as g2_id, l.label as g2_label, r.issue_count
from period_row r join (select number, label from unnest(cast(json_parse('[1,2,3,4,5,6,7]') as array(bigint)), cast(json_parse('["2024-Q1","2024-Q2","2024-Q3","2024-Q4","2025-Q1","2025-Q2","2025-Q3"]') as array(varchar))) as u(number, label)) l on l.number = r.period join shown_group g on (g.g1_id is not distinct from r.g1_id)

-- issues
select count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged,
           count(*) filter (where i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms)) as without_finish
from issue i
where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))

-- wholePeriods
with report_issue as (
  select i.id as issue_id, i.project_id, i.type_id as g1_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
period as (
  select * from (select number, from_ms, to_ms from unnest(cast(json_parse('[1,2,3,4,5,6,7]') as array(bigint)), cast(json_parse('[1704067200000,1711929600000,1719792000000,1727740800000,1735689600000,1743465600000,1751328000000]') as array(bigint)), cast(json_parse('[1711929600000,1719792000000,1727740800000,1735689600000,1743465600000,1751328000000,1759276800000]') as array(bigint))) as u(number, from_ms, to_ms))
),
worked_period as (
  select number, started, ended
  from (select number, started, lead(started) over (order by number) as ended
    from (select s.number, case when s.number = 1 then 0 else s.from_ms end as started
      from (select number, from_ms from period union all select bigint '8', bigint '1751328000000') s) s) s
  where number < bigint '8'
)
select * from worked_period
