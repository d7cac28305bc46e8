import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PagePerson } from '../../reports/page/page-types.ts'
import { getJson } from '../api/client.ts'
import { useDebounced } from '../state/use-debounced.ts'
import { Combobox } from './combobox.tsx'
import type { ControlProps } from './labelled-field.tsx'
import type { Option } from './options.ts'

interface PeopleProps {
  readonly control?: ControlProps
  readonly label?: string
  /** The login of the selected user. */
  readonly value?: string
  readonly placeholder?: string
  readonly extraOptions?: readonly Option[]
  readonly onPick: (login: string) => void
}

/** A text field that searches users and returns the login. `extraOptions` are offered before anything is typed. */
export function People({ control, label, value = '', placeholder, extraOptions = [], onPick }: PeopleProps) {
  const [text, setText] = useState('')
  const { options, isLoading } = usePeople(text)
  const name = usePersonName(extraOptions.some(option => option.value === value) ? '' : value)
  return (
    <Combobox
      {...(control ? { control } : {})}
      {...(label === undefined ? {} : { label })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={extraOptions.find(option => option.value === value)?.name ?? name}
      options={text === '' ? [...extraOptions, ...options] : options}
      isLoading={isLoading}
      onText={setText}
      onPick={onPick}
    />
  )
}

/** Shows the name of a user. */
export function PersonName({ login }: { readonly login: string }) {
  return usePersonName(login)
}

/** How long typing must pause before a search. Milliseconds. */
const DELAY = 150

/** How long a name is cached. Milliseconds. */
const STALE_TIME = 300_000

/** Searches users by name or login. Returns the previous options while the new ones load. */
function usePeople(text: string): { readonly options: readonly Option[]; readonly isLoading: boolean } {
  const [wanted] = useDebounced(text.trim(), DELAY)
  const { data = [], isFetching } = useQuery({ ...peopleQuery(wanted), placeholderData: keepPreviousData })
  const options = data.map(({ login, name }) => ({ value: login, name, detail: login }))
  return { options, isLoading: isFetching || wanted !== text.trim() }
}

/** Returns the name of a user; the login until it is known, or if nobody has it. */
function usePersonName(login: string): string {
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
