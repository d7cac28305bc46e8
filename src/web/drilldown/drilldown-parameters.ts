import type { Report, ReportRow } from '../api/report.ts'
import { isPeriod } from '../builder/group-by.ts'
import { splitList } from '../builder/report-type.ts'
import { selectIssuesBy } from '../builder/selectors.ts'
import { quote } from '../jql/quote.ts'
import { applyChange, type Choices, type Parameters } from '../state/choices.ts'

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

/** Returns the parameters for the explanation of a cell. */
export function explainParameters(parameters: Choices, issueKey: string, column: string): Parameters {
  const { groupByFields } = withoutPeriod(parameters)
  return { ...applyChange(parameters, { ...AGGREGATION_ONLY, ...PAGING, groupByFields, issueKey }), column }
}

/** Returns the choices for a list of the issues of a row. */
export function rowListChoices(parameters: Choices, row: ReportRow): Choices {
  const token = emptyTokenOf(parameters.emptyValueToken)
  const { groupByFields, isKept } = withoutPeriod(parameters)
  const group = row.groupByColumns
    .filter((_, i) => isKept(i))
    .map(({ value }) => (value === undefined || value === token ? null : value))
  return applyChange(parameters, {
    ...AGGREGATION_ONLY,
    ...PAGING,
    groupByFields,
    report: 'list',
    inGroup: group.length > 0 ? JSON.stringify(group) : null,
  })
}

/** Returns whether a report is grouped by period. Its rows have the time of a period; lists have all time of an issue. */
export function hasPeriods({ groupByFields }: Choices): boolean {
  return splitList(groupByFields).some(isPeriod)
}

/** Returns the groups of lists, which have no periods, and whether the i-th group is one of them. */
function withoutPeriod({ groupByFields }: Choices) {
  const items = splitList(groupByFields)
  return {
    groupByFields: items.filter(item => !isPeriod(item)).join(',') || null,
    isKept: (i: number) => items[i] !== undefined && !isPeriod(items[i]),
  }
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

/** Returns the text of an empty value: by the names in `emptyTokens` of src/plan/parameters.ts, or the literal. */
export function emptyTokenOf(name: string | undefined): string | null {
  if (name === undefined) return '-'
  const token = { Hyphen: '-', Zero: '0', Null: 'null', NoChar: '', SingleSpace: ' ', NoToken: null }[name]
  return token === undefined ? name : token
}
