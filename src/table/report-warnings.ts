import type { ReportPlan } from '../plan/report-plan.ts'

/** Returns the warnings of a report, starting with those of the request. `unlogged` issues have no change log. */
export function reportWarnings(plan: ReportPlan, unlogged: number): readonly string[] {
  if (unlogged === 0) return plan.warnings
  const issues = unlogged === 1 ? '1 issue of this report has' : `${unlogged} issues of this report have`
  return [
    ...plan.warnings,
    `${issues} no change log: the present values are counted from the creation on. Export again with expand=changelog.`,
  ]
}
