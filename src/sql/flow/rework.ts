import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, type Cte, type Sql, sql, withTables } from '../sql.ts'
import { flowIssues } from './flow-issues.ts'
import { itemTables } from './items.ts'
import { DONE, flowStays, IN_PROGRESS, STAGES, stagesOfStatuses } from './staged-stays.ts'

/**
 * Selects the rework of issues (measure/flow/rework.ts): `issue_id, bounces, reopened, rework`. Issues without a row have
 * none.
 */
export function reworkRows(plan: FlowPlan, dialect: Dialect): Sql {
  return overRuns(
    plan,
    dialect,
    [...itemTables(plan, dialect), ...reworkTables(plan)],
    sql`select issue_id, cast(bounces as bigint) as bounces, cast(reopened as bigint) as reopened, cast(rework as bigint) as rework
from rework_item where bounces > 0 or reopened > 0 or rework > 0`,
  )
}

/** Selects the moves to stages further left: `from_stage, to_stage, at_ms`, and `issue_id`. */
export function backwardMoveRows(plan: FlowPlan, dialect: Dialect): Sql {
  return overRuns(
    plan,
    dialect,
    [],
    sql`select issue_id, stage_before as from_stage, stage as to_stage, entered_ms as at_ms from flow_run where is_backward`,
  )
}

/** Selects the reopenings: `issue_id, at_ms, actor_id`. */
export function reopeningRows(plan: FlowPlan, dialect: Dialect): Sql {
  return overRuns(
    plan,
    dialect,
    [],
    sql`select issue_id, entered_ms as at_ms, actor_id from flow_run where is_reopening`,
  )
}

function overRuns(plan: FlowPlan, dialect: Dialect, tables: readonly Cte[], query: Sql): Sql {
  const issues = flowIssues(plan, dialect, movedBack(plan, dialect))
  return withTables([issues.table, ...flowStays(plan, issues, dialect), ...runTables(plan), ...tables], query, dialect)
}

/**
 * Selects issues that may have moved to a stage further left: `issue_id`. A move out of an unmapped status may be one.
 * With `done: 'resolution'` the statuses do not decide: `null`.
 */
function movedBack(plan: FlowPlan, dialect: Dialect): Sql | null {
  if (plan.workflow.workflow.done === 'resolution') return null
  const stages = stagesOfStatuses(plan, dialect)
  return sql`select s.issue_id from stay s join ${stages} v on v.status_id = s.value_id
         left join ${stages} f on f.status_id = s.from_id
    where s.field_id = 'status' and s.seq > 1 and s.entered_ms <= ${bigint(plan.asOf)} and (f.stage is null or f.stage > v.stage)`
}

/** Returns `rework_item`: `issue_id, bounces, reopened, rework`, one row for each issue with runs. */
function reworkTables({ returns }: FlowPlan): Cte[] {
  const isCounted =
    returns === 'pause'
      ? sql`s.kind in ${IN_PROGRESS}`
      : sql`s.entered_ms >= i.counted_from_ms and s.left_ms <= i.end_ms`
  return [
    [
      'rework_time',
      sql`  select s.issue_id, sum(s.left_w - s.entered_w) as rework
  from run_stay s join flow_run r on r.issue_id = s.issue_id and r.run = s.run join item i on i.issue_id = s.issue_id
  where r.stage < r.furthest and i.end_ms is not null and ${isCounted}
  group by s.issue_id`,
    ],
    [
      'rework_item',
      sql`  select r.issue_id, sum(case when is_backward then 1 else 0 end) as bounces,
         sum(case when is_reopening then 1 else 0 end) as reopened, coalesce(max(t.rework), 0) as rework
  from flow_run r left join rework_time t on t.issue_id = r.issue_id
  group by r.issue_id`,
    ],
  ]
}

/**
 * Returns `flow_run`, the runs of issues (measure/flow/runs.ts): `issue_id, run, stage, kind, entered_ms, left_ms,
 * actor_id`, `stage_before`, the furthest stage before, and whether it `is_backward` or `is_reopening`; and `run_stay`,
 * their stays.
 */
function runTables({ tolerance }: FlowPlan): Cte[] {
  const isUndone = sql`stage_before = stage_after and left_ms - entered_ms < ${bigint(tolerance)}`
  return [
    [
      'step',
      sql`  select s.*, case when stage = lag(stage) over (partition by issue_id order by seq) then 0 else 1 end as is_new
  from flow_stay s where stage is not null`,
    ],
    [
      'visit_stay',
      sql`  select s.*, sum(is_new) over (partition by issue_id order by seq rows unbounded preceding) as visit from step s`,
    ],
    [
      'visit',
      sql`  select issue_id, visit, min(stage) as stage, min(entered_ms) as entered_ms, max(left_ms) as left_ms
  from visit_stay group by issue_id, visit`,
    ],
    [
      'next_visit',
      sql`  select v.*, lag(stage) over (partition by issue_id order by visit) as stage_before,
         lead(stage) over (partition by issue_id order by visit) as stage_after
  from visit v`,
    ],
    [
      'kept_visit',
      sql`  select v.*, max(case when ${isUndone} then null else visit * ${STAGES} + stage end) over (
           partition by issue_id order by visit rows unbounded preceding) % ${STAGES} as kept_stage
  from next_visit v`,
    ],
    [
      'run_step',
      sql`  select v.*, case when kept_stage = lag(kept_stage) over (partition by issue_id order by visit) then 0 else 1 end as is_new_run
  from kept_visit v`,
    ],
    [
      'run_visit',
      sql`  select issue_id, visit, kept_stage,
         sum(is_new_run) over (partition by issue_id order by visit rows unbounded preceding) as run
  from run_step`,
    ],
    [
      'run_stay',
      sql`  select s.issue_id, s.seq, s.kind, s.entered_ms, s.left_ms, s.entered_w, s.left_w, s.actor_id, v.run, v.kept_stage as stage,
         row_number() over (partition by s.issue_id, v.run order by s.seq) as position
  from visit_stay s join run_visit v on v.issue_id = s.issue_id and v.visit = s.visit`,
    ],
    [
      'plain_run',
      sql`  select issue_id, run, min(stage) as stage, max(kind) filter (where position = 1) as kind,
         min(entered_ms) as entered_ms, max(actor_id) filter (where position = 1) as actor_id,
         max(case when kind in ${IN_PROGRESS} then 1 else 0 end) as is_started
  from run_stay group by issue_id, run`,
    ],
    [
      'compared_run',
      sql`  select r.*, lag(stage) over in_order as stage_before, lag(kind) over in_order as kind_before,
         max(is_started) over (partition by issue_id order by run rows between unbounded preceding and 1 preceding) as was_started,
         max(stage) over (partition by issue_id order by run rows between unbounded preceding and 1 preceding) as furthest
  from plain_run r
  window in_order as (partition by issue_id order by run)`,
    ],
    [
      'flow_run',
      sql`  select r.*, coalesce(was_started = 1 and stage < stage_before, false) as is_backward,
         coalesce(kind_before = ${DONE} and kind <> ${DONE}, false) as is_reopening
  from compared_run r`,
    ],
  ]
}
