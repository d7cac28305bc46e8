import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LogNameList } from '../../reports/page/page-types.ts'
import { getJson, send } from '../api/client.ts'
import { mayAdminister } from './may-administer.ts'
import { useCatalogue } from './use-catalogue.ts'

const PATH = '/api/log-names'

/** Returns the names in logs without ids, for administrators. */
export function useLogNames() {
  const catalogue = useCatalogue()
  return useQuery({
    queryKey: ['log-names'],
    queryFn: ({ signal }) => getJson<LogNameList>(PATH, signal),
    enabled: mayAdminister(catalogue),
  })
}

/** Returns a function that maps a name to a field; `null` removes the mapping. All data of the page is then read again. */
export function useMapLogName(): (name: string, field: string | null) => Promise<void> {
  const client = useQueryClient()
  return async (name, field) => {
    if (field === null) await send('DELETE', `${PATH}/${encodeURIComponent(name)}`)
    else await send('PUT', PATH, { name, field })
    await client.invalidateQueries()
  }
}
