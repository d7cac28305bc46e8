import { createContext, useContext } from 'react'
import type { Change, Choices } from './choices.ts'

/** The choices, and how to change them: `step` false changes them without a new step for the back button. */
export interface ChoiceState {
  readonly choices: Choices
  readonly change: (change: Change, options?: { readonly addsHistoryEntry?: boolean }) => void
}

/** Given by the frame to everything in it. */
export const ChoiceContext = createContext<ChoiceState | null>(null)

/** The choices of the page, and how to change them. */
export function useChoices(): ChoiceState {
  const state = useContext(ChoiceContext)
  if (!state) throw new Error('outside of the frame')
  return state
}
