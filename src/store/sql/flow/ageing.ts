import type { Instant } from '../../../core/time/instant.ts'
import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, bigints, type Sql, sql, unnested, withTables } from '../sql.ts'
import { flowIssues, lastEntry } from './flow-issues.ts'
import { isFinished } from './item-queries.ts'
import { DONE, IN_PROGRESS } from './staged-stays.ts'

/** The number that stands for the cycle time instead of a stage. */
const CYCLE_TIME = sql`cast(-1 as bigint)`

/**
 * Selects issues, at least the chosen ones, with a change in the log at an instant or later, until asOf, as `is_recent`; and those whose
 * log may have such changes of fields that are not stored: `issue_id, is_recent`.
 */
export function recentChanges(plan: FlowPlan, since: Instant, dialect: Dialect): Sql {
  const [from, asOf] = [bigint(since), bigint(plan.asOf)]
  const changes = (joinChange: Sql, joinIssue: Sql) =>
    sql`select c.issue_id, true as is_recent from change c${joinChange}
where c.at_ms >= ${from} and c.at_ms <= ${asOf} and c.from_id is distinct from c.to_id group by c.issue_id
union all
select i.id as issue_id, ${lastEntry(plan)} is not null as is_recent from issue i${joinIssue}
where i.last_entry_ms is null or i.last_entry_ms >= ${from}`
  // For most issues of a store, the joins cost more than what they leave out.
  if (plan.needed !== null) return changes(sql``, sql``)
  const issues = flowIssues(plan, dialect)
  const joined = changes(
    sql` join report_issue r on r.issue_id = c.issue_id`,
    sql` join report_issue r on r.issue_id = i.id`,
  )
  return withTables([issues.table], joined, dialect)
}

/**
 * Returns the condition that row `f` of the spooled table `flow_item` was created before an instant, without a change since then, as
 * the spooled table `recent_change` says (see recentChanges).
 */
export function isUnchanged(before: Instant): Sql {
  return sql`f.created_ms < ${bigint(before)} and f.issue_id not in (select issue_id from recent_change where is_recent)`
}

/**
 * Ranks the ages of the issues that finished in the window at their last moment in each stage in progress, or one before it:
 * `stage, rank, age`. See ageLeaving in core/measure/flow/ageing.ts. An issue that was never there has the age 0. Cycle times are ranked as
 * those of CYCLE_TIME. It reads the spooled tables `flow_stay` and `flow_item`.
 */
export function rankedAges(plan: FlowPlan, dialect: Dialect): Sql {
  const { stages } = plan.workflow.workflow
  const inProgress = stages.flatMap(({ kind }, i) => (kind === 'active' || kind === 'waiting' ? [i] : []))
  const inOrder = sql`partition by s.issue_id order by s.seq rows unbounded preceding`
  // The clocks of keep and restart run on to the finish, so the age is the cycle time less what was still to come.
  const age =
    plan.returns === 'pause'
      ? sql`sum(case when s.kind in ${IN_PROGRESS} then s.left_w - s.entered_w else 0 end) over (${inOrder})`
      : sql`f.counted - (max(s.left_w) over (partition by s.issue_id) - s.left_w)`
  return withTables(
    [
      [
        'finished_item',
        sql`  select f.issue_id, f.counted from flow_item f where f.start_ms is not null and ${isFinished(plan)}`,
      ],
      [
        'aged_stay',
        sql`  select s.issue_id, s.stage, ${age} as age
  from flow_stay s join finished_item f on f.issue_id = s.issue_id
  where s.kind <> ${DONE}`,
      ],
      [
        'stage_age',
        sql`  select issue_id, stage, cast(greatest(max(age), 0) as bigint) as age
  from aged_stay where stage is not null group by issue_id, stage`,
      ],
      [
        'leaving',
        sql`  select f.issue_id, k.stage, coalesce(max(a.age), 0) as age
  from finished_item f cross join ${dialect.listTable([['stage', sql`${bigints(inProgress)}`]])} k
       left join stage_age a on a.issue_id = f.issue_id and a.stage <= k.stage
  group by f.issue_id, k.stage
  union all
  select f.issue_id, ${CYCLE_TIME} as stage, f.counted as age from finished_item f`,
      ],
    ],
    sql`select stage, row_number() over (partition by stage order by age) as rank, age from leaving`,
    dialect,
  )
}

