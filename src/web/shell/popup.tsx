import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { FloatingPanel } from '../floating/floating-panel.tsx'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import './popup.css'

/** The panel once it is loaded. Its library is larger than the rest of the first view. */
let Panel: typeof FloatingPanel | undefined

async function loadPanel(): Promise<void> {
  Panel ??= (await import('../floating/floating-panel.tsx')).FloatingPanel
}

interface PopupProps {
  readonly label: string
  readonly icon: IconName
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a panel below it. Escape, an outside click and leaving it close it. */
export function Popup({ label, icon, children }: PopupProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const button = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  // A loaded panel opens and takes the focus before the next key, so that no letter that is typed at once is lost.
  const toggle = () => (isOpen || Panel ? setOpen(!isOpen) : void loadPanel().then(() => setOpen(true), setFailure))
  useEffect(() => void loadPanel().catch(() => {}), [])
  if (failure !== null) throw failure
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between its controls
    <div className="shell-popup" onKeyDown={event => isOpen && moveFocus(event, button.current, content.current)}>
      <Button
        look="quiet"
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
        aria-label={label}
        title={label}
      >
        <Icon name={icon} />
        <span className="shell-popup-label">{label}</span>
      </Button>
      {isOpen && Panel && (
        <Panel
          className="shell-popup-panel"
          id={id}
          label={label}
          anchor={() => button.current}
          align="end"
          takesFocus
          onClose={() => setOpen(false)}
        >
          <div ref={content}>{children(close)}</div>
        </Panel>
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
