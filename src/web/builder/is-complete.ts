import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { type Choices, endpointOf, type PageParameter } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { calendarOf } from './calendar-of.ts'
import { hasEffect, isAllHours } from './has-effect.ts'
import { labelOf } from './parameter-labels.ts'
import { reportTypeOf } from './report-type.ts'
import { filterTypeOf, selectors } from './selectors.ts'
import type { SettingError } from './setting-errors.ts'

/** What has to be chosen before a report can be requested, by parameter. */
export interface MissingChoice extends SettingError {
  readonly parameter: PageParameter
}

const { missing: text } = texts.builder

/**
 * Returns all that is missing to request a report, in the order of the sections.
 *
 * It checks what is missing, not what is wrong: the server explains errors better.
 */
export function missingChoices(choices: Choices, catalogue: PageCatalogue): readonly MissingChoice[] {
  const { filterType, columnsBy } = choices
  const type = filterTypeOf(choices)
  const selector = selectors[type ?? 'project']
  const isWithoutIssues = !filterType || (type && !choices[selector]?.trim())
  const lacks = (parameter: PageParameter) => !choices[parameter] && hasEffect(parameter, choices, catalogue)
  const isMissing: readonly (readonly [parameter: PageParameter, text: string, isMissing: boolean])[] = columnsBy
    ? [
        ['dbsMetrics', text.metrics, lacks('dbsMetrics')],
        ['historyFields', text.fields, lacks('historyFields')],
        ['aggregationType', text.aggregate, endpointOf(choices) === 'aggregation' && !choices.aggregationType],
        ['calendar', text.calendar, lacks('calendar')],
        ['dayLength', text.dayLength, lacks('dayLength') && hasDays(choices, catalogue)],
      ]
    : [['columnsBy', text.report, true]]
  // Which other parameters a report of an unknown type needs is unknown.
  const isKnown = !columnsBy || reportTypeOf(choices, catalogue) !== undefined
  return [[selector, text.issues, isWithoutIssues] as const, ...isMissing]
    .filter(([parameter, , one]) => one && (isKnown || !NEEDED_BY_TYPE.includes(parameter)))
    .map(([parameter, text]) => ({ parameter, label: labelOf(parameter), text, details: null, isMissing: true }))
}

/** The parameters that only some report types need. */
const NEEDED_BY_TYPE: readonly PageParameter[] = ['dbsMetrics', 'historyFields', 'calendar', 'dayLength']

/** Returns whether the choices are enough to request a report. */
export function isComplete(choices: Choices, catalogue: PageCatalogue): boolean {
  return missingChoices(choices, catalogue).length === 0
}

/** Returns whether the chosen calendar exists and has working days. The server explains an unknown one. */
function hasDays({ calendar }: Choices, catalogue: PageCatalogue): boolean {
  return !isAllHours(calendar) && calendarOf(calendar, catalogue) !== undefined
}
