import { useQuery } from '@tanstack/react-query'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { fetchReport } from '../api/client.ts'
import type { AggregationReport } from '../api/report.ts'
import type { Choices, PageParameter } from '../state/choices.ts'
import { filterTypeOf, selectors } from './selectors.ts'
import { useBuilder } from './use-builder.ts'

type Statuses = PageCatalogue['statuses']

/** How long the statuses of some issues are cached. Milliseconds. */
const STALE_TIME = 60_000

/** The parameters that decide in which statuses the issues spent time. */
const DECIDING: readonly PageParameter[] = [
  ...(['filterType', ...Object.values(selectors), 'dateRangeField', 'startDate', 'endDate'] as const),
  ...(['trimHistoryStartDate', 'trimHistoryEndDate', 'asOf', 'timeZone', 'includeDeletedStatuses'] as const),
]

/**
 * Returns the parameters of the report whose columns are the statuses of the chosen issues; `null` before issues are
 * chosen.
 */
export function occurringParameters(choices: Choices): Choices | null {
  const type = filterTypeOf(choices)
  if (!type || !choices[selectors[type]]?.trim()) return null
  return {
    ...Object.fromEntries(DECIDING.flatMap(name => (choices[name] === undefined ? [] : [[name, choices[name]]]))),
    columnsBy: 'statusDuration',
    aggregationType: 'sum',
    calendar: 'normalHours',
    viewFormat: 'milliseconds',
  }
}

/** Returns the statuses that are columns of a report, in its order. */
export function statusesIn({ table }: AggregationReport, statuses: Statuses): Statuses {
  return table.header.valueColumns.flatMap(({ id }) => statuses.filter(status => status.id === id))
}

/** Returns the statuses that the issues of the question have been in; see useStatusesOf. */
export function useOccurringStatuses(): Statuses | null {
  const { choices, catalogue } = useBuilder()
  return useStatusesOf(choices, catalogue)
}

/**
 * Returns the statuses that the chosen issues have been in: the columns that their report shows. Returns all statuses
 * when that cannot be found out, and `null` while it is being found out.
 */
export function useStatusesOf(choices: Choices, { paths, statuses }: PageCatalogue): Statuses | null {
  const parameters = occurringParameters(choices)
  const { data, isPending } = useQuery({
    queryKey: ['statuses', parameters],
    queryFn: ({ signal }) => fetchReport<AggregationReport>(paths.aggregation, parameters!, signal),
    enabled: parameters !== null,
    staleTime: STALE_TIME,
  })
  if (parameters !== null && isPending) return null
  const found = data ? statusesIn(data, statuses) : []
  return found.length > 0 ? found : statuses
}
