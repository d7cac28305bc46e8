import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the tools of the table and of the chart are drawn: beside the tabs that choose between them. */
export const ViewToolsContainer = createContext<HTMLElement | null>(null)

/** The tools of what is looked at, which belong to it and stand in the line above. */
export function ViewTools({ children }: { readonly children: ReactNode }) {
  const container = useContext(ViewToolsContainer)
  return container && createPortal(children, container)
}
