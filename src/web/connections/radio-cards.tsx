import { useId } from 'react'

/** Radio buttons, each with a name and a text that explains it. */
export function RadioCards<T extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  errors = [],
  onPick,
}: {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly options: readonly {
    readonly value: T
    readonly name: string
    readonly text?: string
    readonly isDisabled?: boolean
  }[]
  readonly value: T | null
  readonly errors?: readonly string[]
  readonly onPick: (value: T) => void
}) {
  const id = useId()
  return (
    <fieldset
      className="connection-radios stack tight"
      aria-describedby={errors.length > 0 ? `${id}-problems` : undefined}
    >
      <legend className={isLabelHidden ? 'visually-hidden' : 'label'}>{label}</legend>
      {options.map(option => (
        <label key={option.value} className="connection-radio">
          <input
            type="radio"
            name={id}
            checked={option.value === value}
            disabled={option.isDisabled ?? false}
            onChange={() => onPick(option.value)}
          />
          <span>
            {option.name}
            {option.text && <span className="hint">{option.text}</span>}
          </span>
        </label>
      ))}
      <div id={`${id}-problems`}>
        {errors.map(text => (
          <p className="problem" key={text}>
            {text}
          </p>
        ))}
      </div>
    </fieldset>
  )
}
