import type { PageCatalogue } from '../../page/page-types.ts'
import { type Choices, endpointOf } from '../state/choices.ts'
import { hasEffect } from './has-effect.ts'
import { reportTypeOf } from './report-type.ts'
import { filterTypeOf, selectors } from './selectors.ts'

/** What has to be chosen before a report can be requested. */
export type MissingChoice = 'issues' | 'report' | 'aggregate' | 'metrics' | 'fields' | 'calendar' | 'dayLength'

/**
 * Returns what is missing to request a report; `null` if nothing is.
 *
 * It checks what is missing, not what is wrong: the server explains errors better.
 */
export function missingChoice(choices: Choices, catalogue: PageCatalogue): MissingChoice | null {
  const { filterType, columnsBy } = choices
  const type = filterTypeOf(choices)
  if (!filterType || (type && !choices[selectors[type]]?.trim())) return 'issues'
  if (!columnsBy) return 'report'
  if (endpointOf(choices) === 'aggregation' && !choices.aggregationType) return 'aggregate'
  if (!reportTypeOf(choices, catalogue)) return null
  const isMissing = (parameter: string) => !choices[parameter] && hasEffect(parameter, choices, catalogue)
  if (isMissing('dbsMetrics')) return 'metrics'
  if (isMissing('historyFields')) return 'fields'
  if (isMissing('calendar')) return 'calendar'
  return isMissing('dayLength') ? 'dayLength' : null
}

/** Returns whether the choices are enough to request a report. */
export function isComplete(choices: Choices, catalogue: PageCatalogue): boolean {
  return missingChoice(choices, catalogue) === null
}
