import type { Status } from '../../core/catalogue/model.ts'
import { hasEffect, parameterNamed } from '../../store/plan/parameters.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { foundStatuses } from './columns-of.ts'
import type { FoundRows, ReportHead } from './report-table.ts'

/** Returns the statuses that a report includes and excludes, and the found statuses that the tracker has deleted. */
export function statusLists(plan: ReportPlan, rows: FoundRows): Pick<ReportHead, 'included' | 'excluded' | 'deleted'> {
  const found = new Set(foundStatuses(rows))
  const hidden = new Set(plan.hiddenStatuses)
  const usesChoice = hasEffect(parameterNamed('statuses'), plan.type, plan.aggregate)
  const chosen = usesChoice && plan.statusColumns && new Set(plan.statusColumns.flatMap(({ members }) => members))
  const included = (chosen ? [...chosen] : [...found]).filter(id => !hidden.has(id))
  const lookup = new Map(plan.statuses.map(status => [status.id, status]))
  const order = new Map(plan.statuses.map(({ id }, index) => [id, index]))
  const inOrder = [...found].sort((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size))
  const statusOf = (id: string): Status => lookup.get(id) ?? { id, name: id, category: null, deleted: false }
  const isIncluded = new Set(included)
  return {
    included: (chosen ? included : inOrder.filter(id => isIncluded.has(id))).map(statusOf),
    excluded: inOrder.filter(id => !isIncluded.has(id)).map(statusOf),
    deleted: inOrder.map(statusOf).filter(({ deleted }) => deleted),
  }
}
