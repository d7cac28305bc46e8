import type { TimePeriod } from '../../core/measure/periods.ts'
import { dateGroupLabel } from '../../core/time/date-group.ts'
import type { PeriodGroup, ReportPlan } from './report-plan.ts'

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

/**
 * Returns the number of the period, from 1, of the group that inGroup selects; 0 if the report does not have it, and `null` if it selects
 * none.
 */
export function selectedPeriod({
  groupBy,
  inGroup,
  format,
}: Pick<ReportPlan, 'groupBy' | 'inGroup' | 'format'>): number | null {
  const index = groupBy.findIndex(group => group.field === null)
  const label = inGroup?.[index]?.[0]
  if (label === undefined) return null
  const { borders, unit } = groupBy[index] as PeriodGroup
  return borders.slice(0, -1).findIndex(start => dateGroupLabel(start, format.zone, unit) === label) + 1
}

/** Returns the plan of the list behind the row of an aggregation with a selectedPeriod. */
export function listOfPeriod(plan: ReportPlan, number: number): ReportPlan {
  const groupBy = plan.groupBy.map(group =>
    group.field === null ? { ...group, borders: group.borders.slice(number - 1, number + 1) } : group,
  )
  return { ...plan, endpoint: 'list', groupBy }
}

type ListedPlan = Pick<ReportPlan, 'endpoint' | 'groupBy' | 'format'>

/** Returns whether the time that a list counts goes up to the end of the report. Only then does it have current states. */
export function hasCurrentState(plan: ListedPlan & Pick<ReportPlan, 'window'>): boolean {
  const period = listedPeriod(plan)
  return period === null || period.end >= plan.window.end
}
