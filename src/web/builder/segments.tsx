import { useId } from 'react'
import './segments.css'

/** A segmented control: radio buttons in a row. */
export function Segments<T extends string>({
  label,
  options,
  value,
  isDisabled,
  onPick,
  describedBy,
}: {
  readonly label: string
  readonly options: readonly (readonly [value: T, name: string])[]
  readonly value: T | undefined
  readonly isDisabled?: (value: T) => boolean
  /** `isPointed` if a pointer picked it, not a key. */
  readonly onPick: (value: T, isPointed: boolean) => void
  readonly describedBy?: string | undefined
}) {
  const name = useId()
  return (
    <div className="builder-segments segments" role="radiogroup" aria-label={label} aria-describedby={describedBy}>
      {options.map(([one, text]) => (
        <label key={one} className="builder-segment">
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            disabled={isDisabled?.(one) ?? false}
            // A key clicks without a count.
            onChange={({ nativeEvent }) => onPick(one, nativeEvent instanceof UIEvent && nativeEvent.detail > 0)}
          />
          <span className="segment">{text}</span>
        </label>
      ))}
    </div>
  )
}
