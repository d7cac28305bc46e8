import { useQuery } from '@tanstack/react-query'
import type { PageCatalogue } from '../../page/page-types.ts'
import { fetchReport } from '../api/client.ts'
import type { AggregationReport, Report } from '../api/report.ts'
import { type Choices, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatNumber, localizeNumbers } from '../texts/format.ts'
import { COUNT } from './table-model.ts'

/** A footer row: the totals over all issues, on this page or not. */
export interface FooterLine {
  readonly name: 'all' | 'sum' | 'average'
  readonly values: ReadonlyMap<string, string>
}

/** Parameters that choose, order or group rows. */
const OF_ROWS = [
  ...['groupByFields', 'sortBy', 'sortDir', 'orderBy', 'orderDir', 'filters', 'fields'],
  ...['pageSize', 'startIssueIndex', 'outputType'],
]

/**
 * Loads the footer rows of a report. The server computes them over all pages and groups: an average of averages is not
 * an average.
 */
export function useFooter(report: Report, isStale: boolean): readonly FooterLine[] {
  const { choices } = useChoices()
  const { paths, reportTypes } = useCatalogue()
  const kinds = footerKinds(report, reportTypes, choices.groupByFields !== undefined)
  const common = parametersOfAllRows(choices)
  const { data = [] } = useQuery({
    queryKey: ['foot', kinds, common, report.reportDate],
    enabled: kinds.length > 0 && !isStale,
    queryFn: ({ signal }) =>
      Promise.all(
        kinds.map(async ({ name, aggregate }): Promise<FooterLine> => {
          const parameters = { ...common, ...(aggregate ? { aggregationType: aggregate } : {}) }
          const all = await fetchReport<AggregationReport>(paths.aggregation, parameters, signal)
          const cells = all.table.body.rows[0]?.valueColumns ?? []
          return {
            name,
            values: new Map([
              [COUNT, formatNumber(all.totalIssueCount)],
              ...cells.map(
                ({ id, value = '', raw }) => [id, raw === undefined ? value : localizeNumbers(value)] as const,
              ),
            ]),
          }
        }),
      ),
  })
  return data
}

/** Returns the parameters of the report over all issues, in one row. */
export function parametersOfAllRows(choices: Choices): Choices {
  return Object.fromEntries(Object.entries(parametersOf(choices)).filter(([name]) => !OF_ROWS.includes(name)))
}

function footerKinds(
  report: Report,
  reportTypes: PageCatalogue['reportTypes'],
  isGrouped: boolean,
): readonly { name: FooterLine['name']; aggregate: string | null }[] {
  if (report.table.body.rows.length === 0) return []
  if (report.isAggregationType) return isGrouped ? [{ name: 'all', aggregate: null }] : []
  if (reportTypes.find(({ label }) => label === report.columnsBy)?.kind === 'date') return []
  return [
    { name: 'sum', aggregate: 'sum' },
    { name: 'average', aggregate: 'average' },
  ]
}
