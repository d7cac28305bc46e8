import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PagePerson } from '../../service/page-types.ts'
import { getJson } from '../api/client.ts'
import { useDebounced } from '../state/use-debounced.ts'
import type { Option } from './options.ts'

/** How long typing must have paused before people are looked for. Milliseconds. */
const DELAY = 150

/** For how long a name is taken as it was. Milliseconds. */
const STALE_TIME = 300_000

/** The users whose names or logins have a text, as options; those of the text before while the new ones are on their way. */
export function usePeople(text: string): { readonly options: readonly Option[]; readonly isLoading: boolean } {
  const [wanted] = useDebounced(text.trim(), DELAY)
  const { data = [], isFetching } = useQuery({ ...peopleQuery(wanted), placeholderData: keepPreviousData })
  const options = data.map(({ login, name }) => ({ value: login, name, detail: login }))
  return { options, isLoading: isFetching || wanted !== text.trim() }
}

/** What a user is called: the login until it is known, and where nobody has it. */
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
