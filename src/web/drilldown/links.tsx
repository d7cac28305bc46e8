import type { MouseEvent, ReactNode } from 'react'
import { type Choices, queryOf } from '../state/choices.ts'
import { goTo } from '../state/use-address.ts'
import { type Opened, openOf } from './opened.ts'
import { useWay } from './way.ts'

/** A link to the page with other choices: a report of its own. */
export function ReportLink({ choices, children }: { readonly choices: Choices; readonly children: ReactNode }) {
  const address = queryOf(choices)
  return (
    <a className="understand-link" href={`?${address}`} onClick={event => follow(event, () => goTo(address))}>
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
  const way = useWay()
  const open = openOf(to)
  return (
    <a
      className="understand-link"
      href={`?${queryOf(way.to(open))}`}
      aria-label={label}
      onClick={event => follow(event, () => way.go(open))}
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
