import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { visibleFieldStays } from '../cells/visible-field-stays.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { type Cte, type Sql, sql, withTables } from '../sql.ts'
import { flowIssues } from './flow-issues.ts'
import { finishFacts } from './unlogged-finish.ts'

/** The queries for the stays that decide about the flow of one issue. */
export interface FlowHistoryQueries {
  /** Those with statuses, resolutions and labels: `field_id, seq, value_id, value, entered_ms, left_ms, actor_id`. */
  readonly stays: Sql
  /** What is known about the finish: `resolved_ms, is_status_logged, is_resolution_logged`. */
  readonly facts: Sql
  /** The same for the fields that block, as visible to the caller, with no actor; absent if there are none. */
  readonly fields?: Sql
}

/** Compiles the queries for the history of the issue in a plan of one issue. */
export function flowHistory(plan: FlowPlan, dialect: Dialect): FlowHistoryQueries {
  const issues = flowIssues(plan, dialect)
  const over = (query: Sql, more: readonly Cte[] = []) => withTables([issues.table, ...more], query, dialect)
  const stays = over(sql`select s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms, s.actor_id
from ${issues.rowsOf('stay')}
where (${issues.condition}) and s.field_id in ('status', 'resolution', 'labels') order by s.field_id, s.seq`)
  const facts = over(finishFacts(issues))
  if (plan.historyFields.length === 0) return { stays, facts }
  return { stays, facts, fields: over(FIELD_STAYS, visibleFieldStays(plan, issues)) }
}

const FIELD_STAYS = sql`select field_id, seq, value_id, value, entered_ms, left_ms, cast(null as varchar) as actor_id
from visible_field_stay order by field_id, entered_ms, left_ms nulls last, seq`
