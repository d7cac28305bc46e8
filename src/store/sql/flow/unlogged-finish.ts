import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { begunNumber } from '../../plan/flow/stage-numbers.ts'
import type { ReportIssues } from '../report-issues.ts'
import { allOf, type Cte, plain, type Sql, sql, unnested, varchar, varchars } from '../sql.ts'

// The rules are those of core/measure/flow/unlogged-finish.ts.

/** The numbers of how the beginning of a stay is known: as the stays say, from the resolution date, or not at all. */
export const BEGUN = {
  stays: numbered('stays'),
  resolutionDate: numbered('resolutionDate'),
  unknown: numbered('unknown'),
} as const

function numbered(begun: Parameters<typeof begunNumber>[0]): Sql {
  return plain(String(begunNumber(begun)))
}

/** Returns the condition that issue `i` is in a done status, and was not created so, but its log lacks the change to it. */
export function lacksFinish({ stages }: Pick<FlowPlan, 'stages'>): Sql {
  return sql`not i.is_status_logged and i.status_id in (${unnested(varchars(stages.done))}) and ${WAS_NOT_CREATED_DONE}`
}

const WAS_NOT_CREATED_DONE = sql`(i.resolved_ms is null or i.resolved_ms <> i.created_ms)`

/** The condition that the log lacks the change to the value of the last stay `s` of the resolution. */
const IS_RESOLUTION_UNLOGGED = sql`(s.seq = 1 or s.issue_id in (
           select issue_id from repair where field_id = 'resolution' and kind = 'present-mismatch'))`

/** Selects what is known about the finish of the issues of a request: `resolved_ms, is_status_logged, is_resolution_logged`. */
export function finishFacts(issues: ReportIssues): Sql {
  const last = sql`select s.issue_id from ${issues.rowsOf('stay')}
  where ${allOf([issues.condition, sql`s.field_id = 'resolution' and s.left_ms is null and not ${IS_RESOLUTION_UNLOGGED}`])}`
  return sql`select i.resolved_ms, i.is_status_logged, i.id in (${last}) as is_resolution_logged
from issue i join report_issue r on r.issue_id = i.id`
}

/**
 * Returns `unlogged_finish`, the issues of a request that are done, but whose log lacks the change that made them so: `issue_id`
 * and the resolution date, `date_ms`, null if it is not usable.
 */
export function unloggedFinishes(plan: FlowPlan, issues: ReportIssues): Cte {
  const { lacks, fields, having } = plan.workflow.workflow.done === 'status' ? byStatus(plan) : BY_RESOLUTION
  // The last logged change of the fields that decide, or the creation.
  const logged = sql`max(case when s.left_ms is not null or s.seq = 1 or (s.field_id = 'status' and i.is_status_logged) then s.entered_ms end)`
  const conditions = allOf([issues.condition, sql`s.field_id in ${fields}`, lacks])
  return [
    'unlogged_finish',
    sql`  select issue_id, case when resolved_ms >= logged_ms then resolved_ms end as date_ms
  from (select s.issue_id, max(i.resolved_ms) as resolved_ms, ${logged} as logged_ms
        from ${issues.rowsOf('stay')} join issue i on i.id = s.issue_id
        where ${conditions} group by s.issue_id${having}) l`,
  ]
}

function byStatus(plan: FlowPlan) {
  return { lacks: lacksFinish(plan), fields: sql`('status')`, having: sql`` }
}

const BY_RESOLUTION = {
  lacks: sql`i.resolution_id is not null and ${WAS_NOT_CREATED_DONE}`,
  fields: sql`('status', 'resolution')`,
  having: sql` having max(case when s.field_id = 'resolution' and s.left_ms is null and s.value_id is not null
           and ${IS_RESOLUTION_UNLOGGED} then 1 else 0 end) = 1`,
}

/**
 * Selects the stays of a field of the issues of a request, of which the last one begins at the finish of `unlogged_finish`, if it has the
 * issue: `issue_id, seq, value_id, from_id, entered_ms, left_ms, actor_id`, whether the stay `is_last`, how its beginning is known, as
 * `begun`, and whether it is the time before the finish `is_unknown`.
 */
export function evidentStays(field: 'status' | 'resolution', issues: ReportIssues): Sql {
  const isDated = sql`u.date_ms is not null and s.left_ms is null`
  const isOfField = sql`s.field_id = ${varchar(field)}`
  return sql`(select s.issue_id, cast(case when ${isDated} then s.seq + 1 else s.seq end as bigint) as seq, s.value_id,
         case when ${isDated} then null else s.from_id end as from_id,
         case when ${isDated} then u.date_ms else s.entered_ms end as entered_ms,
         case when s.left_ms > u.date_ms then u.date_ms else s.left_ms end as left_ms,
         case when ${isDated} then null else s.actor_id end as actor_id, s.left_ms is null as is_last,
         case when u.issue_id is null or s.left_ms is not null then ${BEGUN.stays}
              when u.date_ms is null then ${BEGUN.unknown} else ${BEGUN.resolutionDate} end as begun, false as is_unknown
  from ${issues.rowsOf('stay')} left join unlogged_finish u on u.issue_id = s.issue_id
  where (${issues.condition}) and ${isOfField}
  union all
  select s.issue_id, cast(s.seq as bigint) as seq, s.value_id, s.from_id, s.entered_ms, u.date_ms as left_ms, s.actor_id, true as is_last,
         ${BEGUN.stays} as begun, true as is_unknown
  from ${issues.rowsOf('stay')} join unlogged_finish u on u.issue_id = s.issue_id
  where (${issues.condition}) and ${isOfField} and s.left_ms is null and s.entered_ms < u.date_ms)`
}

/** Selects the stays of a field of the issues of a request, with the columns of evidentStays, as the log has them. */
export function loggedStays(field: 'status' | 'resolution', issues: ReportIssues): Sql {
  return sql`(select s.issue_id, cast(s.seq as bigint) as seq, s.value_id, s.from_id, s.entered_ms, s.left_ms, s.actor_id,
         s.left_ms is null as is_last, ${BEGUN.stays} as begun, false as is_unknown
  from ${issues.rowsOf('stay')} where ${allOf([issues.condition, sql`s.field_id = ${varchar(field)}`])})`
}
