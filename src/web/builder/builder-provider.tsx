import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ChoiceChange, Choices } from '../state/choices.ts'
import { currentChoices } from '../state/use-address.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import type { SettingError } from './setting-errors.ts'
import { BuilderContext, type BuilderState } from './use-builder.ts'
import { afterChange, changeBetween } from './with-defaults.ts'

interface BuilderProviderProps {
  readonly choices: Choices
  readonly errors: readonly SettingError[]
  readonly run: () => void
  readonly children: ReactNode
}

/** Provides what the controls of a question share: its choices, defaults included. Each of the `errors` is shown next to the parameter it is about. */
export function BuilderProvider({ choices, errors, run, children }: BuilderProviderProps) {
  const catalogue = useCatalogue()
  const { change } = useChoices()
  const [announcement, setAnnouncement] = useState('')
  const [left, leave] = useLeft(errors)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const state = useMemo<BuilderState>(
    () => ({
      choices,
      catalogue,
      errors,
      isMarked: error => isMarked(error, left),
      leave,
      run: () => {
        leave(errors.flatMap(({ parameter }) => parameter ?? []))
        latest.current()
      },
      change: (one: ChoiceChange, options) => {
        // Leaving a field and pressing a button are two changes in one event.
        const before = currentChoices()
        change(changeBetween(before, afterChange(before, one, catalogue)), options)
      },
      errorsFor: parameters =>
        errors
          .filter(error => error.parameter !== null && parameters.includes(error.parameter) && isMarked(error, left))
          .map(({ text }) => text),
      // Screen readers announce a repeated text only if it differs; a no-break space is silent.
      announce: text => setAnnouncement(before => (before === text ? `${text}\u00a0` : text)),
    }),
    [choices, catalogue, change, errors, left, leave],
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

/** The page chooses these by itself. Only an address can lack them. */
const CHOSEN_BY_PAGE: readonly (string | null)[] = ['aggregationType', 'calendar', 'dayLength']

/** Returns whether to show an error. What is not chosen yet is an invitation until the user leaves it. */
function isMarked({ isMissing, parameter }: SettingError, left: ReadonlySet<string | null>): boolean {
  return !isMissing || left.has(parameter) || CHOSEN_BY_PAGE.includes(parameter)
}

/** Returns the parameters that the user has left, and a function that adds some. At first, those that the address lacks. */
function useLeft(errors: readonly SettingError[]) {
  const [left, setLeft] = useState<ReadonlySet<string | null>>(() => new Set(errors.map(({ parameter }) => parameter)))
  const leave = useCallback((parameters: readonly string[]) => {
    setLeft(before => (parameters.every(one => before.has(one)) ? before : new Set([...before, ...parameters])))
  }, [])
  return [left, leave] as const
}
