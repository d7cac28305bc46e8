import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Choices, PageParameter } from '../state/choices.ts'
import { hasEffect } from './has-effect.ts'
import { filterTypeOf, selectors } from './selectors.ts'
import type { SettingError } from './setting-errors.ts'

/** The sections of the report builder, from top to bottom. */
export const sections = ['issues', 'what', 'rows', 'columns', 'time', 'format'] as const

/** A section of the report builder. */
export type SectionName = (typeof sections)[number]

const parametersOfSections: Readonly<Record<SectionName, readonly PageParameter[]>> = {
  issues: ['filterType', ...Object.values(selectors), 'inGroup'],
  what: [
    ...(['columnsBy', 'historyFields', 'dbsMetrics', 'aggregationType', 'percentile', 'averageDenominator'] as const),
    'multiVisitBehavior',
  ],
  rows: ['groupByFields', 'sortBy', 'sortDir', 'filters', 'fields', 'pageSize'],
  columns: ['assignees', 'groups', 'statuses', 'includeDeletedStatuses'],
  time: [
    ...(['calendar', 'dayLength', 'dateRangeField', 'startDate', 'endDate'] as const),
    ...(['trimHistoryStartDate', 'trimHistoryEndDate', 'asOf', 'timeZone'] as const),
  ],
  format: ['viewFormat', 'emptyValueToken', 'dateFormat', 'dateTimeFormat'],
}

/** Returns the parameters of a section that have a control now. */
export function parametersIn(section: SectionName, choices: Choices, catalogue: PageCatalogue): PageParameter[] {
  const selector = selectors[filterTypeOf(choices) ?? 'project']
  const others: readonly PageParameter[] = Object.values(selectors).filter(name => name !== selector)
  return parametersOfSections[section].filter(name => !others.includes(name) && hasControl(name, choices, catalogue))
}

/** Returns the errors about parameters without a control. */
export function errorsWithoutControl(
  errors: readonly SettingError[],
  choices: Choices,
  catalogue: PageCatalogue,
): readonly SettingError[] {
  const shown = new Set<string>(sections.flatMap(section => parametersIn(section, choices, catalogue)))
  return errors.filter(({ parameter }) => parameter === null || !shown.has(parameter))
}

function hasControl(parameter: PageParameter, choices: Choices, catalogue: PageCatalogue): boolean {
  if (parameter === 'inGroup' && !choices.inGroup) return false
  // The date field can be chosen before the dates.
  return parameter === 'dateRangeField' || hasEffect(parameter, choices, catalogue)
}
