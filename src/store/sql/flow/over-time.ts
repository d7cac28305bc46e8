import { EARLIEST, type Instant, type Millis } from '../../../core/time/instant.ts'
import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { CalendarBuckets } from '../../plan/report-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, bigints, type Cte, type Sql, sql, withTables } from '../sql.ts'
import { bucketOf, bucketTable, workingTime } from '../working-time.ts'
import { withinColumn } from './item-queries.ts'
import { DONE, IN_PROGRESS, KINDS, NOT_STARTED, UNMAPPED } from './staged-stays.ts'
import { BEGUN } from './unlogged-finish.ts'

/** Returns `flow_bucket`: `number, start_ms, end_ms` of the buckets of a plan. */
export function flowBuckets(buckets: FlowPlan['bucket']['buckets'], dialect: Dialect): Cte {
  return spanTable('flow_bucket', buckets, dialect)
}

/** The instants `[start, end)`. */
export interface InstantSpan {
  readonly start: Instant
  readonly end: Instant
}

/** Returns a table of `number, start_ms, end_ms` of some spans, with numbers from 0. */
function spanTable(name: string, spans: readonly InstantSpan[], dialect: Dialect): Cte {
  const column = (name: string, of: (span: InstantSpan, number: number) => number) =>
    [name, sql`${bigints(spans.map(of))}`] as const
  const columns = [
    column('number', (_, number) => number),
    column('start_ms', ({ start }) => start),
    column('end_ms', ({ end }) => end),
  ]
  return [name, sql`  select * from ${dialect.listTable(columns)}`]
}

/**
 * Counts, in the spooled table `flow_item`, the issues that finished in each bucket: `number, finished, without_start`.
 * Buckets without any have no row.
 */
export function throughputRows(buckets: FlowPlan['bucket']['buckets'], dialect: Dialect): Sql {
  return withTables([flowBuckets(buckets, dialect)], finishedIn(FINISHED), dialect)
}

/**
 * Counts, in the spooled table `flow_item` of all issues, those that were created in each bucket, other than those that are done
 * since an unknown time: `number, created`. Buckets without any have no row.
 */
export function createdRows(buckets: FlowPlan['bucket']['buckets'], dialect: Dialect): Sql {
  return withTables(
    [flowBuckets(buckets, dialect)],
    sql`select b.number, count(*) as created
from flow_item f join flow_bucket b on f.created_ms >= b.start_ms and f.created_ms < b.end_ms
where f.begun <> ${BEGUN.unknown}
group by b.number`,
    dialect,
  )
}

const FINISHED = sql`count(*) as finished, count(*) filter (where f.start_ms is null) as without_start`

/** Selects columns over the issues that finished in each bucket, and its `number`. */
function finishedIn(columns: Sql): Sql {
  return sql`select b.number, ${columns}
from flow_item f join flow_bucket b on f.finish_ms >= b.start_ms and f.finish_ms < b.end_ms
group by b.number`
}

/**
 * Counts, in the spooled tables `flow_item` and `flow_stay`, the issues that finished in each bucket, those of them with a cycle time
 * of at most `sle`, and those that became done in it, were done at its end, and were reopened by asOf: `number, finished,
 * without_start, within, reopened_since`. Without an SLE, `within` is 0.
 */
export function throughputWithReopened(plan: FlowPlan, sle: Millis | null, dialect: Dialect): Sql {
  const { buckets } = plan.bucket
  return withTables(
    [
      flowBuckets(buckets, dialect),
      ['finished_in', sql`  ${finishedIn(sql`${FINISHED}, ${withinColumn(sle)} as within`)}`],
      ['ended_run', sql`  ${endedRuns(buckets[0]?.end ?? plan.asOf)}`],
      [
        'reopened_since',
        sql`  select b.number, count(*) as issues
  from ended_run r join flow_bucket b on r.entered_ms >= b.start_ms and r.entered_ms < b.end_ms and r.left_ms >= b.end_ms
  group by b.number`,
      ],
    ],
    sql`select b.number, coalesce(f.finished, 0) as finished, coalesce(f.without_start, 0) as without_start,
       coalesce(f.within, 0) as within, coalesce(r.issues, 0) as reopened_since
from flow_bucket b left join finished_in f on f.number = b.number left join reopened_since r on r.number = b.number`,
    dialect,
  )
}

