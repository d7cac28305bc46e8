with report_issue as (
  select i.id as issue_id, i.project_id
  from issue i
  where (i.project_id = bigint '3') and (i.created_ms <= bigint '1751328000000') and ((i.created_ms >= bigint '1747008000000' and i.created_ms < bigint '1747180800000') and (i.project_id = bigint '3'))
),
hideable_stay as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms, i.created_ms, (s.field_id in (select x from unnest(cast(json_parse('["fixVersions"]') as array(varchar))) as u(x)) and not coalesce(s.value_id is null or s.value_id in (select id from version where project_ref in (select ref from project where id in (select x from unnest(cast(json_parse('[3]') as array(bigint))) as u(x)))), false)) as is_hidden
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id join issue i on i.id = s.issue_id
  where (true) and s.field_id in (select x from unnest(cast(json_parse('["fixVersions"]') as array(varchar))) as u(x))
),
redacted_stay as (
  select h.*, not is_hidden and (value_id is not null or not bool_or(is_hidden) over own) as is_shown,
         bool_or(is_hidden) over own as is_redacted
  from hideable_stay h
  window own as (partition by issue_id, field_id)
),
bounded_stay as (
  select r.*, row_number() over in_order as position,
         max(case when is_shown then left_ms end) over so_far as reached_ms,
         bool_or(is_shown and left_ms is null) over so_far as is_open,
         min(case when is_shown then entered_ms end) over later as next_ms
  from redacted_stay r
  window in_order as (partition by issue_id, field_id order by entered_ms, left_ms nulls last),
         so_far as (partition by issue_id, field_id order by entered_ms, left_ms nulls last rows unbounded preceding),
         later as (partition by issue_id, field_id order by entered_ms, left_ms nulls last
                   rows between 1 following and unbounded following)
),
part as (
  select issue_id, field_id, case when kind = 'stay' then seq end as seq,
         case when kind = 'stay' then value_id end as value_id, case when kind = 'stay' then value end as value,
         case kind when 'stay' then entered_ms when 'gap' then reached_ms else created_ms end as entered_ms,
         case when kind = 'stay' then left_ms when kind = 'first' and is_shown then entered_ms else next_ms end as left_ms,
         kind = 'stay' and not is_shown as is_left_out
  from bounded_stay cross join (values ('stay'), ('gap'), ('first')) as k(kind)
  where kind = 'stay'
     or kind = 'gap' and is_redacted and is_shown and not is_open and (next_ms is null or reached_ms < next_ms)
     or kind = 'first' and is_redacted and position = 1 and created_ms < case when is_shown then entered_ms else next_ms end
),
visible_field_stay as (
  select s.issue_id, s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms
  from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
  where (true) and s.field_id in (select x from unnest(cast(json_parse('["priority","labels"]') as array(varchar))) as u(x))
  union all
  select issue_id, field_id, coalesce(seq, began_seq, 0), value_id, value, entered_ms, left_ms
  from (select p.*, min(case when is_left_out then seq end) over (partition by issue_id, field_id, entered_ms) as began_seq
        from part p) p
  where not is_left_out
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
