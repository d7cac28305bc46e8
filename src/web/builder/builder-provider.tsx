import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Change, Choices } from '../state/choices.ts'
import { currentChoices } from '../state/use-address.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import type { SettingError } from './setting-errors.ts'
import { BuilderContext, type BuilderState } from './use-builder.ts'
import { afterChange, changeBetween } from './with-defaults.ts'

/** Provides what the controls of a question share: its choices, defaults included. Each of the `errors` is shown next to the parameter it is about. */
export function BuilderProvider({
  choices,
  errors,
  run,
  children,
}: {
  readonly choices: Choices
  readonly errors: readonly SettingError[]
  readonly run: () => void
  readonly children: ReactNode
}) {
  const catalogue = useCatalogue()
  const { change } = useChoices()
  const [announcement, setAnnouncement] = useState('')
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const state = useMemo<BuilderState>(
    () => ({
      choices,
      catalogue,
      errors,
      run: () => latest.current(),
      change: (one: Change, options) => {
        // Leaving a field and pressing a button are two changes in one event.
        const before = currentChoices()
        change(changeBetween(before, afterChange(before, one, catalogue)), options)
      },
      errorsFor: parameters =>
        errors.flatMap(({ parameter, text }) => (parameter !== null && parameters.includes(parameter) ? [text] : [])),
      // Screen readers announce a repeated text only if it differs; a no-break space is silent.
      announce: text => setAnnouncement(before => (before === text ? `${text}\u00a0` : text)),
    }),
    [choices, catalogue, change, errors],
  )
  return (
    <BuilderContext value={state}>
      {children}
      <p className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </p>
    </BuilderContext>
  )
}
