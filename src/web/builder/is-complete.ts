import { type Choices, endpointOf } from '../state/choices.ts'
import { isAllHours } from './has-effect.ts'
import { filterTypeOf, selectors } from './selectors.ts'

/**
 * Returns whether the choices are enough to request a report.
 *
 * It checks what is missing, not what is wrong: the server explains errors better.
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
