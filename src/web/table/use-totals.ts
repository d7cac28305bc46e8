import { useQuery } from '@tanstack/react-query'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { fetchReport } from '../api/client.ts'
import type { AggregationReport, Report } from '../api/report.ts'
import { isPeriod } from '../builder/group-by.ts'
import { splitList } from '../builder/report-type.ts'
import { type Choices, parametersOf } from '../state/choices.ts'
import { oneAfterTheOther } from '../state/one-after-the-other.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import type { Total, TotalName } from './footer-lines.ts'

/** Parameters that choose, order or group rows. */
const OF_ROWS = [
  ...['groupByFields', 'inGroup', 'sortBy', 'sortDir', 'orderBy', 'orderDir', 'filters', 'fields'],
  ...['pageSize', 'startIssueIndex', 'outputType'],
]

const NONE: readonly Total[] = []

/** The server computes one report of a user at a time, and rejects many. So what belongs to a report is requested in turn. */
export const inTurn = oneAfterTheOther()

/**
 * Loads the totals of a report. The server computes them over all pages and groups: an average of averages is not an
 * average. Those of the issues of a group are in its row.
 */
export function useTotals(report: Report | undefined, choices: Choices, isStale: boolean): readonly Total[] {
  const { paths, reportTypes } = useCatalogue()
  const kinds = report ? totalKinds(report, reportTypes, choices.groupByFields !== undefined) : []
  const group = report ? groupOfList(report, choices) : null
  const common = { ...parametersOfAllRows(choices), ...group }
  const { data = NONE } = useQuery({
    queryKey: ['foot', kinds, common, report?.reportDate],
    enabled: kinds.length > 0 && !isStale,
    queryFn: ({ signal }) =>
      Promise.all(
        kinds.map(async ({ name, aggregate }): Promise<Total> => {
          const parameters = { ...common, ...(aggregate ? { aggregationType: aggregate } : {}) }
          const answer = await inTurn(
            () => fetchReport<AggregationReport>(paths.aggregation, parameters, signal),
            signal,
          )
          return { name, isOfGroup: group !== null, report: answer }
        }),
      ),
  })
  // Several groups that look alike have no common average.
  return data.every(({ isOfGroup, report }) => !isOfGroup || report.table.body.rows.length === 1) ? data : NONE
}

/** Returns the parameters of the group whose issues a list has; `null` for all issues. */
function groupOfList({ isAggregationType }: Report, { inGroup, groupByFields }: Choices): Choices | null {
  return isAggregationType || !inGroup || !groupByFields ? null : { inGroup, groupByFields }
}

/** Returns the parameters of the report over all issues, in one row. */
export function parametersOfAllRows(choices: Choices): Choices {
  return Object.fromEntries(Object.entries(parametersOf(choices)).filter(([name]) => !OF_ROWS.includes(name)))
}

function totalKinds(
  report: Report,
  reportTypes: PageCatalogue['reportTypes'],
  isGrouped: boolean,
): readonly { name: TotalName; aggregate: string | null }[] {
  if (report.table.body.rows.length === 0) return []
  if (report.isAggregationType) return isGrouped ? [{ name: 'all', aggregate: null }] : []
  if (reportTypes.find(({ label }) => label === report.columnsBy)?.kind === 'date') return []
  return [
    { name: 'sum', aggregate: 'sum' },
    { name: 'average', aggregate: 'average' },
  ]
}

/**
 * Loads the values over all issues of each group of the first grouping. The server computes them: an average of averages
 * is not an average.
 */
export function useSubtotals(
  report: Report | undefined,
  choices: Choices,
  isStale: boolean,
): AggregationReport | undefined {
  const { paths } = useCatalogue()
  const [first] = splitList(choices.groupByFields)
  const parameters = { ...parametersOfAllRows(choices), ...(first === undefined ? {} : { groupByFields: first }) }
  const { data } = useQuery({
    queryKey: ['subtotals', parameters, report?.reportDate],
    enabled: report !== undefined && !isStale && hasSubtotals(report, choices),
    queryFn: ({ signal }) =>
      inTurn(() => fetchReport<AggregationReport>(paths.aggregation, parameters, signal), signal),
  })
  return data
}

/**
 * Returns whether the values of a group belong to its rows. They do not when conditions exclude rows, or when the rows have
 * the time of a period: then the group has all time of its issues.
 */
function hasSubtotals(report: Report, { groupByFields, filters }: Choices): boolean {
  const items = splitList(groupByFields)
  return report.isAggregationType && items.length > 1 && filters === undefined && !items.some(isPeriod)
}