/**
 * Selects when issues in the spooled table `flow_stay` were done without a break, if they were reopened at an instant or later:
 * `issue_id, entered_ms, left_ms`.
 */
export function endedRuns(since: Instant): Sql {
  const reopened = sql`select issue_id from flow_stay where kind = ${DONE} and not is_open and left_ms >= ${bigint(since)}`
  return sql`select issue_id, min(entered_ms) as entered_ms, max(left_ms) as left_ms
  from (select s.*, sum(case when kind = ${DONE} then 0 else 1 end) over (
          partition by issue_id order by seq rows unbounded preceding) as others
        from flow_stay s where s.issue_id in (${reopened})) s
  where kind = ${DONE} group by issue_id, others having not bool_or(is_open) and max(left_ms) >= ${bigint(since)}`
}

/**
 * Selects the moves into progress and out of it at an instant or later, in the spooled table `flow_stay`: `issue_id, at_ms, is_in`.
 */
export function progressMoves(since: Instant): Sql {
  const moved = sql`select issue_id from flow_stay where entered_ms >= ${bigint(since)}`
  return sql`select issue_id, entered_ms as at_ms, is_in
  from (select issue_id, entered_ms, kind in ${IN_PROGRESS} as is_in,
               coalesce(lag(kind) over (partition by issue_id order by seq), ${UNMAPPED}) in ${IN_PROGRESS} as was_in
        from flow_stay where issue_id in (${moved})) m
  where is_in <> was_in and entered_ms >= ${bigint(since)}`
}

/**
 * Sums the changes of the work in progress (core/measure/flow/wip.ts) between ascending instants, with the number of the later one:
 * `number, wip, arrivals, departures, age_offset, parked, parked_offset`. The number 0 has the changes before the first instant,
 * without their arrivals and departures. The total age at an instant with the reading w of the calendar's clock is the sum of
 * `age_offset` until then plus w times the sum of `wip`. `parked, parked_offset` are the same for parked issues, but with
 * `returns: 'pause'` w does not count. With `days`, the clock reads the numbers of days; see startedDays. It reads the spooled tables
 * `flow_stay` and `aged_stay` since the first instant.
 */
export function wipRows(ends: readonly Instant[], days: readonly InstantSpan[] | null, dialect: Dialect): Sql {
  const spans = ends.map((end, i) => ({ start: ends[i - 1] ?? EARLIEST, end }))
  const stays = days === null ? sql`aged_stay` : sql`day_stay`
  const total = (condition: Sql, value: Sql) => dialect.total(sql`case when ${condition} then ${value} else 0 end`)
  return withTables(
    [
      spanTable('flow_bucket', spans, dialect),
      ...(days === null ? [] : startedDays(days, dialect)),
      [
        'wip_event',
        sql`  select entered_ms as at_ms, is_parked, 1 as issues, age_offset, 0 as arrived, 0 as departed from ${stays}
  union all
  select left_ms as at_ms, is_parked, -1 as issues, -age_offset as age_offset, 0 as arrived, 0 as departed from ${stays} where not is_open
  union all
  select at_ms, false as is_parked, 0 as issues, 0 as age_offset, case when is_in then 1 else 0 end as arrived,
         case when is_in then 0 else 1 end as departed
  from (${progressMoves(ends[0] ?? EARLIEST)}) m`,
      ],
    ],
    sql`select b.number, ${total(sql`not is_parked`, sql`issues`)} as wip, sum(arrived) as arrivals, sum(departed) as departures,
       ${total(sql`not is_parked`, sql`age_offset`)} as age_offset,
       ${total(sql`is_parked`, sql`issues`)} as parked, ${total(sql`is_parked`, sql`age_offset`)} as parked_offset
from wip_event e join flow_bucket b on e.at_ms >= b.start_ms and e.at_ms < b.end_ms group by b.number`,
    dialect,
  )
}

/**
 * Selects the stays in progress and the parked ones of issues that were not done at an instant or later: `entered_ms, left_ms, is_open,
 * is_parked, age_offset`. The age of the issue during the stay is the reading of the calendar's clock plus `age_offset`; with
 * `returns: 'pause'`, that of a parked one is just `age_offset`. It reads the spooled table `flow_stay`.
 */
