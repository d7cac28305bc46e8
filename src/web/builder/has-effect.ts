import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { type Choices, endpointOf, type PageParameter } from '../state/choices.ts'
import { equalsIgnoringCase, matchIgnoringCase, type OfferedReport, reportTypeOf } from './report-type.ts'

/** Returns whether a parameter has an effect with the other choices; true before a report type is chosen. */
export function hasEffect(parameter: PageParameter, choices: Choices, catalogue: PageCatalogue): boolean {
  const type = reportTypeOf(choices, catalogue)
  if (!type) return true
  // A summary on the page has all groups.
  if (parameter === 'inGroup' && endpointOf(choices) === 'aggregation') return false
  const effect = catalogue.parameters.find(({ name }) => name === parameter)
  return effect === undefined || isUsedIn(effect, type, choices)
}

function isUsedIn(effect: PageCatalogue['parameters'][number], type: OfferedReport, choices: Choices): boolean {
  const { endpoint, reports, aggregates, needs, unless } = effect
  const aggregate = matchIgnoringCase(aggregates ?? [], choices.aggregationType ?? 'average', null)
  return (
    (endpoint === 'both' || endpoint === endpointOf(choices)) &&
    (reports === null || reports.includes(type.name)) &&
    (aggregates === null || aggregate !== null) &&
    (needs === null || needs.some(name => choices[name])) &&
    (unless === null || !unless.values.some(value => equalsIgnoringCase(value, choices[unless.name])))
  )
}

/** Returns whether time counts around the clock. */
export function isAllHours(calendar: string | undefined): boolean {
  return calendar === undefined || /^normalhours?$/i.test(calendar)
}
