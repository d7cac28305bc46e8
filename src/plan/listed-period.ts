import type { TimePeriod } from '../measure/periods.ts'
import { dateGroupLabel } from '../time/date-group.ts'
import type { ReportPlan } from './report-plan.ts'

/** The period of a list, with its label. */
export interface ListedPeriod extends TimePeriod {
  readonly label: string
}

/** Returns the period whose time a list counts: that of its group. `null` for all time, and for aggregations. */
export function listedPeriod({ endpoint, groupBy, format }: ListedPlan): ListedPeriod | null {
  if (endpoint !== 'list') return null
  const period = groupBy.find(group => group.field === null)
  if (!period) return null
  const [start, end] = period.borders as [number, number]
  return { start, end, label: dateGroupLabel(start, format.zone, period.unit) }
}

type ListedPlan = Pick<ReportPlan, 'endpoint' | 'groupBy' | 'format'>

/** Returns whether the time that a list counts goes up to the end of the report. Only then does it have current states. */
export function hasCurrentState(plan: ListedPlan & Pick<ReportPlan, 'window'>): boolean {
  const period = listedPeriod(plan)
  return period === null || period.end >= plan.window.end
}
