import type { PageCatalogue } from '../../service/page-types.ts'
import type { Mistake } from '../shell/told-error.ts'
import type { Choices } from '../state/choices.ts'
import { hasEffect } from './has-effect.ts'
import { filterTypeOf, selectors } from './selectors.ts'

/** The groups of choices, from top to bottom. */
export const groups = ['issues', 'what', 'rows', 'columns', 'time', 'format'] as const

/** A group of choices. */
export type GroupName = (typeof groups)[number]

const all: Readonly<Record<GroupName, readonly string[]>> = {
  issues: ['filterType', ...Object.values(selectors), 'inGroup'],
  what: ['columnsBy', 'historyFields', 'dbsMetrics', 'aggregationType', 'averageDenominator', 'multiVisitBehavior'],
  rows: ['groupByFields', 'sortBy', 'sortDir', 'filters', 'fields', 'pageSize'],
  columns: ['assignees', 'groups', 'statuses', 'includeDeletedStatuses'],
  time: [
    ...['calendar', 'dayLength', 'dateRangeField', 'startDate', 'endDate'],
    ...['trimHistoryStartDate', 'trimHistoryEndDate', 'asOf', 'timeZone'],
  ],
  format: ['viewFormat', 'emptyValueToken', 'dateFormat', 'dateTimeFormat'],
}

/** The parameters of a group that there is a control for now. */
export function parametersIn(group: GroupName, choices: Choices, catalogue: PageCatalogue): string[] {
  const way = selectors[filterTypeOf(choices) ?? 'project']
  const others: readonly string[] = Object.values(selectors).filter(name => name !== way)
  return all[group].filter(name => !others.includes(name) && hasControl(name, choices, catalogue))
}

/** The mistakes that no control of now can show, so that they must be told by themselves. */
export function mistakesElsewhere(
  mistakes: readonly Mistake[],
  choices: Choices,
  catalogue: PageCatalogue,
): readonly Mistake[] {
  const placed = new Set(groups.flatMap(group => parametersIn(group, choices, catalogue)))
  return mistakes.filter(({ parameter }) => parameter === null || !placed.has(parameter))
}

function hasControl(parameter: string, choices: Choices, catalogue: PageCatalogue): boolean {
  if (parameter === 'inGroup' && !choices.inGroup) return false
  // Which date is meant can be chosen before there are dates.
  return parameter === 'dateRangeField' || hasEffect(parameter, choices, catalogue)
}
