import type { ReactNode } from 'react'
import type { ItemsLink } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { Name } from '../shell/name.tsx'
import { applyChange } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'

/** A number that opens its issues; a plain one without a link. */
export function ToItems({
  link,
  className,
  children,
}: {
  readonly link: ItemsLink | undefined
  readonly className?: string
  readonly children: ReactNode
}) {
  const { choices } = useChoices()
  if (link === undefined) return children
  const open = formatOpened({ kind: 'items', link })
  return (
    <ChoiceLink choices={applyChange(choices, { 'view.open': open })} {...(className && { className })}>
      {children}
    </ChoiceLink>
  )
}

/** The key of an issue, which opens its stays. */
export function ToIssue({ issueKey }: { readonly issueKey: string }) {
  const { choices } = useChoices()
  const open = formatOpened({ kind: 'issue', issueKey })
  return (
    <ChoiceLink choices={applyChange(choices, { 'view.open': open })}>
      <Name name={issueKey} />
    </ChoiceLink>
  )
}
