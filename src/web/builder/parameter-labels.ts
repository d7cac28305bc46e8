import type { PageParameter } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { errorTexts } from '../texts/setting-errors.ts'

const { issues, what, metrics, rows, columns, time, format, question } = texts.builder

/** The label of each parameter: that of its control, if it has one. */
const labels: Readonly<Record<PageParameter, string>> = {
  ...errorTexts.labels,
  filterType: issues.by,
  projectKey: issues.labels.project,
  customjql: issues.labels.customjql,
  user: issues.labels.user,
  jqlFilterID: issues.labels.jqlfilter,
  sprintID: issues.labels.sprint,
  inGroup: issues.inGroup,
  columnsBy: what.report,
  aggregationType: what.aggregate,
  percentile: what.percentile,
  averageDenominator: what.denominator,
  multiVisitBehavior: what.multiVisit,
  historyFields: what.historyFields,
  dbsMetrics: metrics.title,
  groupByFields: rows.groupBy,
  sortBy: rows.sort,
  sortDir: rows.direction,
  filters: question.parts.conditions,
  fields: rows.fields,
  pageSize: rows.pageSize,
  statuses: columns.statuses,
  includeDeletedStatuses: columns.includeDeleted,
  assignees: columns.assignees,
  groups: columns.groups,
  calendar: time.calendar,
  dayLength: time.dayLength,
  dateRangeField: time.dateField,
  asOf: time.asOf,
  timeZone: time.zone,
  viewFormat: format.view,
  emptyValueToken: format.empty,
  dateFormat: format.dates,
  dateTimeFormat: format.times,
}

/** Returns whether a text is the name of a parameter. */
export function isParameter(name: string | null): name is PageParameter {
  return name !== null && Object.hasOwn(labels, name)
}

/** Returns the label of the control of a parameter. */
export function labelOf(parameter: PageParameter): string {
  return labels[parameter]
}
