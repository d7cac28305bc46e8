import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the tools of the table and of the chart are drawn: beside the tabs that choose between them. */
export const LookToolsPlace = createContext<HTMLElement | null>(null)

/** The tools of what is looked at, which belong to it and stand in the line above. */
export function LookTools({ children }: { readonly children: ReactNode }) {
  const place = useContext(LookToolsPlace)
  return place && createPortal(children, place)
}
