import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { readPreference, savePreference } from '../state/preferences.ts'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import './panel.css'

const { panel } = texts.shell

/** The width of the panel. Pixels. */
const WIDTH = { min: 260, max: 640, initial: 360, step: 20 }

/** The report builder next to the report. Its width is set by dragging or with the arrow keys, and saved. */
export function SidePanel({ hide, children }: { readonly hide: () => void; readonly children: ReactNode }) {
  const [width, setWidth] = useState(() => clampWidth(Number(readPreference('panel-width') ?? WIDTH.initial)))
  const resize = (next: number) => {
    setWidth(clampWidth(next))
    savePreference('panel-width', String(clampWidth(next)))
  }
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(event.clientX)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -WIDTH.step, ArrowRight: WIDTH.step }[event.key]
    if (step) resize(width + step)
  }
  return (
    <aside className="shell-panel stack joined" style={{ width }} aria-label={panel.title}>
      <div className="shell-panel-head row spread">
        <h2>{panel.title}</h2>
        <IconButton icon="panel" label={panel.hide} onClick={hide} />
      </div>
      <div className="shell-panel-body scrolls">{children}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr cannot be dragged */}
      <div
        className="shell-resizer"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={panel.width}
        aria-valuenow={width}
        aria-valuemin={WIDTH.min}
        aria-valuemax={WIDTH.max}
        onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => resize(WIDTH.initial)}
        onKeyDown={press}
      />
    </aside>
  )
}

interface SheetProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly children: ReactNode
}

/** The report builder on narrow screens: a bottom sheet over the report. */
export function Sheet({ isOpen, close, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog className="shell-sheet" ref={dialog} onClose={close} aria-label={panel.title} {...{ closedby: 'any' }}>
      <div className="shell-panel-head row spread">
        <h2>{panel.title}</h2>
        <IconButton icon="close" label={texts.shell.close} onClick={close} />
      </div>
      <div className="shell-panel-body scrolls">{children}</div>
      <div className="shell-foot">
        <Button look="primary" onClick={close}>
          {panel.done}
        </Button>
      </div>
    </dialog>
  )
}

function clampWidth(width: number): number {
  return Math.min(WIDTH.max, Math.max(WIDTH.min, Number.isFinite(width) ? width : WIDTH.initial))
}
