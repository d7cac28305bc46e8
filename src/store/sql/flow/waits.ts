import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { type Cte, type Sql, sql, varchar, withTables } from '../sql.ts'
import { stacked } from '../stacked.ts'
import { canBeBlocked } from './blocked.ts'
import { type FinishWindow, isFinished, isMoveIn } from './item-queries.ts'
import { ACTIVE, DONE, WAITING } from './staged-stays.ts'

/**
 * Selects the time of the issues that finished in windows in each status before their finish (core/measure/flow/waits.ts):
 * `query_number` of the window from 0, `issue_id, status_id, time, active, waiting`. `active` and `waiting` leave blocked time out
 * of account. It reads the spooled tables `flow_stay` and `flow_item`.
 */
export function statusTimeRows(windows: readonly FinishWindow[]): Sql {
  const finished = windows.map(
    window => sql`select f.issue_id, f.finish_ms, f.counted_from_ms from flow_item f where ${isFinished(window)}`,
  )
  const time = (kind: Sql) =>
    sql`coalesce(sum(s.left_w - s.entered_w) filter (where s.kind = ${kind} and s.entered_ms >= f.counted_from_ms), 0)`
  return sql`select f.query_number, s.issue_id, s.status_id, cast(sum(s.left_w - s.entered_w) as bigint) as time,
       cast(${time(ACTIVE)} as bigint) as active, cast(${time(WAITING)} as bigint) as waiting
from flow_stay s join (${stacked(finished)}) f on f.issue_id = s.issue_id
where ${IS_BEFORE_FINISH}
group by f.query_number, s.issue_id, s.status_id`
}

/** The condition that stay `s` is before the finish of item `f`. */
const IS_BEFORE_FINISH = sql`(s.kind <> ${DONE} or s.entered_ms < f.finish_ms)`

/**
 * Sums up the time of the first window in each status over the spooled tables `status_time`, the rows of statusTimeRows, and
 * `item_blocked`: `status_id, issues, time, active, waiting, blocked`.
 */
export function statusTotals(plan: FlowPlan, dialect: Dialect): Sql {
  const total = (name: Sql) => sql`${dialect.total(name)} as ${name}`
  const blocked: Cte = canBeBlocked(plan)
    ? [
        'blocked_time',
        sql`  select issue_id, source as status_id, sum(ms) as blocked, sum(ms) filter (where piece = 'active') as in_active
  from item_blocked where piece in ('active', 'other') group by issue_id, source`,
      ]
    : [
        'blocked_time',
        sql`  select issue_id, status_id, cast(0 as bigint) as blocked, cast(0 as bigint) as in_active from status_time where false`,
      ]
  return withTables(
    [
      blocked,
      [
        'status_part',
        sql`  select t.issue_id, t.status_id, t.time, t.active - coalesce(b.in_active, 0) as active,
         t.waiting + coalesce(b.in_active, 0) as waiting, coalesce(b.blocked, 0) as blocked
  from status_time t left join blocked_time b on b.issue_id = t.issue_id and b.status_id = t.status_id
  where t.query_number = 0`,
      ],
    ],
    sql`select status_id, count(*) as issues, ${total(sql`time`)}, ${total(sql`active`)}, ${total(sql`waiting`)}, ${total(sql`blocked`)}
from status_part group by status_id order by status_id`,
    dialect,
  )
}

/** Counts the moves back in a window of the spooled table `item_move`: `from_stage, to_stage, moves, issues`. */
export function movesBack(window: FinishWindow): Sql {
  return sql`select from_stage, to_stage, count(*) as moves, count(distinct issue_id) as issues from item_move m
where m.is_backward and ${isMoveIn(window)} group by from_stage, to_stage
order by moves desc, from_stage, to_stage`
}

/**
 * Selects issues that were in a status before their finish, or until asOf if they have none, with their `time` in it:
 * `issue_id, time`. It reads the spooled tables `flow_stay` and `flow_item`.
 */
export function wasInRows(status: string): Sql {
  return sql`select s.issue_id, cast(sum(s.left_w - s.entered_w) as bigint) as time
from flow_stay s join flow_item f on f.issue_id = s.issue_id
where s.status_id = ${varchar(status)} and (f.finish_ms is null or ${IS_BEFORE_FINISH})
group by s.issue_id`
}
