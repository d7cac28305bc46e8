import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PagePerson } from '../../reports/page/page-types.ts'
import { getJson } from '../api/client.ts'
import { useDebounced } from '../state/use-debounced.ts'
import type { Option } from './options.ts'

/** How long typing must pause before a search. Milliseconds. */
const DELAY = 150

/** How long a name is cached. Milliseconds. */
const STALE_TIME = 300_000

/** Searches users by name or login. Returns the previous options while the new ones load. */
export function usePeople(text: string): { readonly options: readonly Option[]; readonly isLoading: boolean } {
  const [wanted] = useDebounced(text.trim(), DELAY)
  const { data = [], isFetching } = useQuery({ ...peopleQuery(wanted), placeholderData: keepPreviousData })
  const options = data.map(({ login, name }) => ({ value: login, name, detail: login }))
  return { options, isLoading: isFetching || wanted !== text.trim() }
}

/** Returns the name of a user; the login until it is known, or if nobody has it. */
export function usePersonName(login: string): string {
  const { data = [] } = useQuery({ ...peopleQuery(login), enabled: login !== '' })
  return data.find(person => person.login.toLowerCase() === login.toLowerCase())?.name ?? login
}

function peopleQuery(text: string) {
  return {
    queryKey: ['people', text],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      getJson<readonly PagePerson[]>(`/api/people?text=${encodeURIComponent(text)}`, signal),
    staleTime: STALE_TIME,
  }
}
