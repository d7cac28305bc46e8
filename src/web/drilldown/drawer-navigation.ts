import { createContext, useContext } from 'react'
import type { Choices } from '../state/choices.ts'

/** Navigation within the drawer. */
export interface DrawerNavigation {
  /** Returns the choices of the page with another target in the drawer. */
  readonly choicesFor: (target: string) => Choices
  /** Shows another target in the drawer; Back returns to this one. */
  readonly open: (target: string) => void
}

/** Provided by the drawer. */
export const DrawerNavigationContext = createContext<DrawerNavigation | null>(null)

/** Returns the navigation of the drawer. */
export function useDrawerNavigation(): DrawerNavigation {
  const navigation = useContext(DrawerNavigationContext)
  if (!navigation) throw new Error('outside of the drawer')
  return navigation
}
