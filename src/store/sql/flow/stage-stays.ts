import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { type Sql, sql } from '../sql.ts'
import type { GroupTimes } from './group-ranks.ts'
import { isFinished } from './item-queries.ts'
import { IN_PROGRESS } from './staged-stays.ts'

/**
 * Selects the present stay of each issue in progress in its stage, and all stays in stages in progress of the issues that finished in
 * the window (core/measure/flow/stage-stays.ts): `issue_id, stage, is_present, time`, and the `age` of an issue in progress, else
 * null. It reads the spooled tables `flow_stay` and `flow_item`.
 */
export function stageStayRows(plan: FlowPlan): Sql {
  const measured = sql`select issue_id from flow_item f where f.is_wip or ${isFinished(plan)}`
  return sql`select s.issue_id, s.stage, f.is_wip as is_present, case when f.is_wip then f.counted end as age,
       cast(sum(s.left_w - s.entered_w) as bigint) as time
from (select p.*, sum(case when p.stage = p.stage_before then 0 else 1 end) over (
        partition by p.issue_id order by p.seq rows unbounded preceding) as run
      from (select s.*, lag(s.stage) over (partition by s.issue_id order by s.seq) as stage_before
            from flow_stay s where s.stage is not null and s.issue_id in (${measured})) p) s
     join flow_item f on f.issue_id = s.issue_id
where s.kind in ${IN_PROGRESS}
group by s.issue_id, s.stage, s.run, f.is_wip, f.counted having f.is_wip = bool_or(s.is_open)`
}

/**
 * Counts the stays of the spooled table `stage_stay`, the rows of stageStayRows, with their issues, and sums up the ages: `stage,
 * is_present, stays, issues, total_age`.
 */
export function stageTotals(dialect: Dialect): Sql {
  return sql`select stage, is_present, count(*) as stays, count(distinct issue_id) as issues, ${dialect.total(sql`age`)} as total_age
from stage_stay group by stage, is_present`
}

/**
 * Counts the issues of `flow_item` in progress, sums up their ages, and counts those with a start that finished in the window: `wip,
 * total_age, finished`.
 */
export function presentAndFinished(plan: FlowPlan, dialect: Dialect): Sql {
  return sql`select count(*) filter (where f.is_wip) as wip, ${dialect.total(sql`case when f.is_wip then f.counted end`)} as total_age,
       count(*) filter (where ${isFinished(plan)} and f.start_ms is not null) as finished
from flow_item f`
}

/** The times of the stays in each stage of `stage_stay`. The `id` is that of stageTimesId. */
export const stageTimes: GroupTimes = {
  tables: [],
  times: sql`select stage * 2 + case when is_present then 1 else 0 end as id, time from stage_stay`,
}

/** Returns the id in `stageTimes` of the present stays in a stage, or of those of finished issues. */
export function stageTimesId(stage: number, { isPresent }: { readonly isPresent: boolean }): string {
  return String(stage * 2 + (isPresent ? 1 : 0))
}
