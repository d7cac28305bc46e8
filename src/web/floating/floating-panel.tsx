import { Popover } from '@base-ui/react/popover'
import type { MouseEventHandler, ReactNode } from 'react'
import './floating.css'

/** The space to the anchor and to the edges of the screen. Pixels. */
const [GAP, EDGE] = [6, 8]

/** The controls that may be the first with the focus. Of radio buttons it is the chosen one. */
const FIRST = 'input:not([type="radio"], :disabled), input:checked, select:enabled, textarea, button:enabled, a[href]'

/** Focuses the first control of a panel as soon as it is in the document. The library waits for a frame, and loses the keys before it. */
function focusFirst(panel: HTMLElement | null): void {
  if (panel === null || window.matchMedia('(pointer: coarse)').matches) return
  panel.querySelector<HTMLElement>(FIRST)?.focus({ preventScroll: true })
}

/**
 * An open panel next to its anchor, in front of the page. Escape, an outside click and leaving it close it; the anchor
 * gets the focus back unless it went elsewhere.
 */
export function FloatingPanel({
  anchor,
  id,
  label,
  className = '',
  align = 'start',
  role = 'dialog',
  takesFocus = false,
  onClose,
  onMouseDown,
  children,
}: {
  readonly anchor: () => HTMLElement | null
  readonly id?: string
  /** The accessible name. */
  readonly label?: string
  readonly className?: string
  /** The side of the anchor with which the panel is aligned. */
  readonly align?: 'start' | 'end'
  /** `region` for a panel that never has the focus. */
  readonly role?: 'dialog' | 'region'
  /** Whether the first control gets the focus; on touch screens the panel, so that no keyboard covers it. */
  readonly takesFocus?: boolean
  readonly onClose?: () => void
  readonly onMouseDown?: MouseEventHandler
  readonly children: ReactNode
}) {
  const change = (isOpen: boolean, { reason, event, cancel }: Popover.Root.ChangeEventDetails) => {
    // The anchor closes the panel itself.
    const to = event instanceof FocusEvent ? event.relatedTarget : event.target
    const isOwn = to instanceof Node && anchor()?.contains(to)
    const isEscape = reason === 'escape-key'
    // A file is saved by clicking on a link with a script.
    const isScripted = reason === 'outside-press' && !event.isTrusted
    // A control inside used the key.
    const isUsed = isEscape && event.defaultPrevented
    if (isOpen || !onClose || (isOwn && !isEscape) || isScripted || isUsed) {
      cancel()
      return
    }
    if (isEscape) event.preventDefault()
    onClose()
    if (isEscape) anchor()?.focus()
    else requestAnimationFrame(() => document.activeElement === document.body && anchor()?.focus())
  }
  return (
    <Popover.Root open onOpenChange={change}>
      {/* Everything outside of a modal dialog is inert. */}
      <Popover.Portal container={anchor()?.closest('dialog') ?? undefined}>
        <Popover.Positioner
          className="floating-position"
          anchor={anchor}
          positionMethod="fixed"
          align={align}
          sideOffset={GAP}
          collisionPadding={EDGE}
        >
          <Popover.Popup
            className={`floating-panel ${className}`.trim()}
            ref={takesFocus ? focusFirst : undefined}
            initialFocus={takesFocus}
            finalFocus={false}
            id={id}
            role={role}
            aria-label={label}
            onMouseDown={onMouseDown}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
