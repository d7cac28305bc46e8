import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { fetchReport } from '../api/client.ts'
import type { Parameters } from '../state/choices.ts'
import { FLOW_KEY, STALE_TIME } from '../state/use-report.ts'

/**
 * Requests flow measures once `isTurn`. The previous answer stays until the next one arrives. The server runs one
 * aggregation of a user at a time, and few may wait.
 */
export function useFlow<T>(endpoint: 'waits' | 'items', parameters: Parameters, isTurn: boolean): UseQueryResult<T> {
  return useQuery({
    enabled: isTurn,
    queryKey: [...FLOW_KEY, endpoint, parameters],
    queryFn: ({ signal }) => fetchReport<T>(`/api/flow/${endpoint}`, parameters, signal),
    staleTime: STALE_TIME,
    placeholderData: keepPreviousData,
  })
}
