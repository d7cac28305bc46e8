import type { PageCatalogue } from '../../page/page-types.ts'
import { type Choices, endpointOf } from '../state/choices.ts'
import { type ReportType, reportTypeOf } from './report-type.ts'

/** The reports whose rows can be sorted by a column. */
const SORTABLE = ['statusDuration', 'statusCount', 'durationBetweenStatuses', 'assigneeDuration']

/** When a parameter has an effect. Parameters that are not listed always do. */
const conditions: Readonly<Record<string, (type: ReportType, choices: Choices) => boolean>> = {
  aggregationType: (_, choices) => isAggregation(choices),
  averageDenominator: (_, choices) =>
    isAggregation(choices) && !/^(sum|median)$/i.test(choices.aggregationType ?? 'average'),
  sortBy: ({ name }, choices) => isAggregation(choices) && SORTABLE.includes(name),
  sortDir: ({ name }, choices) => isAggregation(choices) && SORTABLE.includes(name),
  filters: ({ name }, choices) => isAggregation(choices) && name === 'statusDuration',
  fields: (_, choices) => !isAggregation(choices),
  pageSize: (_, choices) => !isAggregation(choices),
  inGroup: (_, choices) => !isAggregation(choices),
  multiVisitBehavior: ({ name }) => name === 'statusDuration',
  statuses: ({ outer }) => outer !== 'field' && outer !== 'metric',
  includeDeletedStatuses: ({ outer }) => outer !== 'field' && outer !== 'metric',
  assignees: ({ outer, inner }) => outer === 'user' || inner === 'user',
  groups: ({ outer, inner }) => outer === 'group' || inner === 'group',
  historyFields: ({ outer }) => outer === 'field',
  dbsMetrics: ({ outer }) => outer === 'metric',
  calendar: ({ kind }) => kind === 'duration',
  viewFormat: ({ kind }) => kind === 'duration',
  dayLength: ({ kind }, { calendar }) => kind === 'duration' && !isAllHours(calendar),
  dateRangeField: (_, { startDate, endDate }) => Boolean(startDate || endDate),
}

/** The parameters that have an effect in some reports only. */
export const conditional: readonly string[] = Object.keys(conditions)

/** Returns whether a parameter has an effect with the other choices; true before a report type is chosen. */
export function hasEffect(parameter: string, choices: Choices, catalogue: PageCatalogue): boolean {
  const type = reportTypeOf(choices, catalogue)
  return !type || (conditions[parameter]?.(type, choices) ?? true)
}

/** Returns whether time counts around the clock. */
export function isAllHours(calendar: string | undefined): boolean {
  return calendar === undefined || /^normalhours?$/i.test(calendar)
}

function isAggregation(choices: Choices): boolean {
  return endpointOf(choices) === 'aggregation'
}
