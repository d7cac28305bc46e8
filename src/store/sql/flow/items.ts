import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, type Cte, plain, type Sql, sql, withTables } from '../sql.ts'
import { flowIssues, isDoneByResolution } from './flow-issues.ts'
import { ACTIVE, DONE, IN_PROGRESS, KINDS, NOT_STARTED, staysInProgress, UNMAPPED, WAITING } from './staged-stays.ts'
import { BEGUN } from './unlogged-finish.ts'

/**
 * Selects the moments and times of the issues with a status at asOf in the spooled table `flow_stay` (core/measure/flow/flow-item.ts), one row for each:
 * `issue_id, created_ms, start_ms, last_start_ms, finish_ms`, how it is known, as `begun` (see BEGUN), `stage, is_wip, is_parked,
 * counted_from_ms`, where the counted time begins, `end_ms`, where it ends; `counted, elapsed, lead_time, wait_before, active, waiting, unmapped`, on the calendar's clock.
 * `active` and `waiting` leave blocked time out of account. Times that an issue does not have are null.
 */
export function flowItemRows(plan: FlowPlan, dialect: Dialect): Sql {
  const isRestart = plan.returns === 'restart'
  const counts = isRestart ? sql` and s.entered_ms >= coalesce(l.last_start_ms, s.entered_ms)` : sql``
  // Each aggregate takes time, also one that can only be 0.
  const hasWaiting = isDoneByResolution(plan) || plan.workflow.workflow.stages.some(({ kind }) => kind === 'waiting')
  const time = (kind: Sql) => sql`coalesce(sum(s.left_w - s.entered_w) filter (where s.kind = ${kind}${counts}), 0)`
  const last = isRestart
    ? sql`max(l.last_start_ms) as restart_ms, max(l.last_start_w) as restart_w`
    : sql`cast(null as bigint) as restart_ms, cast(null as bigint) as restart_w`
  const hasCalendar = plan.calendar.buckets !== null
  // Without a calendar, the clock reads the instants: fewer aggregates need less memory for millions of issues.
  const readings = hasCalendar
    ? sql`min(s.entered_w) as created_w, min(s.entered_w) filter (where s.kind in ${IN_PROGRESS}) as start_w,
         max(s.left_w) filter (where s.kind <> ${DONE}) as undone_w, max(s.left_w) as as_of_w,
         `
    : sql``
  const tables: Cte[] = [
    ...(isRestart ? lastStarts() : []),
    [
      'life',
      sql`  select s.issue_id, min(s.entered_ms) as created_ms,
         min(s.entered_ms) filter (where s.kind in ${IN_PROGRESS}) as start_ms,
         max(s.left_ms) filter (where s.kind <> ${DONE}) as undone_ms,
         max((coalesce(s.stage, -1) + 1) * ${KINDS} + s.kind + 1) filter (where s.is_open) as present, max(s.begun) as begun,
         ${readings}${time(ACTIVE)} as active, ${hasWaiting ? time(WAITING) : sql`0`} as waiting,
         coalesce(sum(s.left_w - s.entered_w) filter (where s.kind = ${UNMAPPED}), 0) as unmapped, ${last}
  from flow_stay s${isRestart ? sql` left join last_start l on l.issue_id = s.issue_id` : sql``}
  group by s.issue_id`,
    ],
    [
      'present_life',
      sql`  select l.*, present % ${KINDS} - 1 as kind, nullif(${dialect.wholeQuotient(sql`present`, KINDS)} - 1, -1) as stage,
         coalesce(undone_ms, created_ms) as done_ms${
           hasCalendar
             ? sql`, coalesce(undone_w, created_w) as done_w`
             : sql`,
         created_ms as created_w, start_ms as start_w, coalesce(undone_ms, created_ms) as done_w, ${bigint(plan.asOf)} as as_of_w`
         }
  from life l where present is not null`,
    ],
    [
      'ended',
      sql`  select l.*, kind in ${IN_PROGRESS} as is_wip,
         case when kind = ${DONE} and begun <> ${BEGUN.unknown} then done_ms end as finish_ms,
         coalesce(restart_ms, start_ms) as last_start_ms, coalesce(restart_w, start_w) as last_start_w,
         start_ms is not null and kind not in (${ACTIVE}, ${WAITING}, ${DONE}) as is_parked,
         start_ms is not null and begun <> ${BEGUN.unknown} as is_timed,
         case when kind = ${DONE} then done_ms else ${bigint(plan.asOf)} end as end_ms,
         case when kind = ${DONE} then done_w else as_of_w end as end_w
  from present_life l`,
    ],
  ]
  return withTables(
    tables,
    sql`select issue_id, created_ms, start_ms, last_start_ms, finish_ms, begun, stage, is_wip, is_parked,
       case when is_timed then ${plain(isRestart ? 'last_start_ms' : 'start_ms')} end as counted_from_ms,
       case when is_timed then end_ms end as end_ms,
       case when is_timed then cast(${counted(plan)} as bigint) end as counted,
       case when is_timed then end_w - start_w end as elapsed,
       case when finish_ms is not null then end_w - created_w end as lead_time,
       start_w - created_w as wait_before,
       case when is_timed then cast(active as bigint) end as active,
       case when is_timed then cast(waiting as bigint) end as waiting,
       cast(unmapped as bigint) as unmapped
from ended`,
    dialect,
  )
}

