import type { ReactNode } from 'react'
import { type Choices, toQueryString } from '../state/choices.ts'
import { navigate } from '../state/use-address.ts'

interface ChoiceLinkProps {
  readonly choices: Choices
  readonly className?: string
  readonly onOpen?: () => void
  readonly children: ReactNode
}

/** A link to choices, which also opens in a new tab. */
export function ChoiceLink({ choices, className, onOpen, children }: ChoiceLinkProps) {
  const query = toQueryString(choices)
  return (
    <a
      className={className}
      href={`?${query}`}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        // A click on a link that is removed at once closes no panel.
        setTimeout(() => {
          navigate(query)
          onOpen?.()
        })
      }}
    >
      {children}
    </a>
  )
}
