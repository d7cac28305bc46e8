import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Dashboard } from '../api/flow.ts'
import { type TimeUnit, unitFor } from '../drilldown/time-scale.ts'

/** Returns the unit of all times of a screen. Ages are longer than cycle times, but these are what people compare with. */
export function unitOf(data: Dashboard, catalogue: Pick<PageCatalogue, 'calendars'>): TimeUnit {
  const { percentiles, values } = data.trend.cycleTime
  const ages = data.attention.items.map(({ age }) => age)
  const usual = percentiles['85']?.value ?? Math.max(0, ...(values ?? []), ...ages)
  return unitFor(usual, data, catalogue, undefined)
}
