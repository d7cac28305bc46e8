import type { SelectHTMLAttributes } from 'react'

interface SelectProps<T extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value'> {
  readonly value: T
  /** What can be picked: each value once. */
  readonly options: readonly (readonly [value: T, name: string])[]
  readonly onPick: (value: T) => void
}

/** A select control of named values. */
export function Select<T extends string>({ options, onPick, className = '', ...rest }: SelectProps<T>) {
  return (
    <select {...rest} className={`select ${className}`.trim()} onChange={event => onPick(event.target.value as T)}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
