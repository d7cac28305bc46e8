import { useId } from 'react'
import { Select } from '../shell/select.tsx'

/** A labelled list of values to choose from. */
export function SettingSelect<T extends string>({
  label,
  ...select
}: {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [value: T, name: string])[]
  readonly onPick: (value: T) => void
}) {
  const id = useId()
  return (
    <span className="line">
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...select} />
    </span>
  )
}
