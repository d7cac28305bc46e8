import type { Instant, Millis } from '../../../core/time/instant.ts'
import { ANY_REASON } from '../../plan/flow/choose-items.ts'
import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { allOf, bigint, joinSql, type Sql, sql, varchar } from '../sql.ts'
import { isUnchanged } from './ageing.ts'
import { isFinished, isMoveIn, isStarted } from './item-queries.ts'
import { endedRuns, progressMoves } from './over-time.ts'
import { newlyOver } from './since.ts'
import { hasSprintCount, issuesOfSprint } from './sprints.ts'
import { BEGUN } from './unlogged-finish.ts'

/** What filters compare with. */
export interface ItemLimits {
  /** The time of the SLE on the calendar's clock; `null` if there is none. */
  readonly sle: Millis | null
  /** The instant before which a change makes an issue unchanged; `null` if no filter needs it. */
  readonly unchangedBefore: Instant | null
  /** The time of the calendar's clock from the start of the window to asOf; `null` if no filter needs it. */
  readonly elapsed: Millis | null
}

/** Selects a page of the items of a plan, in order: the columns of `flow_item`, and `position` among all items from 1. */
export function placedItems(plan: FlowPlan, limits: ItemLimits): Sql {
  const [inStatus, rows] =
    plan.wasIn === null
      ? [sql`cast(null as bigint)`, sql`flow_item f`]
      : [sql`w.time`, sql`flow_item f join was_in w on w.issue_id = f.issue_id`]
  const byFinish = sql`f.finish_ms desc nulls first, f.start_ms nulls last, f.issue_id`
  const time = plan.wasIn === null ? sql`f.counted` : sql`f.in_status`
  const order = plan.orderBy === 'time' ? sql`${time} desc nulls last, ${byFinish}` : byFinish
  return sql`select ${bigint(plan.page.index)} + row_number() over (order by ${order}) as position, f.*
from (select f.* from (select f.*, ${inStatus} as in_status from ${rows} where ${isItem(plan, limits)}) f
      order by ${order} limit ${bigint(plan.page.size)} offset ${bigint(plan.page.index)}) f`
}

/** Counts the items of a plan: `items`. */
export function itemCount(plan: FlowPlan, limits: ItemLimits): Sql {
  return sql`select count(*) as items from flow_item f where ${isItem(plan, limits)}`
}

/**
 * Returns the condition that row `f` of `flow_item` is an item of a plan. The filters read the spooled tables `flow_stay`,
 * `recent_change`, `was_in`, `marked_issue`, `item_move`, `item_blocked`, `blocked_interval`, `sprint_issue` and `issue_part`.
 */
function isItem(plan: FlowPlan, limits: ItemLimits): Sql {
  const {
    only,
    wasIn,
    movedBack,
    reopenedBy,
    reached,
    inStage,
    wasInStage,
    blockedBy,
    blockedNowBy,
    inSprint,
    sprintCount,
    part,
  } = plan
  return allOf([
    ...(plan.states === null ? [] : [hasState(plan, plan.states)]),
    ...(only === null ? [] : [FILTERS[only](plan, limits)]),
    ...(wasIn === null ? [] : [isAmong(sql`select issue_id from was_in`)]),
    ...(movedBack === null ? [] : [isAmong(moves(plan, hasMovedBack(movedBack)))]),
    ...(reopenedBy === null ? [] : [isAmong(moves(plan, hasReopened(reopenedBy)))]),
    ...(reached === null ? [] : [isAmong(stages(sql`max(stage) >= ${bigint(reached)}`))]),
    ...(inStage === null ? [] : [sql`f.stage = ${bigint(inStage)}`]),
    ...(wasInStage === null ? [] : [isAmong(stages(sql`bool_or(stage = ${bigint(wasInStage)})`))]),
    ...(blockedBy === null ? [] : [isAmong(blockedFor(blockedBy))]),
    ...(blockedNowBy === null ? [] : [sql`f.is_wip`, isAmong(blockedNowFor(blockedNowBy))]),
    ...(inSprint === null ? [] : [isAmong(issuesOfSprint(inSprint))]),
    ...(sprintCount === null ? [] : [hasSprintCount(sprintCount)]),
    ...(part === null ? [] : [isAmong(sql`select issue_id from issue_part where part = ${bigint(part)}`)]),
  ])
}

