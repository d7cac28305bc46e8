import type { InputHTMLAttributes } from 'react'

interface SearchInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  /** The accessible name, which an empty field shows. */
  readonly label: string
  readonly onType: (text: string) => void
}

/** A text field that searches a list. */
export function SearchInput({ label, onType, className = '', ...rest }: SearchInputProps) {
  return (
    <input
      {...rest}
      className={`input ${className}`.trim()}
      type="search"
      aria-label={label}
      placeholder={label}
      onChange={event => onType(event.target.value)}
    />
  )
}
