import type { Instant } from '../../../core/time/instant.ts'
import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { allOf, bigint, type Cte, joinSql, type Sql, sql, withTables } from '../sql.ts'
import { DONE, IN_PROGRESS, STAGES } from './staged-stays.ts'

/** Returns whether moveRows reads the spooled table `item_base`. */
export function readsMoments({ returns }: FlowPlan): boolean {
  return returns !== 'pause'
}

/** Returns whether the answer to a plan has moves between stages. */
export function hasMoves({ needed }: FlowPlan): boolean {
  return needed === null || needed.movedSince !== null
}

/**
 * Selects the visits to stages that are moves back or rework (core/measure/flow/rework.ts), and the moves out of done: `issue_id, from_stage,
 * to_stage, at_ms, actor_id`, whether it `is_backward` or `is_reopening`, and its time of `rework`. Reopenings are rows of their own,
 * without stages. `rework` is only right for issues with a start. It reads the spooled table `flow_stay`, and `item_base` if readsMoments. With
 * `since`, issues without a stay that begins at that instant or later are left out.
 */
export function moveRows(plan: FlowPlan, since: Instant | null, dialect: Dialect): Sql {
  return withTables(
    [...visitTables(plan, since), ['reopened_stay', reopenedStays(since)]],
    sql`select issue_id, stage_before as from_stage, stage as to_stage, entered_ms as at_ms, actor_id, is_backward, false as is_reopening,
       cast(rework as bigint) as rework
from (select v.*, was_started = 1 and stage < stage_before as is_backward,
             case when stage < furthest then counted else 0 end as rework
      from flow_visit v where stage_before is not null) v
where is_backward or rework > 0
union all
select issue_id, cast(null as bigint) as from_stage, cast(null as bigint) as to_stage, entered_ms as at_ms, actor_id,
       false as is_backward, true as is_reopening, cast(0 as bigint) as rework
from reopened_stay`,
    dialect,
  )
}

/** Selects the stays that begin with a move out of done: `issue_id, entered_ms, actor_id`. */
function reopenedStays(since: Instant | null): Sql {
  const isLeft = sql`kind = ${DONE} and not is_open`
  const conditions = [isLeft, ...(since === null ? [] : [sql`entered_ms >= ${bigint(since)}`])]
  const ofIssues = joinSql(
    conditions.map(condition => sql`s.issue_id in (select issue_id from flow_stay where ${condition})`),
    ' and ',
  )
  return sql`  select issue_id, entered_ms, actor_id
  from (select s.*, lag(kind) over (partition by issue_id order by seq) as kind_before from flow_stay s where ${ofIssues}) s
  where kind <> ${DONE} and kind_before = ${DONE}`
}

/** Returns the counted time of stay `s`, and the FROM clause that it needs. It is only right for issues with a start. */
function countedTime(plan: FlowPlan): { readonly ms: Sql; readonly from: Sql } {
  const length = sql`s.left_w - s.entered_w`
  if (!readsMoments(plan)) {
    return { ms: sql`case when s.kind in ${IN_PROGRESS} then ${length} else 0 end`, from: sql`flow_stay s` }
  }
  return {
    ms: sql`case when s.entered_ms >= i.counted_from_ms and s.left_ms <= i.end_ms then ${length} else 0 end`,
    from: sql`flow_stay s join item_base i on i.issue_id = s.issue_id`,
  }
}

/**
 * Returns `flow_visit`, the visits to stages that begin a run (core/measure/flow/runs.ts) and the undone ones, which continue it:
 * `issue_id, stage` of the run, `entered_ms, actor_id`, `counted` time, and of the visits before: the `stage_before`, the
 * `furthest` one, and whether one `was_started`.
 */
function visitTables(plan: FlowPlan, since: Instant | null): Cte[] {
  const { ms, from } = countedTime(plan)
  const isShort = sql`stage_before = stage_after and left_ms - entered_ms < ${bigint(plan.tolerance)}`
  const first = plan.stages.firstDone
  const isUndone =
    first === null ? isShort : sql`${isShort} and (stage >= ${bigint(first)}) = (stage_before >= ${bigint(first)})`
  const inOrder = sql`partition by issue_id order by seq`
  const before = sql`${inOrder} rows between unbounded preceding and 1 preceding`
  const ofIssues = (condition: Sql) => sql`s.issue_id in (select issue_id from flow_stay where ${condition})`
  const isNeeded = allOf([
    sql`s.stage is not null`,
    ofIssues(sql`is_return`),
    ...(since === null ? [] : [ofIssues(sql`entered_ms >= ${bigint(since)}`)]),
  ])
  return [
    [
      'step',
      sql`  select issue_id, seq, stage, kind, entered_ms, actor_id, lag(stage) over (${inOrder}) as stage_before,
         lag(left_ms) over (${inOrder}) as left_before, sum(counted) over (${before}) as counted_before,
         sum(counted) over (partition by issue_id) as counted_in_all
  from (select s.*, ${ms} as counted from ${from}
        where ${isNeeded}) s`,
    ],
    [
      'visit',
      sql`  select issue_id, seq, stage, kind, entered_ms, actor_id, stage_before, lead(stage) over (${inOrder}) as stage_after,
         lead(left_before) over (${inOrder}) as left_ms,
         lead(counted_before, 1, counted_in_all) over (${inOrder}) - coalesce(counted_before, 0) as counted
  from step where stage_before is null or stage_before <> stage`,
    ],
    [
      'coded_visit',
      sql`  select v.*, case when ${isUndone} then null else seq * ${STAGES} + stage end as code from visit v`,
    ],
    [
      'flow_visit',
      sql`  select issue_id, coalesce(code, code_before) % ${STAGES} as stage, entered_ms, actor_id, counted,
         code_before % ${STAGES} as stage_before, furthest, was_started
  from (select v.*, max(code) over (${before}) as code_before,
               max(case when code is not null then stage end) over (${before}) as furthest,
               max(case when kind in ${IN_PROGRESS} then 1 else 0 end) over (${before}) as was_started
        from coded_visit v) v`,
    ],
  ]
}
