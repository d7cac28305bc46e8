import { useQuery } from '@tanstack/react-query'
import { fetchReport } from '../api/client.ts'
import type { AggregationReport } from '../api/report.ts'
import { COMPARE, comparedChoices } from '../builder/compared-window.ts'
import { applyChange, type Choices, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { type LoadedReport, STALE_TIME } from '../state/use-report.ts'
import { inTurn } from './use-totals.ts'

/** The report of the other period. */
export interface ComparedReport {
  /** Its choices: those of the report with other dates. */
  readonly choices: Choices
  readonly report: AggregationReport | undefined
  readonly error: Error | null
}

/** Requests the report with which a summary is compared; `null` without a comparison. */
export function useComparison(loaded: LoadedReport | undefined): ComparedReport | null {
  const { paths, timeZone } = useCatalogue()
  const compare = useChoices().choices[COMPARE] ?? null
  const { parameters = {}, answeredAt = null } = loaded ?? {}
  const isSummary = loaded?.report.isAggregationType === true
  const shown = applyChange(parameters, { report: 'aggregation', [COMPARE]: compare })
  const choices = isSummary ? comparedChoices(shown, timeZone, answeredAt ?? Date.now()) : null
  const { data, error } = useQuery({
    queryKey: ['compared', choices && parametersOf(choices)],
    queryFn: ({ signal }) =>
      inTurn(() => fetchReport<AggregationReport>(paths.aggregation, parametersOf(choices!), signal), signal),
    enabled: choices !== null,
    staleTime: STALE_TIME,
  })
  return choices && { choices, report: data, error }
}
