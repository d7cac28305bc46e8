import { Select } from '../shell/select.tsx'
import type { ChoiceChange, PageParameter } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { FormField } from './form-field.tsx'
import { matchIgnoringCase } from './report-type.ts'
import { useBuilder } from './use-builder.ts'

/** A select control for a parameter. It shows an unknown value as it is. */
export function SelectChoice({
  parameter,
  label,
  options,
  fallback,
  hint,
  changes = value => ({ [parameter]: value }),
}: {
  readonly parameter: PageParameter
  readonly label: string
  readonly options: readonly (readonly [value: string, name: string])[]
  /** The value if none is set; `null` if the parameter is required. */
  readonly fallback: string | null
  readonly hint?: string
  readonly changes?: (value: string) => ChoiceChange
}) {
  const { choices, change } = useBuilder()
  const chosen = choices[parameter]
  const values = options.map(([value]) => value)
  const value = chosen === undefined ? fallback : matchIgnoringCase(values, chosen, chosen)
  const isListed = values.includes(value ?? '')
  return (
    <FormField parameters={[parameter]} label={label} hint={hint}>
      {control => (
        <Select
          value={value ?? ''}
          options={isListed ? options : [[value ?? '', value ?? texts.builder.choose], ...options]}
          onPick={picked => change(changes(picked))}
          {...control}
        />
      )}
    </FormField>
  )
}
