import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './popup.css'

/** A button that opens a panel below it. Escape, an outside click and leaving it close it. */
export function Popup({
  label,
  icon,
  children,
}: {
  readonly label: string
  readonly icon: IconName
  readonly children: (close: () => void) => ReactNode
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    setOpen(false)
    button.current?.focus()
  }, [])
  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    // After a button is removed, nothing may have the focus.
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen, close])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between its controls
    <div className="shell-popup" ref={root} onKeyDown={event => isOpen && moveFocus(event, root.current)}>
      <button
        type="button"
        className="button quiet"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        title={label}
      >
        <Icon name={icon} />
        <span className="shell-popup-label">{label}</span>
      </button>
      {isOpen && (
        <section className="shell-popup-panel" id={id} aria-label={label}>
          {children(close)}
        </section>
      )}
    </div>
  )
}

/** Moves the focus through the controls of the panel with the arrow keys. */
function moveFocus(event: KeyboardEvent, root: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const { target } = event
  const hasArrows =
    target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'radio')
  if (!step || !root || hasArrows) return
  const controls = [...root.querySelectorAll<HTMLElement>('button, a, input, select')].filter(
    one => !one.matches(':disabled'),
  )
  const present = controls.indexOf(document.activeElement as HTMLElement)
  event.preventDefault()
  controls.at((present + step) % controls.length)?.focus()
}
