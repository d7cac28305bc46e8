import type { Report, ReportRow } from '../api/report.ts'
import { selectIssuesBy } from '../builder/selectors.ts'
import { applyChange, type Choices } from '../state/choices.ts'

/** How many issues of a row are shown. */
export const MAX_ISSUES = 50

/** What only aggregations have. */
const AGGREGATION_ONLY = {
  aggregationType: null,
  averageDenominator: null,
  sortBy: null,
  sortDir: null,
  filters: null,
}

/** What says which of the chosen issues are shown. */
const PAGING = { pageSize: null, startIssueIndex: null, inGroup: null }

/** Parameters as of the moment of an answer, so that what is asked about it later is told the same. */
export function pinToAnswer(parameters: Choices, answeredAt: number | null): Choices {
  if (parameters.asOf !== undefined || answeredAt === null) return parameters
  return { ...parameters, asOf: new Date(answeredAt).toISOString() }
}

/** What is asked for an issue's timeline, of the parameters of a report. */
export function timelineParameters({ calendar, asOf, timeZone }: Choices, issueKey: string): Choices {
  return applyChange({}, { issueKey, calendar: calendar ?? null, asOf: asOf ?? null, timeZone: timeZone ?? null })
}

/** What is asked for the explanation of a cell, of the parameters of its report. */
export function explainParameters(parameters: Choices, issueKey: string, column: string): Choices {
  return applyChange(parameters, { ...AGGREGATION_ONLY, ...PAGING, issueKey, column })
}

/** The list of the issues that a row of an aggregation is made of, as choices. */
export function rowListChoices(parameters: Choices, row: ReportRow): Choices {
  const token = emptyTokenOf(parameters.emptyValueToken)
  const group = row.groupByColumns.map(({ value }) => (value === undefined || value === token ? null : value))
  return applyChange(parameters, {
    ...AGGREGATION_ONLY,
    ...PAGING,
    report: 'list',
    inGroup: group.length > 0 ? JSON.stringify(group) : null,
  })
}

/** A report that is made as another, of one issue alone. */
export function issueListChoices(parameters: Choices, issueKey: string): Choices {
  return applyChange(parameters, {
    ...AGGREGATION_ONLY,
    ...PAGING,
    ...selectIssuesBy('customjql', `key = "${issueKey.replace(/["\\]/g, '\\$&')}"`),
    groupByFields: null,
    startDate: null,
    endDate: null,
    dateRangeField: null,
    report: 'list',
    columnsBy: parameters.columnsBy ?? 'statusDuration',
  })
}

/** Whether a report answers these parameters as far as its groups go: rows of others mean something else. */
export function hasGroupsOf(parameters: Choices, report: Report): boolean {
  const wanted = parameters.groupByFields?.split(',').filter(item => item.trim() !== '').length ?? 0
  return report.table.header.groupByColumns.length === wanted
}

/** What stands in a report for no value: as `emptyTokens` of src/plan/parameters.ts names it, or one of the literals. */
export function emptyTokenOf(name: string | undefined): string | null {
  if (name === undefined) return '-'
  const token = { Hyphen: '-', Zero: '0', Null: 'null', NoChar: '', SingleSpace: ' ', NoToken: null }[name]
  return token === undefined ? name : token
}
