import { createContext, useContext } from 'react'
import type { ChoiceChange, Choices } from './choices.ts'

/** The choices, and how to change them. `addsHistoryEntry` is true by default. */
export interface ChoiceState {
  readonly choices: Choices
  readonly change: (change: ChoiceChange, options?: { readonly addsHistoryEntry?: boolean }) => void
}

/** Provided by App. */
export const ChoiceContext = createContext<ChoiceState | null>(null)

/** Returns the choices of the page, and how to change them. */
export function useChoices(): ChoiceState {
  const state = useContext(ChoiceContext)
  if (!state) throw new Error('outside of the frame')
  return state
}
