import type { ComponentProps } from 'react'
import { LabelledField } from './labelled-field.tsx'
import { useBuilder } from './use-builder.ts'

/** A labelled control with a hint and the errors of the server. `parameters` are what it sets. */
export function FormField({
  parameters,
  ownErrors,
  ...field
}: Omit<ComponentProps<typeof LabelledField>, 'errors' | 'parameters'> & {
  readonly parameters: readonly string[]
  /** Replaces the errors of the server, for a control that finds its errors itself. */
  readonly ownErrors?: readonly string[]
}) {
  const { errorsFor, leave } = useBuilder()
  return (
    <LabelledField
      parameters={parameters}
      errors={ownErrors ?? errorsFor(parameters)}
      onLeave={() => leave(parameters)}
      {...field}
    />
  )
}
