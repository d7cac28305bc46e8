import { type Choices, endpointOf } from '../state/choices.ts'
import { isAllHours } from './has-effect.ts'
import { filterTypeOf, selectors } from './selectors.ts'

/**
 * Whether enough was chosen to ask for a report.
 *
 * What is missing is left to be chosen; what is wrong is asked for all the same, so that the server says why.
 */
export function isComplete(choices: Choices): boolean {
  const { filterType, columnsBy, calendar } = choices
  if (!filterType || !columnsBy) return false
  const type = filterTypeOf(choices)
  if (type && !choices[selectors[type]]?.trim()) return false
  if (endpointOf(choices) === 'aggregation' && !choices.aggregationType) return false
  if (/^durationBetweenStatuses$/i.test(columnsBy) && !choices.dbsMetrics) return false
  if (/^anyField/i.test(columnsBy) && !choices.historyFields) return false
  if (!/duration/i.test(columnsBy)) return true
  return Boolean(calendar && (isAllHours(calendar) || choices.dayLength))
}
