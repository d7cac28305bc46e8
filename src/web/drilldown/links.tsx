import type { MouseEvent, ReactNode } from 'react'
import { type Choices, toQueryString } from '../state/choices.ts'
import { navigate } from '../state/use-address.ts'
import { useDrawerNavigation } from './drawer-navigation.ts'
import { formatOpened, type Opened } from './opened.ts'

/** A link to another report. */
export function ReportLink({ choices, children }: { readonly choices: Choices; readonly children: ReactNode }) {
  const address = toQueryString(choices)
  return (
    <a className="drilldown-link" href={`?${address}`} onClick={event => follow(event, () => navigate(address))}>
      {children}
    </a>
  )
}

interface OpenLinkProps {
  readonly to: Opened
  readonly label?: string
  readonly children: ReactNode
}

/** A link to another target in the drawer. */
export function OpenLink({ to, label, children }: OpenLinkProps) {
  const navigation = useDrawerNavigation()
  const open = formatOpened(to)
  return (
    <a
      className="drilldown-link"
      href={`?${toQueryString(navigation.choicesFor(open))}`}
      aria-label={label}
      onClick={event => follow(event, () => navigation.open(open))}
    >
      {children}
    </a>
  )
}

/** Leaves clicks with a modifier key to the browser, which opens another tab or window. */
export function follow(event: MouseEvent, go: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go()
}
