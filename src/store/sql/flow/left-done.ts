import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { kindNumber } from '../../plan/flow/stage-numbers.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, type Cte, type Sql, sql, withTables } from '../sql.ts'

/** Status stays until asOf: `issue_id, seq, status_id, from_id, entered_ms, left_ms`, and the rows of stagesOfStatuses. */
interface StaysWithStages {
  readonly stays: Sql
  readonly stages: Sql
}

/**
 * Selects the issues that left a done stage for an unmapped status, or were in a done stage again within the tolerance:
 * `issue_id`. The rules about done stays (core/measure/flow/staged-stays.ts) change no others.
 */
export function leftDone(plan: FlowPlan, { stays, stages }: StaysWithStages, dialect: Dialect): Sql {
  const [tolerance, done] = [bigint(plan.reopenTolerance), bigint(kindNumber('done'))]
  const left: Cte = [
    'left_done_stay',
    sql`  select s.issue_id, s.seq, s.entered_ms, m.status_id is null as is_unmapped
  from ${stays} s join ${stages} f on f.status_id = s.from_id left join ${stages} m on m.status_id = s.status_id
  where f.kind = ${done} and (m.status_id is null or s.left_ms - s.entered_ms < ${tolerance})`,
  ]
  return withTables(
    [left],
    sql`select issue_id from left_done_stay where is_unmapped
union
select s.issue_id
from left_done_stay s join ${stays} d on d.issue_id = s.issue_id and d.seq > s.seq join ${stages} t on t.status_id = d.status_id
where t.kind = ${done} and d.entered_ms - s.entered_ms < ${tolerance}`,
    dialect,
  )
}
