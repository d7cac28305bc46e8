import type { Metric, MetricEnd } from '../../plan/report-plan.ts'
import { seenStatusStays } from '../seen.ts'
import { type Cte, identifier, joinSql, type Sql, sql, varchar, varchars } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cells.ts'

/**
 * How long each issue took from one entry to another, for each metric: `outer_id` is the metric's name, `state` whether
 * it is `running`, `paused` or `completed`. An issue in which a metric has not started has no row.
 */
export const durationBetweenStatuses: CellTables = (plan, issues, dialect) => [
  seenStatusStays(plan, issues),
  ...timed(plan, dialect),
  ...plan.metrics.flatMap((metric, i) => metricTables(metric, i + 1)),
  [
    'cell',
    joinSql(
      plan.metrics.map((_, i) => sql`  select * from ${identifier(`metric${i + 1}`)}`),
      '\n  union all\n',
    ),
  ],
]

function metricTables({ name, from, to, excluded }: Metric, n: number): Cte[] {
  const start = identifier(`start${n}`)
  const finish = identifier(`finish${n}`)
  const isExcluded = sql`t.status_id in (select unnest(${varchars(excluded)}))`
  return [
    [`start${n}`, startOf(from)],
    [
      `finish${n}`,
      sql`  select t.issue_id, ${orderOf(to)}(t.seq) as seq
  from seen t join ${start} b on b.issue_id = t.issue_id
  where t.status_id = ${varchar(to.status)} and t.seq > b.after
  group by t.issue_id`,
    ],
    [
      `metric${n}`,
      sql`  select b.issue_id, ${varchar(name)} as outer_id, null::varchar as inner_id,
         coalesce(sum(t.ms) filter (where not ${isExcluded}), 0)::bigint as value,
         case when any_value(f.seq) is not null then 'completed'
              when bool_or(t.is_open and ${isExcluded}) then 'paused' else 'running' end as state
  from ${start} b left join ${finish} f on f.issue_id = b.issue_id
       left join timed t on t.issue_id = b.issue_id and t.seq >= b.seq and (f.seq is null or t.seq < f.seq)
  group by b.issue_id`,
    ],
  ]
}

/**
 * Where a metric starts in each issue: at the stay `seq`; it can end at stays after `after`. Without a from-status it
 * starts at creation, and the initial status counts as entered there.
 */
function startOf(from: MetricEnd | null): Sql {
  if (from === null) return sql`  select issue_id, min(seq) as seq, min(seq) - 1 as after from seen group by issue_id`
  return sql`  select issue_id, ${orderOf(from)}(seq) as seq, ${orderOf(from)}(seq) as after
  from seen where status_id = ${varchar(from.status)} group by issue_id`
}

function orderOf({ order }: MetricEnd): Sql {
  return order === 'first' ? sql`min` : sql`max`
}