function hasState(plan: FlowPlan, states: NonNullable<FlowPlan['states']>): Sql {
  const conditions = {
    finished: isFinished(plan),
    inProgress: sql`f.is_wip`,
    notStarted: sql`f.start_ms is null and f.finish_ms is null and f.begun <> ${BEGUN.unknown}`,
    parked: sql`f.is_parked`,
    finishUnknown: sql`f.begun = ${BEGUN.unknown}`,
  }
  return joinSql(
    states.map(name => sql`(${conditions[name]})`),
    ' or ',
  )
}

const FILTERS: Readonly<Record<NonNullable<FlowPlan['only']>, (plan: FlowPlan, limits: ItemLimits) => Sql>> = {
  withoutStart: () => sql`f.start_ms is null`,
  withStart: () => sql`f.start_ms is not null`,
  reopened: () => sql`f.reopened > 0`,
  reopenedInWindow: plan => isAmong(moves(plan, sql`m.is_reopening`)),
  reopenedSince: ({ from, last }) =>
    isAmong(sql`select issue_id from (${endedRuns(last + 1)}) r
where r.entered_ms >= ${bigint(from)} and r.entered_ms <= ${bigint(last)}`),
  startedInWindow: plan => isStarted(plan),
  wentBackInWindow: plan => isAmong(moves(plan, sql`m.is_backward`)),
  wentBack: () => sql`f.bounces > 0`,
  firstTimeThrough: () => sql`f.finish_ms is not null and f.start_ms is not null and f.bounces = 0`,
  withinSle: (_, { sle }) => sql`f.finish_ms is not null and f.start_ms is not null and f.counted <= ${bigint(sle)}`,
  behind: () => isAmong(stages(sql`max_by(stage, seq) < max(stage)`)),
  arrived: plan => isAmong(progress(plan, sql`m.is_in`)),
  departed: plan => isAmong(progress(plan, sql`not m.is_in`)),
  blockedNow: () => sql`f.blocked_since is not null`,
  overSle: (_, { sle }) => sql`f.is_wip and f.counted > ${bigint(sle)}`,
  newlyOverSle: (plan, { sle, elapsed }) => isAmong(sql`select issue_id from (${newlyOver(plan, sle, elapsed!)}) n`),
  unchanged: (_, { unchangedBefore }) => sql`f.is_wip and ${isUnchanged(unchangedBefore!)}`,
  unmapped: () => sql`f.unmapped > 0`,
  finishFromResolutionDate: () => sql`f.begun = ${BEGUN.resolutionDate}`,
  withTime: () => sql`f.active + f.waiting > 0`,
  otherLevels: isMarked,
  repaired: isMarked,
  withoutLog: isMarked,
}

function isMarked(): Sql {
  return isAmong(sql`select issue_id from marked_issue`)
}

function isAmong(issues: Sql): Sql {
  return sql`f.issue_id in (${issues})`
}

/** Selects the issues with a move in the window of a plan. */
function moves(plan: FlowPlan, condition: Sql): Sql {
  return sql`select m.issue_id from item_move m where ${isMoveIn(plan)} and ${condition}`
}

function hasMovedBack({ from, to }: NonNullable<FlowPlan['movedBack']>): Sql {
  return sql`m.is_backward and m.from_stage = ${bigint(from)} and m.to_stage = ${bigint(to)}`
}

function hasReopened({ personId }: NonNullable<FlowPlan['reopenedBy']>): Sql {
  const isBy = personId === null ? sql`m.actor_id is null` : sql`m.actor_id = ${varchar(personId)}`
  return sql`m.is_reopening and ${isBy}`
}

/** Selects the issues that a reason blocked in their counted time. */
function blockedFor(reason: string): Sql {
  return reason === ANY_REASON
    ? sql`select issue_id from item_blocked where piece = 'all'`
    : sql`select issue_id from item_blocked where piece = 'reason' and source = ${varchar(reason)}`
}

/** Selects the issues that a reason blocks at asOf. */
function blockedNowFor(reason: string): Sql {
  const isReason = reason === ANY_REASON ? sql`true` : sql`reason = ${varchar(reason)}`
  return sql`select issue_id from blocked_interval where is_open and ${isReason}`
}

/** Selects the issues that came into progress, or out of it, in the window of a plan. */
function progress(plan: FlowPlan, condition: Sql): Sql {
  return sql`select m.issue_id from (${progressMoves(plan.from)}) m where ${isMoveIn(plan)} and ${condition}`
}

/** Selects the issues of whose stays in stages a condition holds. */
function stages(condition: Sql): Sql {
  return sql`select issue_id from flow_stay where stage is not null group by issue_id having ${condition}`
}
