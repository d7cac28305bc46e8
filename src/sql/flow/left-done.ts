import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, type Cte, type Sql, sql, varchars, withTables } from '../sql.ts'
import { mappedStatuses } from './stages.ts'

/**
 * Selects the issues that left a done stage for an unmapped status, or were in a done stage again within the tolerance:
 * `issue_id`. The rules about done stays (measure/flow/staged-stays.ts) change no others. `stays` has the columns of statusStays.
 */
export function leftDone(plan: FlowPlan, stays: Sql, dialect: Dialect): Sql {
  const tolerance = bigint(plan.reopenTolerance)
  const isMapped = dialect.contains(sql`${mappedStatuses(plan)}`, sql`s.status_id`)
  // From a join, DuckDB expects few such stays, so it builds the hash table of the second join on them.
  const done = dialect.listTable([['status_id', sql`${varchars(plan.stages.done)}`]])
  const left: Cte = [
    'left_done_stay',
    sql`  select issue_id, seq, entered_ms, is_unmapped
  from (select s.*, not coalesce(${isMapped}, false) as is_unmapped from ${stays} s join ${done} f on f.status_id = s.from_id) s
  where is_unmapped or left_ms - entered_ms < ${tolerance}`,
  ]
  return withTables(
    [left],
    sql`select issue_id from left_done_stay where is_unmapped
union
select s.issue_id
from left_done_stay s join ${stays} d on d.issue_id = s.issue_id and d.seq > s.seq join ${done} t on t.status_id = d.status_id
where d.entered_ms - s.entered_ms < ${tolerance}`,
    dialect,
  )
}
