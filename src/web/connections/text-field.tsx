import { LabelledField } from '../builder/labelled-field.tsx'

/** A text field with a label, a hint and its errors. A secret one is not shown, and not kept by the browser. */
export function TextField({
  label,
  hint,
  errors = [],
  value,
  placeholder,
  type = 'text',
  isSecret = false,
  onType,
}: {
  readonly label: string
  readonly hint?: string
  readonly errors?: readonly string[] | undefined
  readonly value: string
  readonly placeholder?: string
  readonly type?: 'text' | 'url' | 'date'
  readonly isSecret?: boolean
  readonly onType: (text: string) => void
}) {
  return (
    <LabelledField label={label} hint={hint} errors={errors}>
      {control => (
        <input
          className="input"
          type={isSecret ? 'password' : type}
          autoComplete={isSecret ? 'new-password' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          placeholder={placeholder}
          onChange={event => onType(event.target.value)}
          {...control}
        />
      )}
    </LabelledField>
  )
}
