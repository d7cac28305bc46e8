import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { identifier, joinSql, type Sql, sql } from '../sql.ts'
import { canBeBlocked } from './blocked.ts'
import { hasMoves } from './rework.ts'

/**
 * Joins rows of flowItemRows, the spooled table `item_move`, if the answer has moves, and `item_blocked`, if something can
 * block, to one row for each issue: the columns of those rows, `paused`, `bounces, reopened, rework`, and `blocked, episodes,
 * longest_blocked, blocked_since`. `active` and `waiting` then count the blocked part of active stages as waiting.
 */
export function joinedItems(plan: FlowPlan, base: Sql): Sql {
  const isTimed = sql`i.end_ms is not null`
  const blocked = canBeBlocked(plan)
    ? {
        columns: sql`case when ${isTimed} then coalesce(b.blocked, 0) end as blocked,
       case when ${isTimed} then coalesce(b.episodes, 0) end as episodes,
       case when ${isTimed} then coalesce(b.longest, 0) end as longest_blocked, b.since as blocked_since`,
        inActive: sql`coalesce(b.in_active, 0)`,
        join: sql` left join (${blockedOfItem}) b on b.issue_id = i.issue_id`,
      }
    : {
        columns: noColumns('blocked', 'episodes', 'longest_blocked', 'blocked_since'),
        inActive: sql`0`,
        join: sql``,
      }
  const rework = hasMoves(plan)
    ? {
        columns: sql`coalesce(r.bounces, 0) as bounces, coalesce(r.reopened, 0) as reopened,
       case when ${isTimed} then coalesce(r.rework, 0) end as rework`,
        join: sql` left join (${reworkOfItem}) r on r.issue_id = i.issue_id`,
      }
    : { columns: noColumns('bounces', 'reopened', 'rework'), join: sql`` }
  return sql`select i.issue_id, i.created_ms, i.start_ms, i.last_start_ms, i.finish_ms, i.begun, i.stage, i.is_wip, i.is_parked, i.counted_from_ms, i.end_ms,
       i.counted, i.elapsed, i.elapsed - i.counted as paused, i.lead_time, i.wait_before,
       i.active - ${blocked.inActive} as active, i.waiting + ${blocked.inActive} as waiting, i.unmapped,
       ${rework.columns}, ${blocked.columns}
from (${base}) i${rework.join}${blocked.join}`
}

function noColumns(...names: readonly string[]): Sql {
  return joinSql(
    names.map(name => sql`cast(null as bigint) as ${identifier(name)}`),
    ', ',
  )
}

const blockedOfItem = sql`select issue_id, max(ms) filter (where piece = 'all') as blocked,
         max(pieces) filter (where piece = 'all') as episodes, max(longest) filter (where piece = 'all') as longest,
         cast(sum(ms) filter (where piece = 'active') as bigint) as in_active, max(ms) filter (where piece = 'since') as since
  from item_blocked group by issue_id`

const reworkOfItem = sql`select issue_id, count(*) filter (where is_backward) as bounces, count(*) filter (where is_reopening) as reopened,
         cast(sum(rework) as bigint) as rework
  from item_move group by issue_id`
