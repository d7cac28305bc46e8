-- cells
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
every_visit as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, greatest(s.entered_ms, bigint '1736899200000') as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1745107199999') then bigint '1745107200000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1745107199999') as is_open,
         case when s.entered_ms > bigint '1736899200000' then s.from_id end as previous_id, case when s.previous_last_ms >= bigint '1736899200000' then s.previous_last_ms end as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1745107199999') and (bigint '1736899200000' <= bigint '1745107199999') and (s.left_ms is null or s.left_ms > bigint '1736899200000' or s.entered_ms >= bigint '1736899200000')
),
clipped as (
  select * from every_visit where previous_last_ms is null
),
bucket as (
  select k, start_ms, start_ms + length_ms as end_ms, cumulative_ms - start_ms as before_ms
  from calendar_bucket where version = bigint '1'
),
period_list as (
  select cast(json_parse('[1735689600000,1738368000000,1740787200000,1743465600000,1746057600000]') as array(bigint)) as borders, cast(json_parse('[1735689600000,1738368000000,1740787200000,1743465600000,1746057600000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,3,4]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,4,5]') as array(bigint)) as at_1
),
cell_stay as (
  select status_id as outer_id, issue_id, seq, from_ms, to_ms, previous_last_ms
  from clipped
  where true
),
ended_stay as (
  select status_id as outer_id, issue_id, seq, from_ms, left_ms as to_ms,
         case when left_ms > from_ms then left_ms - 1 else from_ms end as last_ms
  from clipped
  where true and not is_open
)
select outer_id, period, cast(sum(change) as bigint) as change, cast(sum(added) as bigint) as added,
       cast(sum(begun) as bigint) as begun, sum(worked) as worked
from (
  select outer_id, period, count(*) as change, count(*) as added,
         count(*) filter (where s.seq = 1) as begun, sum(cast((case when b.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else b.before_ms + least(greatest(s.from_ms, b.start_ms), b.end_ms) end) as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.from_ms >= bigint '1735689600000' and s.from_ms < bigint '1746057600000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1733542116352', 31) as period_bucket from cell_stay s) s cross join period_list l) s
         cross join period_list l
  ) s left join bucket b on b.k = (s.from_ms + bigint '62135683200000') / (bigint '86400000')
  group by outer_id, period
  union all
  select outer_id, period, -count(*) as change, 0 as added, 0 as begun, -sum(cast((case when b.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else b.before_ms + least(greatest(s.to_ms, b.start_ms), b.end_ms) end) as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.last_ms >= bigint '1735689600000' and s.last_ms < bigint '1746057600000' then case when s.last_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.last_ms - bigint '1733542116352', 31) as period_bucket from ended_stay s) s cross join period_list l) s
         cross join period_list l
  ) s left join bucket b on b.k = (s.to_ms + bigint '62135683200000') / (bigint '86400000')
  group by outer_id, period
) c
group by outer_id, period

-- cellsOfLargeGroups
with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i 
  where (true) and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1719792000000' and i.created_ms < bigint '1751328000000') and (i.project_id = bigint '1'))
),
every_visit as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, greatest(s.entered_ms, bigint '1736899200000') as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1745107199999') then bigint '1745107200000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1745107199999') as is_open,
         case when s.entered_ms > bigint '1736899200000' then s.from_id end as previous_id, case when s.previous_last_ms >= bigint '1736899200000' then s.previous_last_ms end as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1745107199999') and (bigint '1736899200000' <= bigint '1745107199999') and (s.left_ms is null or s.left_ms > bigint '1736899200000' or s.entered_ms >= bigint '1736899200000')
),
clipped as (
  select * from every_visit where previous_last_ms is null
),
bucket as (
  select k, start_ms, start_ms + length_ms as end_ms, cumulative_ms - start_ms as before_ms
  from calendar_bucket where version = bigint '1'
),
period_list as (
  select cast(json_parse('[1735689600000,1738368000000,1740787200000,1743465600000,1746057600000]') as array(bigint)) as borders, cast(json_parse('[1735689600000,1738368000000,1740787200000,1743465600000,1746057600000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,3,4]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,4,5]') as array(bigint)) as at_1
),
cell_stay as (
  select status_id as outer_id, issue_id, seq, from_ms, to_ms, previous_last_ms
  from clipped
  where true
),
ended_stay as (
  select status_id as outer_id, issue_id, seq, from_ms, left_ms as to_ms,
         case when left_ms > from_ms then left_ms - 1 else from_ms end as last_ms
  from clipped
  where true and not is_open
)
select outer_id, period, cast(sum(change) as bigint) as change, cast(sum(added) as bigint) as added,
       cast(sum(begun) as bigint) as begun, sum(worked) as worked
