import { type KeyboardEvent, useId, useState } from 'react'
import type { ControlProps } from './labelled-field.tsx'
import { OptionList } from './option-list.tsx'
import type { Option } from './options.ts'

interface PickListProps {
  readonly control: ControlProps
  readonly label: string
  readonly options: readonly Option[]
  /** The name of the selected option; of none if it is no option. */
  readonly value: string
  readonly onPick: (value: string) => void
}

/** A list of options that is always open: one click picks one. Arrow keys move, Enter picks. */
export function PickList({ control, label, options, value, onPick }: PickListProps) {
  const id = useId()
  const [index, setIndex] = useState<number | null>(null)
  const chosen = options.findIndex(({ name }) => name === value)
  const activeIndex = Math.min(index ?? Math.max(0, chosen), options.length - 1)
  const press = (event: KeyboardEvent) => {
    const last = options.length - 1
    const next = { ArrowDown: activeIndex + 1, ArrowUp: activeIndex - 1, Home: 0, End: last }[event.key]
    if (next !== undefined) setIndex(Math.max(0, Math.min(last, next)))
    else if ((event.key === 'Enter' || event.key === ' ') && !event.ctrlKey && !event.metaKey) {
      onPick(options[activeIndex]!.value)
    } else return
    event.preventDefault()
  }
  return (
    <OptionList
      id={id}
      label={label}
      options={options}
      activeIndex={activeIndex}
      value={value}
      own={{
        tabIndex: 0,
        onKeyDown: press,
        'aria-activedescendant': `${id}-${activeIndex}`,
        'aria-describedby': control['aria-describedby'],
        'aria-invalid': control['aria-invalid'],
      }}
      onPick={option => {
        setIndex(null)
        onPick(option.value)
      }}
    />
  )
}
