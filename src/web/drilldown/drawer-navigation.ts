import { createContext, useContext } from 'react'
import type { Choices } from '../state/choices.ts'

/** How one gets on in the drawer. */
export interface DrawerNavigation {
  /** The address of the page with something else in the drawer, as choices. */
  readonly choicesFor: (target: string) => Choices
  /** Shows something else in the drawer, with a way back. */
  readonly open: (target: string) => void
}

/** Given by the drawer to what is in it. */
export const DrawerNavigationContext = createContext<DrawerNavigation | null>(null)

/** How one gets on in the drawer. */
export function useDrawerNavigation(): DrawerNavigation {
  const navigation = useContext(DrawerNavigationContext)
  if (!navigation) throw new Error('outside of the drawer')
  return navigation
}
