import { createContext, useContext } from 'react'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { ChoiceChange, Choices } from '../state/choices.ts'
import type { SettingError } from './setting-errors.ts'

/** The state that all controls of a question share. */
export interface BuilderState {
  readonly choices: Choices
  readonly catalogue: PageCatalogue
  /** Applies a change and everything that depends on it. `addsHistoryEntry` is true by default. */
  readonly change: (change: ChoiceChange, options?: { readonly addsHistoryEntry?: boolean }) => void
  /** What is missing or wrong. */
  readonly errors: readonly SettingError[]
  /** Returns whether an error is shown as one. A choice that was never left is only an invitation. */
  readonly isMarked: (error: SettingError) => boolean
  /** Records that the user has left the controls of some parameters. */
  readonly leave: (parameters: readonly string[]) => void
  /** Runs the report again. */
  readonly run: () => void
  /** Returns the errors about some parameters that are shown as errors. */
  readonly errorsFor: (parameters: readonly string[]) => readonly string[]
  /** Announces a change to screen readers. */
  readonly announce: (text: string) => void
}

/** Provided by BuilderProvider. */
export const BuilderContext = createContext<BuilderState | null>(null)

/** Returns the state that the controls share. */
export function useBuilder(): BuilderState {
  const state = useContext(BuilderContext)
  if (!state) throw new Error('useBuilder is used outside of its provider')
  return state
}
