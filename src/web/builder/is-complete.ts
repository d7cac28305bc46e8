import { type Choices, endpointOf } from '../state/choices.ts'
import { isAllHours } from './has-effect.ts'
import { filterTypeOf, selectors } from './selectors.ts'

/** What has to be chosen before a report can be requested. */
export type MissingChoice = 'issues' | 'report' | 'aggregate' | 'metrics' | 'fields' | 'calendar' | 'dayLength'

/**
 * Returns what is missing to request a report; `null` if nothing is.
 *
 * It checks what is missing, not what is wrong: the server explains errors better.
 */
export function missingChoice(choices: Choices): MissingChoice | null {
  const { filterType, columnsBy, calendar } = choices
  const type = filterTypeOf(choices)
  if (!filterType || (type && !choices[selectors[type]]?.trim())) return 'issues'
  if (!columnsBy) return 'report'
  if (endpointOf(choices) === 'aggregation' && !choices.aggregationType) return 'aggregate'
  if (/^durationBetweenStatuses$/i.test(columnsBy) && !choices.dbsMetrics) return 'metrics'
  if (/^anyField/i.test(columnsBy) && !choices.historyFields) return 'fields'
  if (!/duration/i.test(columnsBy)) return null
  if (!calendar) return 'calendar'
  return isAllHours(calendar) || choices.dayLength ? null : 'dayLength'
}

/** Returns whether the choices are enough to request a report. */
export function isComplete(choices: Choices): boolean {
  return missingChoice(choices) === null
}
