import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { condition } from '../conditions/condition.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, joinSql, type Sql, sql, withTables } from '../sql.ts'
import { flowIssues } from './flow-issues.ts'

/** Selects the part of each issue in the work of a forecast: `issue_id, part`, from 1. The first query that matches it decides. */
export function partRows(plan: FlowPlan, dialect: Dialect): Sql {
  const cases = plan.parts.map(
    ({ where }, i) => sql`when ${condition(where, dialect, plan.browsable)} then ${bigint(i + 2)}`,
  )
  return withTables(
    [flowIssues(plan, dialect).table],
    sql`select i.id as issue_id, case ${joinSql([...cases, sql`else ${bigint(1)}`], '\n       ')} end as part
from report_issue r join issue i on i.id = r.issue_id`,
    dialect,
  )
}
