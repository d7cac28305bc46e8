import { createContext, useContext } from 'react'
import type { PageCatalogue } from '../../service/page-types.ts'
import type { Change, Choices } from '../state/choices.ts'

/** What every choice of the report builder needs. */
export interface BuilderState {
  readonly choices: Choices
  readonly catalogue: PageCatalogue
  /** Changes choices, and what hangs on them. `step` false makes no new step for the back button. */
  readonly change: (change: Change, options?: { readonly addsHistoryEntry?: boolean }) => void
  /** The server's words against the values of some parameters. */
  readonly errorsFor: (parameters: readonly string[]) => readonly string[]
  /** Tells people who do not see the page what has happened. */
  readonly announce: (text: string) => void
}

/** Given by Ask to everything in it. */
export const BuilderContext = createContext<BuilderState | null>(null)

/** The state of the report builder. */
export function useBuilder(): BuilderState {
  const state = useContext(BuilderContext)
  if (!state) throw new Error('outside of Ask')
  return state
}
