import type { ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { groupsShown } from './scope.ts'
import { identifier, type Sql, sql, withTables } from './sql.ts'

/** Returns the distinct labels of the i-th group field over the issues of a plan, counted from 0: `label`. */
export function shownLabels(plan: ReportPlan, i: number, dialect: Dialect): Sql {
  const label = identifier(`g${i + 1}_label`)
  return withTables(
    [['shown', groupsShown({ ...plan, inGroup: null }, dialect)]],
    sql`select distinct ${label} as label from shown where ${label} is not null`,
    dialect,
  )
}
