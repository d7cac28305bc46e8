import { type ReactNode, useId } from 'react'
import { Icon } from '../shell/icon.tsx'

/** Choices that belong together: closed, a line says what was chosen. */
export function Section({
  title,
  summary,
  isOpen,
  parameters,
  onToggle,
  children,
}: {
  readonly title: string
  readonly summary: string
  readonly isOpen: boolean
  /** What is chosen in it, so that it is found while it is closed. */
  readonly parameters: readonly string[]
  readonly onToggle: () => void
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={`ask-group${isOpen ? ' open' : ''}`}>
      <h3>
        <button
          type="button"
          className="ask-group-head"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          data-parameter={isOpen ? undefined : parameters.join(' ')}
          onClick={onToggle}
        >
          <span className="ask-group-title">{title}</span>
          {!isOpen && <span className="ask-group-summary">{summary}</span>}
          <Icon name="chevron" />
        </button>
      </h3>
      {isOpen && (
        <div className="ask-group-body" id={id}>
          {children}
        </div>
      )}
    </section>
  )
}
