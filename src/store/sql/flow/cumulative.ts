import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, type Sql, sql, withTables } from '../sql.ts'
import { flowBuckets } from './over-time.ts'

/**
 * Sums the changes of the cumulative flow (core/measure/flow/cumulative.ts) in each bucket, and before the first with the
 * number -1: `number, change, stage, issues`. The changes are `reached`, which the issues make in all stages from
 * `stage` on to the right; `left`, which takes them back right of `stage`; `state`, in one stage; and `back`, in none. It
 * reads the spooled table `flow_stay`.
 */
export function cumulativeRows(plan: FlowPlan, dialect: Dialect): Sql {
  const first = bigint(plan.bucket.buckets[0]?.start ?? plan.from)
  return withTables(
    [
      flowBuckets(plan.bucket.buckets, dialect),
      [
        'placed',
        sql`  select s.*, coalesce(max(stage) over (
           partition by issue_id order by seq rows between unbounded preceding and 1 preceding), -1) as furthest,
         lag(stage) over (partition by issue_id order by seq) as stage_before
  from flow_stay s where stage is not null`,
      ],
      [
        'moved',
        sql`  select p.*, stage < furthest as is_back, coalesce(stage_before < furthest, false) as was_back from placed p`,
      ],
      [
        'flow_change',
        sql`  select entered_ms as at_ms, 'reached' as change, furthest + 1 as stage, 1 as issues from moved where stage > furthest
  union all
  select entered_ms as at_ms, 'left' as change, stage, 1 as issues from moved where stage > furthest
  union all
  select entered_ms as at_ms, 'state' as change, stage, 1 as issues from moved
  union all
  select left_ms as at_ms, 'state' as change, stage, -1 as issues from moved where not is_open
  union all
  select entered_ms as at_ms, 'back' as change, cast(-1 as bigint) as stage, case when is_back then 1 else -1 end as issues
  from moved where is_back <> was_back`,
      ],
    ],
    sql`select cast(-1 as bigint) as number, change, stage, cast(sum(issues) as bigint) as issues
from flow_change where at_ms < ${first} group by change, stage
union all
select b.number, change, stage, cast(sum(issues) as bigint) as issues
from flow_change e join flow_bucket b on e.at_ms >= b.start_ms and e.at_ms < b.end_ms
where e.at_ms >= ${first} group by b.number, change, stage`,
    dialect,
  )
}
