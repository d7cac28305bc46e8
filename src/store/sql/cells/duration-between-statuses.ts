import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedStatusStays } from '../clipped.ts'
import { groupsOfIssue, hasPeriods, periodsOfRow, type ReportIssues } from '../report-issues.ts'
import { type Cte, identifier, joinSql, type Sql, sql, unnested, varchar, varchars } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cell-tables.ts'

/**
 * Computes each metric of each issue: `outer_id` is the metric's name and `state` is `running`, `paused` or
 * `completed`. Issues in which a metric has not started have no row.
 */
export const durationBetweenStatuses: CellTables = (plan, issues, dialect) => [
  clippedStatusStays(plan, issues),
  ...timed(plan, issues, dialect),
  ...(hasPeriods(issues) ? [INITIAL] : []),
  ...plan.metrics.flatMap((metric, i) => metricTables(metric, i + 1, plan, issues)),
  [
    'cell',
    joinSql(
      plan.metrics.map((_, i) => sql`  select * from ${identifier(`metric${i + 1}`)}`),
      '\n  union all\n',
    ),
  ],
]

/** The first stay of each issue. */
const INITIAL: Cte = ['initial', sql`  select issue_id, min(seq) as seq from clipped group by issue_id`]

type Metric = ReportPlan['metrics'][number]
type MetricEnd = Metric['to']

function metricTables(
  { name, from, to, excluded }: Metric,
  n: number,
  { endpoint }: ReportPlan,
  issues: ReportIssues,
): Cte[] {
  const start = identifier(`start${n}`)
  const finish = identifier(`finish${n}`)
  const isExcluded = sql`t.status_id in (${unnested(varchars(excluded))})`
  // Without a from-status, a metric starts with the first stay in the window, and the initial status counts as entered.
  const begun = from === null ? sql`` : sql`join ${start} b on b.issue_id = t.issue_id`
  const ended = sql`${enters(to, sql`t.status_id`)}${from === null ? sql`` : sql` and t.seq > b.seq`}`
  const counts = sql`(f.seq is null or t.seq < f.seq)${from === null ? sql`` : sql` and t.seq >= b.seq`}`
  const value = sql`cast(coalesce(sum(t.ms) filter (where ${counts} and not ${isExcluded}), 0) as bigint) as value`
  const ids = sql`t.issue_id, ${varchar(name)} as outer_id, cast(null as varchar) as inner_id`
  const rows = sql`from timed t ${begun} left join ${finish} f on f.issue_id = t.issue_id`
  const stateIf = (isPaused: Sql) =>
    sql`case when any_value(f.seq) is not null then 'completed'
              when ${isPaused} then 'paused' else 'running' end as state`
  const whole = sql`  select ${ids},
         ${value},
         ${stateIf(sql`bool_or(t.is_open and ${isExcluded})`)}${groupsOfIssue(issues)}
  ${rows}
  group by t.issue_id`
  // A metric that ends with the first stay has its 0 in the period of that moment.
  const endsAtOnce = sql`t.seq = i.seq and t.seq = f.seq and t.period = t.first_period and t.until is null`
  // The state is that at the end of the report, whose stay may be in another period.
  const isOpen = sql`t.issue_id in (select t.issue_id from clipped t where t.is_open and ${isExcluded})`
  const state = endpoint === 'list' ? sql`, ${stateIf(isOpen)}` : sql``
  const cut = sql`  select ${ids}, ${value}${state}${groupsOfIssue(issues)}${periodsOfRow(issues)}
  ${rows}${from === null ? sql` join initial i on i.issue_id = t.issue_id` : sql``}
  where ${from === null ? sql`${counts} or (${endsAtOnce})` : counts}
  group by t.issue_id${periodsOfRow(issues)}`
  return [
    ...(from === null ? [] : [[`start${n}`, startOf(from)] as const]),
    [
      `finish${n}`,
      sql`  select t.issue_id, ${orderOf(to)}(t.seq) as seq
  from clipped t ${begun}
  where ${ended}
  group by t.issue_id`,
    ],
    [`metric${n}`, hasPeriods(issues) ? cut : whole],
  ]
}

/** Returns the stay `seq` at which a metric starts in each issue. It can only end at later stays. */
function startOf(from: MetricEnd): Sql {
  return sql`  select issue_id, ${orderOf(from)}(seq) as seq
  from clipped where ${enters(from, sql`status_id`)} group by issue_id`
}

function enters({ statuses }: MetricEnd, id: Sql): Sql {
  const [first] = statuses
  return statuses.length === 1 ? sql`${id} = ${varchar(first!)}` : sql`${id} in (${unnested(varchars(statuses))})`
}

function orderOf({ order }: MetricEnd): Sql {
  return order === 'first' ? sql`min` : sql`max`
}
