import { useEffect, useRef } from 'react'
import { FloatingPanel } from '../floating/floating-panel.tsx'
import { texts } from '../texts/en.ts'
import { focusControl } from './focus-control.ts'
import { PartChoices } from './part-choices.tsx'
import type { PartName } from './question-parts.ts'
import './report-builder.css'

interface PartPopoverProps {
  readonly title: string
  readonly parts: readonly PartName[]
  readonly parameter: string | undefined
  readonly anchor: () => HTMLElement | null
  readonly onClose: () => void
}

/** The choices of some parts of the question, below the chip at `anchor`. `parameter` gets the focus, else the first control. */
export function PartPopover({ title, parts, parameter, anchor, onClose }: PartPopoverProps) {
  return (
    <FloatingPanel className="question-popup" label={title} anchor={anchor} onClose={onClose}>
      {parts.length > 1 && <h2 className="question-title">{title}</h2>}
      <Body parts={parts} parameter={parameter} />
    </FloatingPanel>
  )
}

/** Gets the focus once the panel is in the document. */
function Body({ parts, parameter }: { readonly parts: readonly PartName[]; readonly parameter: string | undefined }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    focusControl(body.current!, parameter)
  }, [parameter])
  return (
    <div className="question-body stack" ref={body}>
      {parts.map(name => (
        <section
          key={name}
          className="question-part stack"
          aria-label={parts.length > 1 ? texts.builder.question.parts[name] : undefined}
        >
          <PartChoices name={name} />
        </section>
      ))}
    </div>
  )
}
