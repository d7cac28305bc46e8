import type { Instant } from '../../../core/time/instant.ts'
import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { mayBrowse } from '../browsable.ts'
import { condition } from '../conditions/condition.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { groupSource } from '../field-source.ts'
import type { ReportIssues } from '../report-issues.ts'
import { type GroupSource, inGroup } from '../scope.ts'
import { allOf, bigint, bigints, identifier, joinSql, type Sql, sql, unnested, varchars } from '../sql.ts'
import { leftDone } from './left-done.ts'
import { mappedStatuses, stagesOfStatuses, storedStage } from './stages.ts'
import { lacksFinish } from './unlogged-finish.ts'

/** Returns the condition that issue `i` is of a level that is measured. */
function isMeasured(plan: FlowPlan): Sql {
  return plan.levels === 'all' || plan.otherLevels.length === 0
    ? sql`true`
    : sql`i.type_id is null or not ${isOfOtherLevel(plan)}`
}

function isOfOtherLevel({ otherLevels }: FlowPlan): Sql {
  return sql`i.type_id in (${unnested(varchars(otherLevels))})`
}

/** Returns the condition that issue `i` is visible, existed at asOf, matches the query, and is in the group; of any level. */
function isChosen(plan: FlowPlan, dialect: Dialect): Sql {
  const { browsable, asOf, where } = plan
  return allOf([
    mayBrowse(browsable),
    sql`i.created_ms <= ${bigint(asOf)}`,
    condition(where, dialect, browsable),
    ...(plan.inGroup ? [inGroup(plan.inGroup, flowGroup(plan, dialect), plan)] : []),
  ])
}

/** Returns the source of the field that groups issues; empty without one. */
export function flowGroup(plan: FlowPlan, dialect: Dialect): GroupSource[] {
  return plan.groupBy === null ? [] : [{ ...groupSource(plan.groupBy, 'g1', plan, dialect), index: 0 }]
}

/**
 * Selects the issues that the answer to a plan needs, and perhaps others: `issue_id`; `null` for all. With `done:
 * 'resolution'` the statuses do not decide, so all are needed.
 */
function neededIssues(plan: FlowPlan, dialect: Dialect): Sql | null {
  const { needed, asOf, stages } = plan
  if (needed === null || isDoneByResolution(plan)) return null
  const present = sql`(n.left_ms is null or n.left_ms > ${bigint(asOf)})`
  const kinds = [
    sql`n.entered_ms >= ${bigint(needed.finishedSince)} and n.value_id in (${unnested(varchars(stages.done))})`,
    ...(needed.inProgress ? [sql`${present} and n.value_id in (${unnested(varchars(stages.inProgress))})`] : []),
    sql`n.value_id is null or n.value_id not in (${unnested(varchars(mappedStatuses(plan)))})`,
    // An issue that started has an earlier stay.
    ...(needed.parked
      ? [sql`${present} and n.seq > 1 and n.value_id in (${unnested(varchars(stages.notStarted))})`]
      : []),
  ]
  const ofKinds = sql`select n.issue_id from stay n where n.field_id = 'status' and n.entered_ms <= ${bigint(asOf)}
    and (${joinSql(kinds, '\n      or ')})`
  const inStages = { stays: allStays(plan), stages: stagesOfStatuses(plan, dialect) }
  const more = [
    ...(needed.movedSince === null ? [] : [movedBack(plan, needed.movedSince, dialect)]),
    ...(needed.leftDone
      ? [
          sql`select * from (${leftDone(plan, inStages, dialect)}) l`,
          sql`select issue_id from ${allStays(plan)} s where left_ms = entered_ms`,
        ]
      : []),
  ]
  const lacking = sql`select i.id from issue i where ${lacksFinish(plan)}`
  return joinSql([ofKinds, lacking, ...more], ' union all ')
}

/** Returns the status stays of all issues until asOf. */
function allStays({ asOf }: FlowPlan): Sql {
  return sql`(select issue_id, seq, value_id as status_id, from_id, entered_ms, left_ms from stay
    where field_id = 'status' and entered_ms <= ${bigint(asOf)})`
}

