import { type ReactNode, useId } from 'react'
import { Icon } from '../shell/icon.tsx'

interface SectionProps {
  readonly title: string
  readonly summary: string
  readonly isOpen: boolean
  /** The parameters in it, so that they can be found while it is collapsed. */
  readonly parameters: readonly string[]
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A collapsible section; collapsed, it shows a summary. */
export function Section({ title, summary, isOpen, parameters, onToggle, children }: SectionProps) {
  const id = useId()
  return (
    <section className={`builder-group${isOpen ? ' open' : ''}`}>
      <h3>
        <button
          type="button"
          className="builder-group-head line"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          data-parameter={isOpen ? undefined : parameters.join(' ')}
          onClick={onToggle}
        >
          <span className="builder-group-title">{title}</span>
          {!isOpen && <span className="builder-group-summary grow hint ellipsis">{summary}</span>}
          <Icon name="chevron" />
        </button>
      </h3>
      {isOpen && (
        <div className="builder-group-body stack" id={id}>
          {children}
        </div>
      )}
    </section>
  )
}
