import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigints, type Sql, sql, varchars } from '../sql.ts'

/** Returns a table of the statuses of a workflow: `status_id, stage, kind`. */
export function stagesOfStatuses(plan: FlowPlan, dialect: Dialect): Sql {
  const { statuses, stages, kinds } = listsOf(plan)
  return dialect.listTable([
    ['status_id', sql`${varchars(statuses)}`],
    ['stage', sql`${bigints(stages)}`],
    ['kind', sql`${bigints(kinds)}`],
  ])
}

/**
 * Returns the stage of the status of a stay of the store; null for none.
 *
 * In a row that is read from the store, DuckDB looks up each status of a row group once. In a computed row it searches the whole list, so
 * a join with stagesOfStatuses is faster there.
 */
export function storedStage(status: Sql, plan: FlowPlan, dialect: Dialect): Sql {
  const { statuses, stages } = listsOf(plan)
  return dialect.lookedUp(status, sql`${varchars(statuses)}`, sql`${bigints(stages)}`)
}

/** Returns the kind of the stage of the status of a stay of the store; null for none. See storedStage. */
export function storedKind(status: Sql, plan: FlowPlan, dialect: Dialect): Sql {
  const { statuses, kinds } = listsOf(plan)
  return dialect.lookedUp(status, sql`${varchars(statuses)}`, sql`${bigints(kinds)}`)
}

/** Returns the statuses of a workflow. */
export function mappedStatuses(plan: FlowPlan): readonly string[] {
  return listsOf(plan).statuses
}

function listsOf({ stages: { statuses: rows } }: FlowPlan) {
  return {
    statuses: rows.map(({ status }) => status),
    stages: rows.map(({ stage }) => stage),
    kinds: rows.map(({ kind }) => kind),
  }
}
