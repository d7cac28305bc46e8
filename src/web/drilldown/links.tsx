import type { MouseEvent, ReactNode } from 'react'
import { type Choices, toQueryString } from '../state/choices.ts'
import { navigate } from '../state/use-address.ts'
import { useDrawerNavigation } from './drawer-navigation.ts'
import { formatOpened, type Opened } from './opened.ts'

/** A link to the page with other choices: a report of its own. */
export function ReportLink({ choices, children }: { readonly choices: Choices; readonly children: ReactNode }) {
  const address = toQueryString(choices)
  return (
    <a className="understand-link" href={`?${address}`} onClick={event => follow(event, () => navigate(address))}>
      {children}
    </a>
  )
}

/** A link to something else that the drawer can show. */
export function OpenLink({
  to,
  label,
  children,
}: {
  readonly to: Opened
  readonly label?: string
  readonly children: ReactNode
}) {
  const navigation = useDrawerNavigation()
  const open = formatOpened(to)
  return (
    <a
      className="understand-link"
      href={`?${toQueryString(navigation.choicesFor(open))}`}
      aria-label={label}
      onClick={event => follow(event, () => navigation.open(open))}
    >
      {children}
    </a>
  )
}

/** Other clicks than a plain one are the browser's: they open another tab or window. */
function follow(event: MouseEvent, go: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go()
}
