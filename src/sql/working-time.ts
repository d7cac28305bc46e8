import type { ReportPlan } from '../plan/report-plan.ts'
import { type Cte, identifier, sql } from './sql.ts'

/**
 * `timed`: the rows of `table` with `ms`, how long each lasted from `from_ms` to `to_ms` in the report's calendar.
 *
 * 24/7 needs no calendar: a period lasts as long as the clocks of physics say.
 */
export function timed(_plan: ReportPlan, table = 'seen'): Cte {
  return ['timed', sql`  select s.*, s.to_ms - s.from_ms as ms from ${identifier(table)} s`]
}
