import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Explanation } from '../../reports/report/explain/explanation.ts'
import { fetchReport } from '../api/client.ts'
import type { Report, ReportRow } from '../api/report.ts'
import type { Parameters } from '../state/choices.ts'
import { explainParameters, pinToAnswer, rowListChoices } from './drilldown-parameters.ts'
import type { ReportContext } from './use-report-context.ts'

/** A cell to explain. */
export interface CellReference {
  readonly report: Report | undefined
  readonly context: ReportContext
  readonly issueKey: string
  readonly column: string
  /** The row of an aggregation whose period counts; `null` for all time. */
  readonly row: ReportRow | null
}

/** Returns the parameters of a cell: those of its report, as of the time of the report. */
export function cellParameters({ context, issueKey, column, row }: CellReference): Parameters {
  const parameters = row === null ? context.parameters : rowListChoices(context.parameters, row)
  return explainParameters(pinToAnswer(parameters, context.answeredAt), issueKey, column)
}

/** Loads the explanation of a cell. */
export function useExplanation(reference: CellReference): UseQueryResult<Explanation> {
  const parameters = cellParameters(reference)
  return useQuery({
    queryKey: ['explain', parameters],
    // Waits for the report, because the explanation is as of the time of the report.
    enabled: !reference.context.isWaiting,
    queryFn: ({ signal }) => fetchReport<Explanation>('/api/explain', parameters, signal),
    staleTime: 60_000,
  })
}
