import { createContext, useContext } from 'react'
import type { PageCatalogue } from '../../service/page-types.ts'
import type { Change, Choices } from '../state/choices.ts'

/** What every choice of the report builder needs. */
export interface AskState {
  readonly choices: Choices
  readonly catalogue: PageCatalogue
  /** Changes choices, and what hangs on them. `step` false makes no new step for the back button. */
  readonly change: (change: Change, options?: { readonly step?: boolean }) => void
  /** The server's words against the values of some parameters. */
  readonly mistakesOf: (parameters: readonly string[]) => readonly string[]
  /** Tells people who do not see the page what has happened. */
  readonly say: (text: string) => void
}

/** Given by Ask to everything in it. */
export const AskContext = createContext<AskState | null>(null)

/** The state of the report builder. */
export function useAsk(): AskState {
  const state = useContext(AskContext)
  if (!state) throw new Error('outside of Ask')
  return state
}
