import type { ReportPlan } from '../plan/report-plan.ts'
import { isAmong } from './conditions/is-in.ts'
import { type Sql, sql } from './sql.ts'

/** The statuses of issues whose log may lack the finish; none if no log lacks it. */
export interface FinishStatuses {
  readonly finishStatuses: readonly Pick<ReportPlan['statuses'][number], 'id' | 'category'>[]
}

/**
 * Returns the condition that issue `i` is finished, but its log lacks the change that finished it. Its status is of the
 * category done, or it has a resolution where its status has no category. An issue that was created finished lacks nothing.
 *
 * The statuses are those of the catalogue: every report has this condition, and a query of them would cost more than the
 * rest of the count.
 */
export function isWithoutFinish({ finishStatuses: statuses }: FinishStatuses): Sql {
  if (statuses.length === 0) return sql`false`
  const isOf = (category: string | null) => {
    const ids = statuses.filter(status => status.category === category).map(({ id }) => id)
    return isAmong(sql`i.status_id`, ids)
  }
  const isResolved = sql`i.resolution_id is not null and ${isOf(null)}`
  const isFinished = statuses.some(({ category }) => category === null)
    ? sql`(${isOf('done')} or ${isResolved})`
    : isOf('done')
  return sql`i.has_log and not i.is_status_logged and ${isFinished}
             and (i.resolved_ms is null or i.resolved_ms <> i.created_ms)`
}

/** Returns columns that count issues `i`: `issues`, and those that are `repaired`, `unlogged` and `without_finish`. */
export function issueCounts(plan: FinishStatuses): Sql {
  return sql`count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged,
           count(*) filter (where ${isWithoutFinish(plan)}) as without_finish`
}
