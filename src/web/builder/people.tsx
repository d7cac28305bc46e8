import { useState } from 'react'
import { Combobox } from './combobox.tsx'
import type { ControlProps } from './labelled-field.tsx'
import type { Option } from './options.ts'
import { usePeople, usePersonName } from './use-people.ts'

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
