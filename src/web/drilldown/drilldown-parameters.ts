import type { Report, ReportRow } from '../api/report.ts'
import { hasPeriods, withoutPeriods } from '../builder/group-by.ts'
import { selectIssuesBy } from '../builder/selectors.ts'
import { quote } from '../jql/quote.ts'
import { applyChange, type Choices, type Parameters } from '../state/choices.ts'
import type { GroupText } from './opened.ts'

/** The most issues of a row to show. */
export const MAX_ISSUES = 50

/** Parameters of aggregations only. */
const AGGREGATION_ONLY = {
  aggregationType: null,
  averageDenominator: null,
  sortBy: null,
  sortDir: null,
  filters: null,
}

/** Parameters that choose some of the issues, and their order. */
const PAGING = { pageSize: null, startIssueIndex: null, inGroup: null, orderBy: null, orderDir: null }

/** Sets `asOf` to the time of a response, so that later requests see the same data. */
export function pinToAnswer(parameters: Choices, answeredAt: number | null): Choices {
  if (parameters.asOf !== undefined || answeredAt === null) return parameters
  return { ...parameters, asOf: new Date(answeredAt).toISOString() }
}

/** Returns the parameters for the timeline of an issue. */
export function timelineParameters(parameters: Choices, issueKey: string): Choices {
  const names = ['calendar', 'dayLength', 'viewFormat', 'asOf', 'timeZone'] as const
  return applyChange(Object.fromEntries(names.map(name => [name, parameters[name] ?? ''])), { issueKey })
}

/** Returns the parameters for the explanation of a cell: in a list of a period with the time in it, else with all time. */
export function explainParameters(parameters: Choices, issueKey: string, column: string): Parameters {
  const { inGroup } = parameters
  const groups = hasPeriods(parameters) && inGroup ? { inGroup } : { groupByFields: withoutPeriods(parameters) }
  return { ...applyChange(parameters, { ...AGGREGATION_ONLY, ...PAGING, ...groups, issueKey }), column }
}

/** Returns the group of a row: a JSON array with a text for each grouping, or null for no value. */
export function groupOf({ emptyValueToken }: Choices, row: ReportRow): GroupText {
  const token = emptyTokenOf(emptyValueToken)
  return JSON.stringify(row.groupByColumns.map(({ value }) => (value === undefined || value === token ? null : value)))
}

/** Returns the choices for a list of the issues of a row. */
export function rowListChoices(parameters: Choices, row: ReportRow): Choices {
  const group = groupOf(parameters, row)
  return applyChange(parameters, {
    ...AGGREGATION_ONLY,
    ...PAGING,
    report: 'list',
    inGroup: row.groupByColumns.length > 0 ? group : null,
  })
}

/** Returns the change that puts the largest values first, if the report has only one column of values. */
export function largestFirst({ table }: Pick<Report, 'table'>): Choices {
  const [column, ...others] = table.header.valueColumns
  return column === undefined || others.length > 0 ? {} : { orderBy: column.id, orderDir: 'desc' }
}

/** Returns the choices for the same report on one issue. */
export function issueListChoices(parameters: Choices, issueKey: string): Choices {
  return applyChange(parameters, {
    ...AGGREGATION_ONLY,
    ...PAGING,
    ...selectIssuesBy('customjql', `key = ${quote(issueKey)}`),
    groupByFields: null,
    startDate: null,
    endDate: null,
    dateRangeField: null,
    report: 'list',
    columnsBy: parameters.columnsBy ?? 'statusDuration',
  })
}

/** Returns whether a report has the groups of these parameters; otherwise its rows mean something else. */
export function hasGroupsOf(parameters: Choices, report: Report): boolean {
  const wanted = parameters.groupByFields?.split(',').filter(item => item.trim() !== '').length ?? 0
  return report.table.header.groupByColumns.length === wanted
}

/** Returns the first row of an aggregation with a group of these parameters; `null` if there is none. */
export function aggregationRow(parameters: Choices, report: Report | undefined, group: GroupText): ReportRow | null {
  return report?.table.body.rows[rowIndex(parameters, report, group)] ?? null
}

/** Returns the index of that row; -1 if there is none. */
export function rowIndex(parameters: Choices, report: Report, group: GroupText): number {
  if (!report.isAggregationType || !hasGroupsOf(parameters, report)) return -1
  return report.table.body.rows.findIndex(row => groupOf(parameters, row) === group)
}

/** Returns the text of an empty value: by the names in `emptyTokens` of src/store/plan/parameters.ts, or the literal. */
export function emptyTokenOf(name: string | undefined): string | null {
  if (name === undefined) return '-'
  const token = { Hyphen: '-', Zero: '0', Null: 'null', NoChar: '', SingleSpace: ' ', NoToken: null }[name]
  return token === undefined ? name : token
}
