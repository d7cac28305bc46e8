import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Explanation } from '../../service/page-types.ts'
import { fetchReport } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import type { Choices } from '../state/choices.ts'
import { explainParameters, pinToAnswer } from './drilldown-parameters.ts'
import type { ReportContext } from './use-report-context.ts'

/** A cell that is explained. */
export interface CellReference {
  readonly report: Report | undefined
  readonly context: ReportContext
  readonly issueKey: string
  readonly column: string
}

/** What is asked for a cell: its report's parameters, as of its report's moment. */
export function cellParameters({ context: { parameters, answeredAt }, issueKey, column }: CellReference): Choices {
  return explainParameters(pinToAnswer(parameters, answeredAt), issueKey, column)
}

/** What a cell is made of. */
export function useExplanation(reference: CellReference): UseQueryResult<Explanation> {
  const parameters = cellParameters(reference)
  return useQuery({
    queryKey: ['explain', parameters],
    // The moment of a report that is still on its way will be its own.
    enabled: !reference.context.isWaiting,
    queryFn: ({ signal }) => fetchReport<Explanation>('/api/explain', parameters, signal),
    staleTime: 60_000,
  })
}
