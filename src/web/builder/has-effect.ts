import type { PageCatalogue } from '../../page/page-types.ts'
import { type Choices, endpointOf } from '../state/choices.ts'
import { matchIgnoringCase, type ReportType, reportTypeOf } from './report-type.ts'

/** The parameters that have an effect only with certain other choices, beyond what the catalogue says of reports. */
const conditions: Readonly<Record<string, (choices: Choices) => boolean>> = {
  dayLength: ({ calendar }) => !isAllHours(calendar),
  dateRangeField: ({ startDate, endDate }) => Boolean(startDate || endDate),
}

/** Returns the parameters that have an effect in some reports only. */
export function conditionalParameters({ parameters }: PageCatalogue): string[] {
  return [...new Set([...parameters.map(({ name }) => name), ...Object.keys(conditions)])]
}

/** Returns whether a parameter has an effect with the other choices; true before a report type is chosen. */
export function hasEffect(parameter: string, choices: Choices, catalogue: PageCatalogue): boolean {
  const type = reportTypeOf(choices, catalogue)
  if (!type) return true
  const effect = catalogue.parameters.find(({ name }) => name === parameter)
  const isUsed = effect === undefined || isUsedIn(effect, type, choices)
  return isUsed && (conditions[parameter]?.(choices) ?? true)
}

function isUsedIn(effect: PageCatalogue['parameters'][number], type: ReportType, choices: Choices): boolean {
  const { endpoint, reports, aggregates } = effect
  const aggregate = matchIgnoringCase(aggregates ?? [], choices.aggregationType ?? 'average', null)
  return (
    (endpoint === 'both' || endpoint === endpointOf(choices)) &&
    (reports === null || reports.includes(type.name)) &&
    (aggregates === null || aggregate !== null)
  )
}

/** Returns whether time counts around the clock. */
export function isAllHours(calendar: string | undefined): boolean {
  return calendar === undefined || /^normalhours?$/i.test(calendar)
}
