import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The element for the tools of the table or chart, next to the tabs. */
export const ViewToolsContainer = createContext<HTMLElement | null>(null)

/** Renders the tools of the table or chart next to the tabs. */
export function ViewTools({ children }: { readonly children: ReactNode }) {
  const container = useContext(ViewToolsContainer)
  return container && createPortal(children, container)
}
