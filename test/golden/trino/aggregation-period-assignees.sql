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
  select i.id as issue_id, i.project_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as assignee_id, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751327999999') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751327999999') as is_open, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'assignee' and (true) and (s.entered_ms <= bigint '1751327999999')
  union all
  select s.issue_id, s.seq, s.assignee_id, cast(null as bigint) as left_ms, bigint '1751328000000' as from_ms, bigint '1751328000000' as to_ms,
         true as is_open, cast(null as bigint) as previous_last_ms
  from status_assignment s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id where s.entered_ms = bigint '1751328000000' and (true)
),
period_list as (
  select cast(json_parse('[1704067200000,1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000,1754006400000]') as array(bigint)) as borders, cast(json_parse('[1704067200000,1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000,1751328000000,1754006400000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,3,4,5,5,6,7,8,9,9,10,11,12,13,14,14,15,16,17,18,18,19]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,4,5,6,6,7,8,9,10,10,11,12,13,14,15,15,16,17,18,19,19,20]') as array(bigint)) as at_1
),
cell_stay as (
  select assignee_id as outer_id, issue_id, seq, from_ms, to_ms, previous_last_ms
  from clipped where true
),
ended_stay as (
  select assignee_id as outer_id, issue_id, seq, from_ms, left_ms as to_ms,
         case when left_ms > from_ms then left_ms - 1 else from_ms end as last_ms
  from clipped where true and not is_open
)
select outer_id, period, cast(sum(change) as bigint) as change, cast(sum(added) as bigint) as added,
       cast(sum(begun) as bigint) as begun, sum(worked) as worked
from (
  select outer_id, period, count(*) as change, count(*) - count(*) filter (where s.previous_last_ms >= element_at(s.borders, s.period)) as added,
         count(*) filter (where s.seq = 1) as begun, sum(cast(s.from_ms as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.from_ms >= bigint '1704067200000' and s.from_ms < bigint '1754006400000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1701919716352', 31) as period_bucket from cell_stay s) s cross join period_list l) s
         cross join period_list l
  ) s
  group by outer_id, period
  union all
  select outer_id, period, -count(*) as change, 0 as added, 0 as begun, -sum(cast(s.to_ms as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.last_ms >= bigint '1704067200000' and s.last_ms < bigint '1754006400000' then case when s.last_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.last_ms - bigint '1701919716352', 31) as period_bucket from ended_stay s) s cross join period_list l) s
         cross join period_list l
  ) s
  group by outer_id, period
) c
group by outer_id, period

-- cellsOfLargeGroups
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
clipped as (
  select s.issue_id, s.seq, s.value_id as assignee_id, s.left_ms, s.entered_ms as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1751327999999') then bigint '1751328000000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1751327999999') as is_open, s.previous_last_ms as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'assignee' and (true) and (s.entered_ms <= bigint '1751327999999')
  union all
  select s.issue_id, s.seq, s.assignee_id, cast(null as bigint) as left_ms, bigint '1751328000000' as from_ms, bigint '1751328000000' as to_ms,
         true as is_open, cast(null as bigint) as previous_last_ms
  from status_assignment s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id where s.entered_ms = bigint '1751328000000' and (true)
),
period_list as (
  select cast(json_parse('[1704067200000,1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000,1754006400000]') as array(bigint)) as borders, cast(json_parse('[1704067200000,1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000,1751328000000,1754006400000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,3,4,5,5,6,7,8,9,9,10,11,12,13,14,14,15,16,17,18,18,19]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,4,5,6,6,7,8,9,10,10,11,12,13,14,15,15,16,17,18,19,19,20]') as array(bigint)) as at_1
),
cell_stay as (
  select assignee_id as outer_id, issue_id, seq, from_ms, to_ms, previous_last_ms
  from clipped where true
),
ended_stay as (
  select assignee_id as outer_id, issue_id, seq, from_ms, left_ms as to_ms,
         case when left_ms > from_ms then left_ms - 1 else from_ms end as last_ms
  from clipped where true and not is_open
)
select outer_id, period, cast(sum(change) as bigint) as change, cast(sum(added) as bigint) as added,
       cast(sum(begun) as bigint) as begun, sum(worked) as worked
