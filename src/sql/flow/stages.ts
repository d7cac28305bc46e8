import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigints, type Sql, type SqlParameter, sql, varchars } from '../sql.ts'

// DuckDB evaluates a function of a status once for each status of a row group. A join would hash the status of each stay.

/** Returns the stage of a status in the workflow; null for none. */
export function stageOf(status: Sql, plan: FlowPlan, dialect: Dialect): Sql {
  return ofStatus(status, 'stage', plan, dialect)
}

/** Returns the kind of the stage of a status in the workflow; null for none. */
export function kindOf(status: Sql, plan: FlowPlan, dialect: Dialect): Sql {
  return ofStatus(status, 'kind', plan, dialect)
}

/** Returns the statuses of the workflow, as a list. */
export function mappedStatuses({ stages }: FlowPlan): SqlParameter {
  return varchars(stages.statuses.map(({ status }) => status))
}

function ofStatus(status: Sql, column: 'stage' | 'kind', plan: FlowPlan, dialect: Dialect): Sql {
  const values = plan.stages.statuses.map(row => row[column])
  return dialect.lookedUp(status, sql`${mappedStatuses(plan)}`, sql`${bigints(values)}`)
}
