import { words } from '../texts/en.ts'
import { Choice } from './choice.tsx'
import { oneOf } from './report-type.ts'
import { useAsk } from './use-ask.ts'

/** One of a few values: a parameter that is chosen from a list. A value that is none of them is shown as it is. */
export function SelectChoice({
  parameter,
  label,
  options,
  fallback,
  hint,
  changes = value => ({ [parameter]: value }),
}: {
  readonly parameter: string
  readonly label: string
  readonly options: readonly (readonly [value: string, name: string])[]
  /** What holds when nothing was chosen; `null` where something must be. */
  readonly fallback: string | null
  readonly hint?: string
  readonly changes?: (value: string) => Readonly<Record<string, string | null>>
}) {
  const { choices, change } = useAsk()
  const chosen = choices[parameter]
  const values = options.map(([value]) => value)
  const value = chosen === undefined ? fallback : oneOf(values, chosen, chosen)
  const text = value === null ? words.ask.required : hint
  return (
    <Choice parameters={[parameter]} label={label} hint={text}>
      {control => (
        <select
          className="select"
          value={value ?? ''}
          onChange={event => change(changes(event.target.value))}
          {...control}
        >
          {!values.includes(value ?? '') && <option value={value ?? ''}>{value ?? words.ask.choose}</option>}
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Choice>
  )
}
