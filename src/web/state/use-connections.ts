import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { getJson } from '../api/client.ts'
import { mayAdminister } from './may-administer.ts'
import { useCatalogue } from './use-catalogue.ts'

/** The path of the connections. */
export const CONNECTIONS_PATH = '/api/connections'

/** The key of the connections in the cache. */
export const CONNECTIONS_KEY = ['connections'] as const

/** How often connections are read: while one works, and else. Milliseconds. */
const [BUSY_INTERVAL, INTERVAL] = [1000, 15_000]

/** Returns the connections, for administrators. While one reads issues, they are read again every second. */
export function useConnections() {
  const catalogue = useCatalogue()
  const query = useQuery({
    queryKey: CONNECTIONS_KEY,
    queryFn: async ({ signal }) =>
      (await getJson<{ readonly connections: readonly ManagedConnection[] }>(CONNECTIONS_PATH, signal)).connections,
    enabled: mayAdminister(catalogue),
    refetchInterval: ({ state: { data = [] } }) => (data.some(isBusy) ? BUSY_INTERVAL : INTERVAL),
  })
  useFreshCatalogue(query.data)
  return query
}

function isBusy({ running, state }: ManagedConnection): boolean {
  return running !== null || state === 'backfilling' || state === 'waiting'
}

/** Reads the catalogue again when a connection has read its first issues of a project, or has ended a round. */
function useFreshCatalogue(connections: readonly ManagedConnection[] | undefined): void {
  const client = useQueryClient()
  const { isConnected } = useCatalogue()
  const key = connections?.map(catalogueKey).join(' ')
  const before = useRef(isConnected ? null : '')
  useEffect(() => {
    if (key === undefined) return
    const isChanged = before.current !== null && before.current !== key
    before.current = key
    if (!isChanged) return
    for (const queryKey of [['catalogue'], ['sync']]) void client.invalidateQueries({ queryKey })
  }, [client, key])
}

function catalogueKey({ name, running, projects }: ManagedConnection): string {
  const filled = projects.filter(({ stored }) => stored > 0).map(project => project.key)
  return `${name}:${running !== null}:${filled.join()}`
}
