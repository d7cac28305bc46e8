import { Popover } from '@base-ui/react/popover'
import { type ReactNode, useEffect, useRef } from 'react'
import { texts } from '../texts/en.ts'
import { focusControl } from './focus-control.ts'
import { PartChoices } from './part-choices.tsx'
import type { PartName } from './question-parts.ts'
import './report-builder.css'

/** The choices of some parts of the question, below the chip at `anchor`. `parameter` gets the focus, else the first control. */
export function PartPopover({
  title,
  parts,
  parameter,
  anchor,
  onClose,
}: {
  readonly title: string
  readonly parts: readonly PartName[]
  readonly parameter: string | undefined
  readonly anchor: () => HTMLElement | null
  /** `returnsFocus` unless the focus already went elsewhere. */
  readonly onClose: (returnsFocus: boolean) => void
}) {
  const change = (isOpen: boolean, details: Popover.Root.ChangeEventDetails) => {
    if (isOpen) return
    const isEscape = details.reason === 'escape-key'
    // A control inside used the key.
    if (isEscape && details.event.defaultPrevented) {
      details.cancel()
      return
    }
    if (isEscape) details.event.preventDefault()
    onClose(isEscape)
  }
  return (
    <Popover.Root open onOpenChange={change}>
      <Popover.Portal>
        <Popover.Positioner
          className="question-position"
          anchor={anchor}
          positionMethod="fixed"
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <Popover.Popup className="question-popup" initialFocus={false} finalFocus={false}>
            <Popover.Title className={parts.length > 1 ? 'question-title' : 'visually-hidden'}>{title}</Popover.Title>
            <Body parameter={parameter}>
              {parts.map(name => (
                <section
                  key={name}
                  className="question-part"
                  aria-label={parts.length > 1 ? texts.builder.question.parts[name] : undefined}
                >
                  <PartChoices name={name} />
                </section>
              ))}
            </Body>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Gets the focus once the popover is in the document. */
function Body({ parameter, children }: { readonly parameter: string | undefined; readonly children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    focusControl(body.current!, parameter)
  }, [parameter])
  return (
    <div className="question-body" ref={body}>
      {children}
    </div>
  )
}
