import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { fetchReport } from '../api/client.ts'
import type { Dashboard } from '../api/flow.ts'
import type { Choices } from '../state/choices.ts'
import { FLOW_KEY, STALE_TIME } from '../state/use-report.ts'
import { dashboardParameters } from './team-parameters.ts'

/** Requests all numbers of the screen. The previous answer stays until the next one arrives. */
export function useDashboard(choices: Choices): UseQueryResult<Dashboard> {
  const parameters = dashboardParameters(choices)
  return useQuery({
    queryKey: [...FLOW_KEY, 'dashboard', parameters],
    queryFn: ({ signal }) => fetchReport<Dashboard>('/api/flow/dashboard', parameters, signal),
    staleTime: STALE_TIME,
    placeholderData: keepPreviousData,
  })
}