from (
  select outer_id, period, count(*) as change, count(*) as added,
         count(*) filter (where s.seq = 1) as begun, sum(cast((case when b.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else b.before_ms + least(greatest(s.from_ms, b.start_ms), b.end_ms) end) as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.from_ms >= bigint '1735689600000' and s.from_ms < bigint '1746057600000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1733542116352', 31) as period_bucket from cell_stay s) s cross join period_list l) s
         cross join period_list l
  ) s left join bucket b on b.k = (s.from_ms + bigint '62135683200000') / (bigint '86400000')
  group by outer_id, period
  union all
  select outer_id, period, -count(*) as change, 0 as added, 0 as begun, -sum(cast((case when b.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else b.before_ms + least(greatest(s.to_ms, b.start_ms), b.end_ms) end) as decimal(18,0))) as worked
  from (
    select s.*, l.borders, case when s.last_ms >= bigint '1735689600000' and s.last_ms < bigint '1746057600000' then case when s.last_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.last_ms - bigint '1733542116352', 31) as period_bucket from ended_stay s) s cross join period_list l) s
         cross join period_list l
  ) s left join bucket b on b.k = (s.to_ms + bigint '62135683200000') / (bigint '86400000')
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
  select s.issue_id, greatest(s.entered_ms, bigint '1736899200000') as from_ms from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id where s.field_id = 'status' and (true) and greatest(s.entered_ms, bigint '1736899200000') <= bigint '1745107199999' and s.seq = 1
),
end_stay as (
  select s.issue_id from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id where s.field_id = 'status' and (true) and greatest(s.entered_ms, bigint '1736899200000') <= bigint '1745107199999' and greatest(s.entered_ms, bigint '1736899200000') >= bigint '1745107200000' and (s.left_ms is null or s.left_ms > bigint '1745107199999')
),
returned_issue as (
  select distinct s.issue_id from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and (true) and (s.entered_ms <= bigint '1745107199999') and (bigint '1736899200000' <= bigint '1745107199999') and (s.left_ms is null or s.left_ms > bigint '1736899200000' or s.entered_ms >= bigint '1736899200000') and (case when s.previous_last_ms >= bigint '1736899200000' then s.previous_last_ms end) is not null
),
every_visit as (
  select s.issue_id, s.seq, s.value_id as status_id, s.visit_number, s.visit_count, s.left_ms, greatest(s.entered_ms, bigint '1736899200000') as from_ms, case when (s.left_ms is null or s.left_ms > bigint '1745107199999') then bigint '1745107200000' else s.left_ms end as to_ms, (s.left_ms is null or s.left_ms > bigint '1745107199999') as is_open,
         case when s.entered_ms > bigint '1736899200000' then s.from_id end as previous_id, case when s.previous_last_ms >= bigint '1736899200000' then s.previous_last_ms end as previous_last_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where s.field_id = 'status' and ((true) and (s.issue_id in (select issue_id from returned_issue))) and (s.entered_ms <= bigint '1745107199999') and (bigint '1736899200000' <= bigint '1745107199999') and (s.left_ms is null or s.left_ms > bigint '1736899200000' or s.entered_ms >= bigint '1736899200000')
),
clipped as (
  select * from every_visit where previous_last_ms is null
),
period as (
  select * from (select number, from_ms, to_ms from unnest(cast(json_parse('[1,2,3,4]') as array(bigint)), cast(json_parse('[1735689600000,1738368000000,1740787200000,1743465600000]') as array(bigint)), cast(json_parse('[1738368000000,1740787200000,1743465600000,1746057600000]') as array(bigint))) as u(number, from_ms, to_ms))
),
period_list as (
  select cast(json_parse('[1735689600000,1738368000000,1740787200000,1743465600000,1746057600000]') as array(bigint)) as borders, cast(json_parse('[1735689600000,1738368000000,1740787200000,1743465600000,1746057600000]') as array(bigint)) as border_1, cast(json_parse('[0,1,2,3,4]') as array(bigint)) as at_0, cast(json_parse('[1,2,3,4,5]') as array(bigint)) as at_1
),
any_period as (
  select issue_id, period, max(until) as until from (
    select s.*, l.borders, case when s.from_ms >= bigint '1735689600000' and s.from_ms < bigint '1746057600000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period, case when greatest(s.from_ms, s.to_ms - 1) >= bigint '1735689600000' and greatest(s.from_ms, s.to_ms - 1) < bigint '1746057600000' then case when greatest(s.from_ms, s.to_ms - 1) < s.until_border_1 then element_at(l.at_0, s.until_bucket) else element_at(l.at_1, s.until_bucket) end else cast(fail('there is no period for an instant') as bigint) end as until
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1, element_at(l.border_1, s.until_bucket) as until_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1733542116352', 31) as period_bucket, bitwise_right_shift(greatest(s.from_ms, s.to_ms - 1) - bigint '1733542116352', 31) as until_bucket from clipped s) s cross join period_list l) s
         cross join period_list l
  ) s group by issue_id, period
),
value_period as (
  select until, greatest(period, coalesce(max(until) over (partition by issue_id order by period
           rows between unbounded preceding and 1 preceding) + 1, period)) as period
  from any_period
),
counted_period as (
  select period, bigint '4' as until, count(*) as issues
  from (
    select s.*, l.borders, case when s.from_ms >= bigint '1735689600000' and s.from_ms < bigint '1746057600000' then case when s.from_ms < s.period_border_1 then element_at(l.at_0, s.period_bucket) else element_at(l.at_1, s.period_bucket) end else cast(fail('there is no period for an instant') as bigint) end as period
    from (select s.*, element_at(l.border_1, s.period_bucket) as period_border_1 from (select s.*, bitwise_right_shift(s.from_ms - bigint '1733542116352', 31) as period_bucket from (select * from first_stay where issue_id not in (select issue_id from returned_issue)) s) s cross join period_list l) s
         cross join period_list l
  ) s group by period
  union all
  select period, until, count(*) as issues from value_period where period <= until group by period, until
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
from period_row r join (select number, label from unnest(cast(json_parse('[1,2,3,4]') as array(bigint)), cast(json_parse('["2025-01","2025-02","2025-03","2025-04"]') as array(varchar))) as u(number, label)) l on l.number = r.period

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
  select * from (select number, from_ms, to_ms from unnest(cast(json_parse('[1,2,3,4]') as array(bigint)), cast(json_parse('[1735689600000,1738368000000,1740787200000,1743465600000]') as array(bigint)), cast(json_parse('[1738368000000,1740787200000,1743465600000,1746057600000]') as array(bigint))) as u(number, from_ms, to_ms))
),
bucket as (
  select k, start_ms, start_ms + length_ms as end_ms, cumulative_ms - start_ms as before_ms
  from calendar_bucket where version = bigint '1'
),
worked_period as (
  select number, started, ended
  from (select number, started, lead(started) over (order by number) as ended
    from (select s.number, case when s.number = 1 or s.from_ms < (select min(start_ms) from bucket) then 0 else (case when b.k is null then cast(fail('a calendar has no bucket for an instant') as bigint) else b.before_ms + least(greatest(s.from_ms, b.start_ms), b.end_ms) end) end as started
      from (select number, from_ms from period union all select bigint '5', bigint '1745107200000') s left join bucket b on b.k = (s.from_ms + bigint '62135683200000') / (bigint '86400000')) s) s
  where number < bigint '5'
)
select * from worked_period
