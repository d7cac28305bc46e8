import { useQuery } from '@tanstack/react-query'
import { fetchReport } from '../api/client.ts'
import type { AggregationReport, Report } from '../api/report.ts'
import { isPeriod } from '../builder/group-by.ts'
import { splitList } from '../builder/report-type.ts'
import type { Choices } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { parametersOfAllRows } from './use-totals.ts'

/**
 * Loads the values over all issues of each group of the first grouping. The server computes them: an average of averages
 * is not an average.
 */
export function useSubtotals(report: Report, isStale: boolean): AggregationReport | undefined {
  const { choices } = useChoices()
  const { paths } = useCatalogue()
  const [first] = splitList(choices.groupByFields)
  const parameters = { ...parametersOfAllRows(choices), ...(first === undefined ? {} : { groupByFields: first }) }
  const { data } = useQuery({
    queryKey: ['subtotals', parameters, report.reportDate],
    enabled: !isStale && hasSubtotals(report, choices),
    queryFn: ({ signal }) => fetchReport<AggregationReport>(paths.aggregation, parameters, signal),
  })
  return data
}

/**
 * Returns whether the values of a group belong to its rows. They do not when conditions exclude rows, or when the rows have
 * the time of a period: then the group has all time of its issues.
 */
export function hasSubtotals(report: Report, { groupByFields, filters }: Choices): boolean {
  const items = splitList(groupByFields)
  return report.isAggregationType && items.length > 1 && filters === undefined && !items.some(isPeriod)
}