from (
  select outer_id, period, count(*) as change, count(*) - count(*) filter (where s.previous_last_ms >= element_at(s.borders, s.period)) as added,
         count(*) filter (where s.seq = 1) as begun, sum(cast(s.from_ms as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.from_ms >= bigint '1704067200000' and s.from_ms < bigint '1754006400000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1701919716352', 31) as period_bucket from cell_stay s) s cross join period_list l) s
         cross join period_list l
  ) s
  group by outer_id, period
  union all
  select outer_id, period, -count(*) as change, 0 as added, 0 as begun, -sum(cast(s.to_ms as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.last_ms >= bigint '1704067200000' and s.last_ms < bigint '1754006400000' then case when s.last_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.last_ms - bigint '1701919716352', 31) as period_bucket from ended_stay s) s cross join period_list l) s
         cross join period_list l
  ) s
  group by outer_id, period
) c
group by outer_id, period

-- groups
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
first_stay as (
  select s.issue_id, s.entered_ms as from_ms from status_assignment s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id where (true) and s.entered_ms <= bigint '1751328000000' and s.seq = 1
),
end_stay as (
  select s.issue_id from status_assignment s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id where (true) and s.entered_ms <= bigint '1751328000000' and s.entered_ms >= bigint '1751328000000' and (s.left_ms is null or s.left_ms > bigint '1751328000000')
),
period as (
  select * from (select number, from_ms, to_ms from unnest(cast(json_parse('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]') as array(bigint)), cast(json_parse('[1704067200000,1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000]') as array(bigint)), cast(json_parse('[1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000,1754006400000]') as array(bigint))) as u(number, from_ms, to_ms))
),
period_list as (
  select cast(json_parse('[1704067200000,1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000,1754006400000]') as array(bigint)) as borders, cast(json_parse('[1704067200000,1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000,1751328000000,1754006400000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,3,4,5,5,6,7,8,9,9,10,11,12,13,14,14,15,16,17,18,18,19]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,4,5,6,6,7,8,9,10,10,11,12,13,14,15,15,16,17,18,19,19,20]') as array(bigint)) as at_1
),
counted_period as (
  select period, bigint '18' as until, count(*) as issues
  from (
    select s.*, l.borders, case when s.from_ms >= bigint '1704067200000' and s.from_ms < bigint '1754006400000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1701919716352', 31) as period_bucket from (select * from first_stay where true) s) s cross join period_list l) s
         cross join period_list l
  ) s group by period
  union all
  select period, period as until, count(*) as issues
  from (select bigint '19' as period from end_stay where true) s group by period
),
group_change as (
  select case side when 0 then period else until + 1 end as period, sum(case side when 0 then issues else -issues end) as change
  from counted_period cross join (values (0), (1)) as t(side)
  group by case side when 0 then period else until + 1 end
),
group_run as (
  select c.*, cast(sum(change) over (order by period rows unbounded preceding) as bigint) as running,
         lead(period) over (order by period) as next_period
  from group_change c
),
period_row as (
  select p.number as period, r.running as issue_count
  from group_run r join period p on p.number >= r.period and p.number < r.next_period
  offset 0 rows limit 10001
)
select row_number() over (order by r.period) as position, r.period as g1_id, l.label as g1_label, r.issue_count
from period_row r join (select number, label from unnest(cast(json_parse('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]') as array(bigint)), cast(json_parse('["2024-01","2024-02","2024-03","2024-04","2024-05","2024-06","2024-07","2024-08","2024-09","2024-10","2024-11","2024-12","2025-01","2025-02","2025-03","2025-04","2025-05","2025-06","2025-07"]') as array(varchar))) as u(number, label)) l on l.number = r.period

-- issues
select count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged,
           count(*) filter (where i.has_log and not i.is_status_logged and (i.status_id in ('10001', '5', '6') or i.resolution_id is not null and i.status_id in ('10102'))
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms)) as without_finish
from issue i
where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))

-- wholePeriods
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
period as (
  select * from (select number, from_ms, to_ms from unnest(cast(json_parse('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]') as array(bigint)), cast(json_parse('[1704067200000,1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000]') as array(bigint)), cast(json_parse('[1706745600000,1709251200000,1711929600000,1714521600000,1717200000000,1719792000000,1722470400000,1725148800000,1727740800000,1730419200000,1733011200000,1735689600000,1738368000000,1740787200000,1743465600000,1746057600000,1748736000000,1751328000000,1754006400000]') as array(bigint))) as u(number, from_ms, to_ms))
),
worked_period as (
  select number, started, ended
  from (select number, started, lead(started) over (order by number) as ended
    from (select s.number, case when s.number = 1 then 0 else s.from_ms end as started
      from (select number, from_ms from period union all select bigint '20', bigint '1751328000000') s) s) s
  where number < bigint '20'
)
select * from worked_period