/** The columns of flowItemRows that ages need. */
const AGES = plain('issue_id, created_ms, start_ms, finish_ms, stage, is_wip, is_parked, counted, active, waiting')

/**
 * Selects ages as if no rule about done stays applied to any issue: `issue_id, created_ms, start_ms, stage, counted` of the chosen
 * issues in progress, as in flowItemRows. With `returns: 'restart'`, the rules decide about all ages.
 */
export function plainAges(plan: FlowPlan, dialect: Dialect): Sql {
  const issues = flowIssues({ ...plan, needed: null }, dialect)
  const counted = {
    pause: sql`sum(s.left_w - s.entered_w)`,
    keep: sql`max(s.left_w) - min(s.entered_w)`,
  }
  // An issue in progress is in such a stay. Adding up first is cheaper than joining every stay with its issue.
  return withTables(
    [issues.table],
    sql`select a.issue_id, r.created_ms, a.start_ms, a.stage, cast(a.counted as bigint) as counted
from (select s.issue_id, min(s.entered_ms) as start_ms, max(s.stage) filter (where s.is_open) as stage,
             ${counted[plan.returns === 'keep' ? 'keep' : 'pause']} as counted
      from (${staysInProgress(plan, dialect)}) s group by s.issue_id) a join report_issue r on r.issue_id = a.issue_id
where a.stage is not null`,
    dialect,
  )
}

/**
 * Selects the columns of joinedItems that ages need: of the issues in the spooled table `flow_stay`, and of all others in
 * `plainRows`, the rows of plainAges.
 */
export function allAges(plan: FlowPlan, plainRows: Sql, dialect: Dialect): Sql {
  const none = plain('cast(null as bigint)')
  return sql`select a.*, ${none} as bounces, ${none} as blocked, ${none} as blocked_since
from (select issue_id, created_ms, start_ms, ${none} as finish_ms, stage, true as is_wip, false as is_parked, counted, ${none} as active, ${none} as waiting
      from ${plainRows} p where p.issue_id not in (select issue_id from flow_stay)
      union all
      select ${AGES} from (${flowItemRows(plan, dialect)}) i) a`
}

/** Selects the rows of flowItemRows from the spooled table `item_base`. */
export const spooledMoments: Sql = sql`select * from item_base`

/** Returns the counted time of a row of `ended`. With `pause` it is that of the stays in progress. */
function counted({ returns }: FlowPlan): Sql {
  switch (returns) {
    case 'pause':
      return sql`active + waiting`
    case 'keep':
      return sql`end_w - start_w`
    case 'restart':
      return sql`end_w - last_start_w`
  }
}

/** Returns `last_start`: the last entry in progress out of a stage before the start, of issues that returned there. */
function lastStarts(): Cte[] {
  return [
    [
      'mapped_stay',
      sql`  select s.*, lag(kind) over (partition by issue_id order by seq) as kind_before
  from flow_stay s
  where kind <> ${UNMAPPED}
    and issue_id in (select issue_id from flow_stay where kind = ${NOT_STARTED} and seq > 1)`,
    ],
    [
      'last_start',
      sql`  select issue_id, max(entered_ms) as last_start_ms, max(entered_w) as last_start_w
  from mapped_stay where kind in ${IN_PROGRESS} and kind_before = ${NOT_STARTED} group by issue_id`,
    ],
  ]
}