/** Selects the ages at some ranks in the spooled table `stage_rank`: `stage, rank, age`. */
export function agesAt(ranks: readonly number[]): Sql {
  return sql`select stage, rank, age from stage_rank where stage <> ${CYCLE_TIME} and rank in (${unnested(bigints(ranks))}) order by stage, rank`
}

/** Selects the cycle times at some ranks in the spooled table `stage_rank`: `rank, age`. */
export function cycleTimesAt(ranks: readonly number[]): Sql {
  return sql`select rank, age from stage_rank where stage = ${CYCLE_TIME} and rank in (${unnested(bigints(ranks))})`
}

/**
 * Selects a page of the issues in progress with their place among the finished ones, the oldest first: `issue_id, stage, start_ms,
 * counted, blocked_since` as in `flow_item`, whether each `is_unchanged` since an instant, `position` among all of them from 1, `paced`, the number of finished issues that had
 * left the stage by this age, and `within`, the number of those that took no longer. It reads the spooled tables `flow_item`, `recent_change` and
 * `stage_rank`.
 */
export function ageingItems({ page }: FlowPlan, before: Instant, dialect: Dialect): Sql {
  return withTables(
    [
      [
        'oldest',
        sql`  select f.issue_id, f.stage, f.start_ms, f.counted, f.blocked_since, ${isUnchanged(before)} as is_unchanged
  from flow_item f where f.is_wip
  order by f.counted desc, f.issue_id limit ${bigint(page.size)} offset ${bigint(page.index)}`,
      ],
      [
        'compared_age',
        sql`  select cast(null as integer) as issue_id, stage, age, 0 as is_item from stage_rank
  union all
  select f.issue_id, f.stage, f.counted as age, 1 as is_item from oldest f
  union all
  select f.issue_id, ${CYCLE_TIME} as stage, f.counted as age, 1 as is_item from oldest f`,
      ],
      [
        'counted_age',
        sql`  select c.*, sum(1 - is_item) over (partition by stage order by age, is_item rows unbounded preceding) as finished
  from compared_age c`,
      ],
      [
        'place',
        sql`  select issue_id, cast(max(finished) filter (where stage <> ${CYCLE_TIME}) as bigint) as paced,
         cast(max(finished) filter (where stage = ${CYCLE_TIME}) as bigint) as within
  from counted_age where is_item = 1 group by issue_id`,
      ],
    ],
    sql`select ${bigint(page.index)} + row_number() over (order by f.counted desc, f.issue_id) as position, f.*, p.paced, p.within
from oldest f join place p on p.issue_id = f.issue_id`,
    dialect,
  )
}

/**
 * Selects the issues after a position of the spooled table `item_row`, up to and including another, with their texts, the id of the
 * `assignee`, and when they last had a change or were created: `changed_ms`.
 */
export function ageingItemsAt(from: number, to: number): Sql {
  return sql`select a.*, t.key, t.summary, t.type, t.status, t.assignee, t.changed_ms
from item_row a join item_text t on t.issue_id = a.issue_id
where a.position > ${bigint(from)} and a.position <= ${bigint(to)} order by a.position`
}

/**
 * Counts the issues in progress, in all and in each `stage`: `in_progress`, the sum of their ages as `total_age`, `over_sle`: those
 * older than it, those `blocked` now, the `unchanged` since an instant, and those of which `only_stored` fields are known to be so. The row of all is the first. It
 * reads the spooled tables `flow_item` and `recent_change`.
 */
export function attentionTotals(sle: number | null, before: Instant, dialect: Dialect): Sql {
  const overSle = sle === null ? sql`cast(null as bigint)` : sql`count(*) filter (where f.counted > ${bigint(sle)})`
  return sql`select f.stage, count(*) as in_progress, ${dialect.total(sql`f.counted`)} as total_age, ${overSle} as over_sle,
       count(*) filter (where f.blocked_since is not null) as blocked,
       count(*) filter (where ${isUnchanged(before)}) as unchanged,
       count(*) filter (where f.issue_id in (select issue_id from recent_change where not is_recent)) as only_stored
from flow_item f where f.is_wip
group by grouping sets ((), (f.stage)) order by grouping(f.stage) desc`
}
