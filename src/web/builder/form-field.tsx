import { type ReactNode, useId } from 'react'
import { useBuilder } from './use-builder.ts'

/** The attributes that tie a control to its label, hint and errors. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** A labelled control with a hint and the errors of the server. `parameters` are what it sets. */
export function FormField({
  parameters,
  label,
  hint,
  isGroup = false,
  isLabelHidden = false,
  ownErrors,
  children,
}: {
  readonly parameters: readonly string[]
  readonly label: string
  readonly hint?: ReactNode
  /** Several controls together: the label names the group. */
  readonly isGroup?: boolean
  readonly isLabelHidden?: boolean
  /** Replaces the errors of the server, for a control that finds its errors itself. */
  readonly ownErrors?: readonly string[]
  readonly children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const { errorsFor } = useBuilder()
  const errors = ownErrors ?? errorsFor(parameters)
  const describedBy = [hint && `${id}-hint`, errors.length > 0 && `${id}-problems`].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': errors.length > 0 ? true : undefined,
  }
  const labelClass = isLabelHidden ? 'visually-hidden' : 'label'
  const group = isGroup ? { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy } : {}
  return (
    <div className="builder-choice" data-parameter={parameters.join(' ')} {...group}>
      {isGroup ? (
        <span className={labelClass} id={`${id}-label`}>
          {label}
        </span>
      ) : (
        <label className={labelClass} id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
      )}
      {children(control)}
      {hint && (
        <p className="hint builder-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div id={`${id}-problems`}>
        {errors.map(text => (
          <p className="problem builder-problem" key={text}>
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
