import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { Problems, quoted } from '../../store/plan/request-problems.ts'
import { MAX_PERIOD_ROWS } from '../../store/sql/period-groups.ts'

/** Throws REPORT_INVALID if a report that is grouped by period has more than MAX_PERIOD_ROWS rows. */
export function checkPeriods({ groupBy }: ReportPlan, rows: number): void {
  const period = groupBy.find(({ field }) => field === null)
  if (!period || rows <= MAX_PERIOD_ROWS) return
  const problems = new Problems(['groupByFields'])
  const advice = 'Choose a longer unit, fewer groups, fewer issues, or a trim window (trimHistoryStartDate)'
  problems.add(
    'groupByFields',
    `makes more than ${MAX_PERIOD_ROWS} rows with ${quoted(period.item)}. Allowed: at most ${MAX_PERIOD_ROWS}. ${advice}`,
  )
  problems.check()
}
