import { type ReactNode, useId } from 'react'

/** The attributes that tie a control to its label, hint and errors. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** A labelled control with a hint and errors. `parameters` are what it sets. */
export function LabelledField({
  parameters = [],
  label,
  hint,
  isGroup = false,
  isLabelHidden = false,
  errors,
  onLeave,
  children,
}: {
  readonly parameters?: readonly string[]
  readonly label: string
  readonly hint?: ReactNode
  /** Several controls together: the label names the group. */
  readonly isGroup?: boolean
  readonly isLabelHidden?: boolean
  readonly errors: readonly string[]
  /** Called when the focus leaves the control for another one. */
  readonly onLeave?: () => void
  readonly children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, errors.length > 0 && `${id}-problems`].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': errors.length > 0 ? true : undefined,
  }
  const labelClass = isLabelHidden ? 'visually-hidden' : 'label'
  const group = isGroup ? { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy } : {}
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the event comes from the control inside
    <div
      className="builder-choice"
      data-parameter={parameters.join(' ')}
      {...group}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Without another target, the window has lost the focus, or the user reads something else.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onLeave?.()
      }}
    >
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
