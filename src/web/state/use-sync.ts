import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { PageSync } from '../../reports/page/page-types.ts'
import { getJson } from '../api/client.ts'
import { useCatalogue } from './use-catalogue.ts'

/** How often the status is read. Milliseconds. */
const INTERVAL = 30_000

/** Returns how current the issues of connections are; nothing without a connection. */
export function useSync(): UseQueryResult<PageSync> {
  const { isConnected } = useCatalogue()
  return useQuery({
    queryKey: ['sync'],
    queryFn: ({ signal }) => getJson<PageSync>('/api/sync', signal),
    enabled: isConnected,
    refetchInterval: INTERVAL,
  })
}