export function agedStays({ returns }: FlowPlan, since: Instant, dialect: Dialect): Sql {
  const { known, started, offset } = AGES[returns]
  return withTables(
    [
      [
        'known_stay',
        sql`  select s.*, kind in ${IN_PROGRESS} as is_wip${known}
  from flow_stay s where s.issue_id in (select issue_id from flow_stay where kind in ${IN_PROGRESS})
    and s.issue_id in (select issue_id from flow_stay where kind <> ${DONE} and (is_open or left_ms >= ${bigint(since)}))`,
      ],
      [
        'started_stay',
        sql`  select s.*, min(case when is_wip then entered_w end) over (${IN_ORDER} unbounded preceding) as start_w${started}
  from known_stay s`,
      ],
    ],
    sql`select entered_ms, left_ms, is_open, not is_wip as is_parked, cast(${offset} as bigint) as age_offset
from started_stay where start_w is not null and kind <> ${DONE}`,
    dialect,
  )
}

/**
 * Counts the issues that were in progress at an instant, and older than `limit`: `issues`. `reading` is that of the calendar's clock
 * then. It reads the spooled table `aged_stay`.
 */
export function olderThan(limit: Millis, at: Instant, reading: bigint): Sql {
  return sql`select count(*) as issues from aged_stay
where not is_parked and entered_ms <= ${bigint(at)} and (is_open or left_ms > ${bigint(at)})
  and age_offset + ${bigint(reading)} > ${bigint(limit)}`
}

const IN_ORDER = sql`partition by issue_id order by seq rows`
const EARLIER = sql`${IN_ORDER} between unbounded preceding and 1 preceding`

/** The age of an issue during a stay, less the reading of the clock, and the columns that it needs. */
const AGES: Readonly<Record<FlowPlan['returns'], { known: Sql; started: Sql; offset: Sql }>> = {
  pause: {
    known: sql``,
    started: sql`,
         coalesce(sum(case when is_wip then left_w - entered_w else 0 end) over (${EARLIER}), 0) as counted_w`,
    offset: sql`case when is_wip then counted_w - entered_w else counted_w end`,
  },
  keep: { known: sql``, started: sql``, offset: sql`-start_w` },
  restart: {
    known: sql`,
         max(case when kind <> ${UNMAPPED} then seq * ${KINDS} + kind end) over (${EARLIER}) as last_mapped`,
    started: sql`,
         max(case when is_wip and last_mapped % ${KINDS} = ${NOT_STARTED} then entered_w end) over (
           ${IN_ORDER} unbounded preceding) as last_start_w`,
    offset: sql`-coalesce(last_start_w, start_w)`,
  },
}

/** Selects when the first issue in progress started: `start_ms`. It reads the spooled table `flow_stay`. */
export const firstStart: Sql = sql`select min(entered_ms) as start_ms from flow_stay where kind in ${IN_PROGRESS}`

/**
 * Returns `day_stay`: the rows of the spooled table `aged_stay` for `returns=keep` without a calendar, with the number of the day of
 * the start in place of its instant. `days` are those from the first start on, numbered from 0.
 */
function startedDays(days: readonly InstantSpan[], dialect: Dialect): Cte[] {
  return [
    spanTable('local_day', days, dialect),
    [
      'day_stay',
      sql`  select s.entered_ms, s.left_ms, s.is_open, s.is_parked, -d.number as age_offset
  from aged_stay s join local_day d on -s.age_offset >= d.start_ms and -s.age_offset < d.end_ms`,
    ],
  ]
}

/** Selects the readings of a calendar's clock at instants since the first creation of an issue: `at_ms, w`. */
export function clockReadings(instants: readonly Instant[], buckets: CalendarBuckets, dialect: Dialect): Sql {
  const listed = dialect.listTable([['at_ms', sql`${bigints(instants)}`]])
  return withTables(
    [bucketTable(buckets)],
    sql`select s.at_ms, ${workingTime('f', sql`s.at_ms`, dialect)} as w
from ${listed} s left join bucket f on f.k = ${bucketOf(sql`s.at_ms`, buckets, dialect)}`,
    dialect,
  )
}
