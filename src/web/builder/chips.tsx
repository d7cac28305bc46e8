import type { ReactNode } from 'react'
import { Icon } from '../shell/icon.tsx'
import { texts } from '../texts/en.ts'
import './chips.css'

interface ChipsProps {
  readonly items: readonly { readonly value: string; readonly name: string; readonly shown?: ReactNode }[]
  readonly onRemove: (value: string) => void
}

/** Shows the selected values of a list, each with a button that removes it. */
export function Chips({ items, onRemove }: ChipsProps) {
  if (items.length === 0) return null
  return (
    <ul className="builder-chips row">
      {items.map(({ value, name, shown }) => (
        <li key={value} className="builder-chip">
          <span className="builder-chip-name ellipsis">{shown ?? name}</span>
          <button
            type="button"
            className="builder-chip-out"
            aria-label={texts.builder.remove(name)}
            title={texts.builder.remove(name)}
            onClick={() => onRemove(value)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}
