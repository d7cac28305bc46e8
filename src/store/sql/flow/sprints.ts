import type { SprintPartName } from '../../plan/flow/flow-parameters.ts'
import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, identifier, joinSql, type Sql, sql, varchar, withTables } from '../sql.ts'
import { flowIssues } from './flow-issues.ts'
import { isFinished } from './item-queries.ts'
import { BEGUN } from './unlogged-finish.ts'

/** Selects all sprints, with a start only if their dates are usable: `id, name, start_ms, end_ms, is_completed`. */
export const sprintDates: Sql = sql`select id, name, case when end_ms is null or end_ms > start_ms then start_ms end as start_ms, end_ms, is_completed
from (select id, name, start_ms, coalesce(completed_ms, end_ms) as end_ms, completed_ms is not null as is_completed from sprint) p`

/**
 * Selects when the needed issues with a change log were in sprints, until asOf: `issue_id, sprint_id, entered_ms, left_ms`, and the
 * `start_ms` of the sprint, null if it is unknown, `until_ms`, its end or asOf, and `is_over`.
 */
export function sprintStays(plan: FlowPlan, dialect: Dialect): Sql {
  const issues = flowIssues(plan, dialect)
  const asOf = bigint(plan.asOf)
  return withTables(
    [issues.table],
    sql`select s.issue_id, s.value_id as sprint_id, s.entered_ms, s.left_ms, p.start_ms,
       coalesce(least(p.end_ms, ${asOf}), ${asOf}) as until_ms, coalesce(p.end_ms <= ${asOf}, false) as is_over
from ${issues.rowsOf('stay')} join issue i on i.id = s.issue_id left join (${sprintDates}) p on p.id = s.value_id
where (${issues.condition}) and s.field_id = 'sprint' and s.value_id is not null and s.entered_ms <= ${asOf}
  and (s.left_ms is null or s.left_ms > s.entered_ms) and coalesce(i.has_log, true)`,
    dialect,
  )
}

/**
 * Selects the part of each issue in its sprints (core/measure/flow/sprints.ts): `sprint_id, issue_id, start_ms, until_ms, is_committed, is_in_at_end,
 * is_finished, is_finished_before, is_unknown`. It reads the spooled tables `sprint_stay` and `flow_item`.
 */
export function sprintIssues({ asOf }: FlowPlan): Sql {
  const isInAtEnd = sql`(left_ms is null or left_ms > until_ms or (is_over and left_ms = until_ms))`
  return sql`select p.*, is_in_at_end and not is_unknown and coalesce(finish_ms <= until_ms, false) as is_finished,
       is_in_at_end and not is_unknown and coalesce(finish_ms < start_ms, false) as is_finished_before
from (select s.sprint_id, s.issue_id, s.start_ms, s.until_ms, f.finish_ms, f.begun = ${BEGUN.unknown} as is_unknown,
             bool_or(s.entered_ms <= s.start_ms) as is_committed, bool_or(${isInAtEnd}) as is_in_at_end
      from sprint_stay s join flow_item f on f.issue_id = s.issue_id
      where s.start_ms <= ${bigint(asOf)} and s.entered_ms <= s.until_ms and (s.left_ms is null or s.left_ms > s.start_ms)
      group by s.sprint_id, s.issue_id, s.start_ms, s.until_ms, f.finish_ms, f.begun) p`
}

/** The conditions that row `s` of `sprint_issue` is of a part of its sprint. */
const PARTS: Readonly<Record<SprintPartName, Sql>> = {
  committed: sql`s.is_committed`,
  added: sql`not s.is_committed`,
  removed: sql`not s.is_in_at_end`,
  inAtEnd: sql`s.is_in_at_end`,
  finished: sql`s.is_finished`,
  finishedBefore: sql`s.is_finished_before`,
  carriedOver: sql`s.is_in_at_end and not s.is_finished and not s.is_unknown`,
  finishUnknown: sql`s.is_in_at_end and s.is_unknown`,
}

/** Returns the name of the column of sprintTotals of a part. */
export function partColumn(part: string): string {
  return part.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** Counts the issues of each sprint in `sprint_issue` that overlaps with the window: `sprint_id`, and a column for each part (see partColumn). */
export function sprintTotals({ from, last }: FlowPlan): Sql {
  const counts = Object.entries(PARTS).map(
    ([name, isPart]) => sql`count(*) filter (where ${isPart}) as ${identifier(partColumn(name))}`,
  )
  return sql`select s.sprint_id, ${joinSql(counts, ', ')}
from sprint_issue s where s.start_ms <= ${bigint(last)} and s.until_ms >= ${bigint(from)} group by s.sprint_id`
}

/** Counts the sprints that issues were in, all and those without a known start: `all_sprints, undated`. */
export const sprintCounts: Sql = sql`select count(distinct s.sprint_id) as all_sprints,
       count(distinct case when s.start_ms is null then s.sprint_id end) as undated
from sprint_stay s join flow_item f on f.issue_id = s.issue_id`

/** Counts the issues that finished in the window by the number of started sprints that they were in: `sprints, issues`. */
export function sprintsPerIssue(plan: FlowPlan): Sql {
  return sql`select sprints, count(*) as issues
from (select f.issue_id, count(s.sprint_id) as sprints
      from flow_item f left join sprint_issue s on s.issue_id = f.issue_id where ${isFinished(plan)} group by f.issue_id) n
group by sprints order by sprints`
}

/** Selects the issues of a part of a sprint: `issue_id`; all that were in it with `null`. */
export function issuesOfSprint({ sprintId, part }: NonNullable<FlowPlan['inSprint']>): Sql {
  return sql`select s.issue_id from sprint_issue s where s.sprint_id = ${varchar(sprintId)} and ${part === null ? sql`true` : PARTS[part]}`
}

/** Returns the condition that item `f` was in as many started sprints. */
export function hasSprintCount(count: number): Sql {
  return count === 0
    ? sql`f.issue_id not in (select issue_id from sprint_issue)`
    : sql`f.issue_id in (select issue_id from sprint_issue group by issue_id having count(*) = ${bigint(count)})`
}
