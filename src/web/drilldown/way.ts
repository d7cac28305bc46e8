import { createContext, useContext } from 'react'
import type { Choices } from '../state/choices.ts'

/** How one gets on in the drawer. */
export interface Way {
  /** The address of the page with something else in the drawer, as choices. */
  readonly to: (open: string) => Choices
  /** Shows something else in the drawer, with a way back. */
  readonly go: (open: string) => void
}

/** Given by the drawer to what is in it. */
export const WayContext = createContext<Way | null>(null)

/** How one gets on in the drawer. */
export function useWay(): Way {
  const way = useContext(WayContext)
  if (!way) throw new Error('outside of the drawer')
  return way
}