/** Selects issues that moved back, or out of an unmapped status, since an instant. */
function movedBack(plan: FlowPlan, since: Instant, dialect: Dialect): Sql {
  const [stage, before] = [storedStage(sql`s.value_id`, plan, dialect), storedStage(sql`s.from_id`, plan, dialect)]
  // A move between done stages can follow a short absence from done. Only the move that began the absence goes back.
  return sql`select s.issue_id from stay s
    where s.field_id = 'status' and s.seq > 1 and s.entered_ms <= ${bigint(plan.asOf)} and coalesce(${before} > ${stage}, ${stage} is not null)
      and s.entered_ms >= ${bigint(since - plan.reopenTolerance)}`
}

/** Returns whether the resolution of an issue decides when it is done. */
export function isDoneByResolution({ workflow: { workflow } }: FlowPlan): boolean {
  return workflow.done === 'resolution'
}

/** Returns the needed issues of a flow request, or those of them in `among`: internal ids. */
export function flowIssues(plan: FlowPlan, dialect: Dialect, among: readonly number[] | null = null): ReportIssues {
  const needed = among === null ? neededIssues(plan, dialect) : null
  const conditions = [
    isChosen(plan, dialect),
    isMeasured(plan),
    ...(needed === null ? [] : [dialect.isAmongFew(sql`i.id`, needed)]),
    ...(among === null ? [] : [sql`i.id in (${unnested(bigints(among))})`]),
  ]
  return {
    table: [
      'report_issue',
      sql`  select i.id as issue_id, i.project_id, i.created_ms from issue i where ${allOf(conditions)}`,
    ],
    rowsOf: table =>
      sql`${identifier(table)} s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id`,
    condition: sql`true`,
    areOfProjects: false,
    groups: [],
  }
}

/**
 * Returns when the log of issue `i` last changed something, in any field, or the creation; null if an older version read the issue, or if
 * the last entry is later than asOf.
 */
export function lastEntry({ asOf }: FlowPlan): Sql {
  return sql`case when i.last_entry_ms <= ${bigint(asOf)} then i.last_entry_ms end`
}

/** What an issue can have besides its history, by the filter of items. */
const MARKS = {
  otherLevels: isOfOtherLevel,
  repaired: () => sql`i.repaired > 0`,
  withoutLog: () => sql`not coalesce(i.has_log, true)`,
} as const

/** One of them. */
export type IssueMark = keyof typeof MARKS

/** Returns whether a filter of items is about a mark of issues. */
export function isIssueMark(only: FlowPlan['only']): only is IssueMark {
  return only !== null && only in MARKS
}

/** Selects the measured issues of a flow request that have a mark: `issue_id`. */
export function markedIssues(plan: FlowPlan, mark: IssueMark, dialect: Dialect): Sql {
  const conditions = [isChosen(plan, dialect), isMeasured(plan), MARKS[mark](plan)]
  return sql`select i.id as issue_id from issue i where ${allOf(conditions)}`
}

/**
 * Counts the issues of a flow request: `measured`, those `left_out` because of their level, the `repaired` ones, and
 * those without a change log: `unlogged`. `created_ms` is the first creation of a measured one, and
 * `all_issues` the number of all issues of the store.
 */
export function flowIssueCounts(plan: FlowPlan, dialect: Dialect): Sql {
  return sql`select count(*) filter (where is_measured) as measured, count(*) filter (where not is_measured) as left_out,
       count(*) filter (where is_measured and repaired > 0) as repaired,
       count(*) filter (where is_measured and not has_log) as unlogged, min(created_ms) filter (where is_measured) as created_ms,
       (select count(*) from issue) as all_issues
from (select ${isMeasured(plan)} as is_measured, i.repaired, coalesce(i.has_log, true) as has_log, i.created_ms
      from issue i where ${isChosen(plan, dialect)}) i`
}

/** Selects the statuses without a stage in which measured issues were until asOf: `status_id`, those with most visits first. */
export function unmappedVisited(plan: FlowPlan, dialect: Dialect): Sql {
  const ids = plan.workflow.unmapped.map(({ id }) => id)
  const conditions = [
    sql`s.field_id = 'status' and s.value_id in (${unnested(varchars(ids))}) and s.entered_ms <= ${bigint(plan.asOf)}`,
    sql`(s.left_ms is null or s.left_ms > s.entered_ms)`,
    ...[isChosen(plan, dialect), isMeasured(plan)],
  ]
  return sql`select s.value_id as status_id
from stay s join issue i on i.id = s.issue_id and i.project_id = s.project_id
where ${allOf(conditions)}
group by s.value_id order by count(*) desc, s.value_id`
}
