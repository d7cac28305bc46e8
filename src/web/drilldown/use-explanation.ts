import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Explanation } from '../../service/page-types.ts'
import { askReport } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import type { Choices } from '../state/choices.ts'
import { asOfAnswer, explainQuestion } from './questions.ts'
import type { Asked } from './use-asked.ts'

/** A cell that is explained. */
export interface CellPlace {
  readonly report: Report | undefined
  readonly asked: Asked
  readonly issueKey: string
  readonly column: string
}

/** What is asked for a cell: its report's parameters, as of its report's moment. */
export function questionOf({ asked: { parameters, at }, issueKey, column }: CellPlace): Choices {
  return explainQuestion(asOfAnswer(parameters, at), issueKey, column)
}

/** What a cell is made of. */
export function useExplanation(cell: CellPlace): UseQueryResult<Explanation> {
  const question = questionOf(cell)
  return useQuery({
    queryKey: ['explain', question],
    // The moment of a report that is still on its way will be its own.
    enabled: !cell.asked.isWaiting,
    queryFn: ({ signal }) => askReport<Explanation>('/api/explain', question, signal),
    staleTime: 60_000,
  })
}
