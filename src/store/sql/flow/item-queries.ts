import type { Instant, Millis } from '../../../core/time/instant.ts'
import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, bigints, type Sql, sql, unnested, withTables } from '../sql.ts'
import { flowIssues, lastEntry } from './flow-issues.ts'

/** A window of finishes: `[from, last]`. */
export interface FinishWindow {
  readonly from: Instant
  readonly last: Instant
}

/** Returns the condition that row `f` of `flow_item` finished in a window. */
export function isFinished({ from, last }: FinishWindow): Sql {
  return sql`f.finish_ms >= ${bigint(from)} and f.finish_ms <= ${bigint(last)}`
}

/** Returns the condition that row `f` of `flow_item` started in a window. */
export function isStarted({ from, last }: FinishWindow): Sql {
  return sql`f.start_ms >= ${bigint(from)} and f.start_ms <= ${bigint(last)}`
}

/** Returns the condition that row `m` of moves is in a window. */
export function isMoveIn({ from, last }: FinishWindow): Sql {
  return sql`m.at_ms >= ${bigint(from)} and m.at_ms <= ${bigint(last)}`
}

/** Selects the only item of a plan of one issue, like placedItems. */
export const onlyItem: Sql = sql`select 1 as position, f.* from flow_item f`

/** Selects the internal ids of items at some positions: `issue_id`. */
export function itemIds(from: number, to: number): Sql {
  return sql`select issue_id from item_row where position > ${bigint(from)} and position <= ${bigint(to)} order by position`
}

/** Selects the items after a position, up to and including another, with their texts. */
export function itemsAt(from: number, to: number): Sql {
  return sql`select r.*, t.key, t.summary, t.type, t.status from item_row r join item_text t on t.issue_id = r.issue_id
where r.position > ${bigint(from)} and r.position <= ${bigint(to)} order by r.position`
}

/**
 * Selects the texts of issues, by internal ids or all of the plan: `issue_id, key, summary, type, status`, as of asOf. For ageing, also
 * the id of the `assignee`, null for nobody, and when they last had a change in the log, or were created: `changed_ms`.
 */
export function itemTexts(
  plan: FlowPlan,
  issues: readonly number[] | null,
  { forAgeing }: { readonly forAgeing: boolean },
  dialect: Dialect,
): Sql {
  const { table, rowsOf } = flowIssues(plan, dialect, issues)
  const asOf = bigint(plan.asOf)
  const isPresent = sql`s.entered_ms <= ${asOf} and (s.left_ms is null or s.left_ms > ${asOf})`
  const last = sql`select c.issue_id, max(c.at_ms) as at_ms from change c join report_issue r on r.issue_id = c.issue_id
                where c.at_ms <= ${asOf} and c.from_id is distinct from c.to_id group by c.issue_id`
  const assignees = sql`select s.issue_id, s.value_id from ${rowsOf('stay')} where s.field_id = 'assignee' and ${isPresent}`
  const more = forAgeing
    ? {
        columns: sql`, a.value_id as assignee, greatest(coalesce(c.at_ms, i.created_ms), coalesce(${lastEntry(plan)}, i.created_ms), i.created_ms) as changed_ms`,
        joins: sql`
     left join (${assignees}) a on a.issue_id = s.issue_id left join (${last}) c on c.issue_id = s.issue_id`,
      }
    : { columns: sql``, joins: sql`` }
  return withTables(
    [table],
    sql`select i.id as issue_id, i.key, i.summary, t.name as type, coalesce(n.name, s.value) as status${more.columns}
from ${rowsOf('stay')} join issue i on i.id = s.issue_id
     left join issue_type t on t.id = i.type_id left join status n on n.id = s.value_id${more.joins}
where s.field_id = 'status' and ${isPresent}`,
    dialect,
  )
}

/** Selects the keys and types of issues by internal ids: `issue_id, key, type`. */
export function issueNames(ids: readonly number[]): Sql {
  return sql`select i.id as issue_id, i.key, t.name as type
from issue i left join issue_type t on t.id = i.type_id where i.id in (${unnested(bigints(ids))})`
}

/**
 * Selects issues that finished in a window and have a cycle time, at most `limit`, the last finish first, as placedItems orders them:
 * `issue_id, finish_ms, counted`.
 */
export function lastFinished(window: FinishWindow, limit: number): Sql {
  return sql`select f.issue_id, f.finish_ms, f.counted from flow_item f
where ${isFinished(window)} and f.start_ms is not null
order by f.finish_ms desc, f.start_ms, f.issue_id limit ${bigint(limit)}`
}

/** The measures of finished issues that have percentiles, with their condition. */
export const RANKED = {
  cycleTime: { value: sql`f.counted`, has: sql`f.start_ms is not null` },
  leadTime: { value: sql`f.lead_time`, has: sql`true` },
  efficiency: { value: sql`f.active * 1000000 / (f.active + f.waiting)`, has: sql`f.active + f.waiting > 0` },
} as const

/** A measure of finished issues that has percentiles. */
export type RankedMeasure = keyof typeof RANKED

/**
 * Selects the values of a measure at some ranks, from 1, over the issues that finished in a window: `rank, value`. The
 * efficiency is in millionths, rounded down.
 */
export function rankedItems(measure: RankedMeasure, window: FinishWindow, ranks: readonly number[]): Sql {
  const { value, has } = RANKED[measure]
  return sql`select rank, value from (
  select ${value} as value, row_number() over (order by ${value}) as rank
  from flow_item f where ${isFinished(window)} and ${has}) r
where rank in (${unnested(bigints(ranks))})`
}

/**
 * Counts and sums over the issues that finished in a window: `finished, without_start`, `first_time`: those with a start
 * that never went back, the sums `active, waiting, blocked`, `timed`: those with active or waiting time, and those with a cycle time
 * of at most `sle`: `within`, null without an SLE.
 */
export function finishedTotals(window: FinishWindow, sle: Millis | null, dialect: Dialect): Sql {
  return sql`select ${finishedColumns(dialect)}, ${withinColumn(sle)} as within from flow_item f where ${isFinished(window)}`
}

/** Returns the number of issues with a cycle time of at most `sle`; null without one. */
export function withinColumn(sle: Millis | null): Sql {
  if (sle === null) return sql`cast(null as bigint)`
  return sql`count(*) filter (where f.start_ms is not null and f.counted <= ${bigint(sle)})`
}

/** Returns the columns of `finishedTotals` that need no SLE. */
export function finishedColumns(dialect: Dialect): Sql {
  return sql`count(*) as finished, count(*) filter (where f.start_ms is null) as without_start,
       count(*) filter (where f.start_ms is not null and f.bounces = 0) as first_time,
       count(*) filter (where f.active + f.waiting > 0) as timed,
       ${dialect.total(sql`f.active`)} as active, ${dialect.total(sql`f.waiting`)} as waiting, ${dialect.total(sql`f.blocked`)} as blocked`
}

/**
 * Counts the reopenings in a window in the spooled table `item_move`, by each actor and in all: `actor_id, is_all, reopenings,
 * issues`.
 */
export function reopeningCounts(window: FinishWindow): Sql {
  const counted = sql`count(*) as reopenings, count(distinct issue_id) as issues
from item_move m where m.is_reopening and ${isMoveIn(window)}`
  return sql`select cast(null as varchar) as actor_id, 1 as is_all, ${counted}
union all
select actor_id, 0 as is_all, ${counted} group by actor_id`
}

/** The order of reopeningCounts: all, and then those with most. */
export const REOPENINGS_ORDER: Sql = sql`is_all desc, reopenings desc, actor_id`
