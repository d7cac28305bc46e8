import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './popup.css'

const loadPanel = () => import('../floating/floating-panel.tsx')
// The library is larger than the rest of the first view.
const FloatingPanel = lazy(() => loadPanel().then(module => ({ default: module.FloatingPanel })))

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
  const button = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between its controls
    <div
      className="shell-popup"
      onKeyDown={event => isOpen && moveFocus(event, button.current, content.current)}
      onPointerEnter={() => void loadPanel()}
      onFocus={() => void loadPanel()}
    >
      <button
        type="button"
        className="button quiet"
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        title={label}
      >
        <Icon name={icon} />
        <span className="shell-popup-label">{label}</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FloatingPanel
            className="shell-popup-panel"
            id={id}
            label={label}
            anchor={() => button.current}
            align="end"
            takesFocus
            onClose={() => setOpen(false)}
          >
            <div ref={content}>{children(close)}</div>
          </FloatingPanel>
        </Suspense>
      )}
    </div>
  )
}

/** Moves the focus through the button and the controls of its panel with the arrow keys. */
function moveFocus(event: KeyboardEvent, button: HTMLElement | null, content: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const { target } = event
  const hasArrows =
    target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'radio')
  if (!step || !button || !content || hasArrows) return
  const inside = content.querySelectorAll<HTMLElement>('button, a, input, select')
  const controls = [button, ...[...inside].filter(one => !one.matches(':disabled'))]
  const present = controls.indexOf(document.activeElement as HTMLElement)
  event.preventDefault()
  controls.at((present + step) % controls.length)?.focus()
}
