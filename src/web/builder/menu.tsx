import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FloatingPanel } from './floating-panel.tsx'

/** Something that a menu does, or more to choose from. */
export interface MenuItem {
  readonly name: string
  readonly isDisabled?: boolean
  readonly onPick?: () => void
  readonly items?: readonly MenuItem[]
}

/** A button with a menu of what can be done. Arrow keys go through it, letters find, Escape goes back. */
export function Menu({
  label,
  back,
  items,
  onKey,
  children,
}: {
  readonly label: string
  /** The name of the way back from an inner menu. */
  readonly back: string
  readonly items: readonly MenuItem[]
  /** Keys that mean something on the button itself; returns whether it was one. */
  readonly onKey?: (event: KeyboardEvent) => boolean
  readonly children: ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [inner, setInner] = useState<string | null>(null)
  const within = items.find(({ name }) => name === inner)?.items
  const shown = within ? [{ name: back, onPick: () => setInner(null) }, ...within] : items
  const open = (isOpen: boolean) => {
    setOpen(isOpen)
    setInner(null)
  }
  const close = () => {
    open(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      const isInside = target instanceof Element && (target.closest('[role=menu]') || button.current?.contains(target))
      if (!isInside) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [isOpen])
  const pick = (item: MenuItem) => {
    if (item.items) return setInner(item.name)
    if (!within || item !== shown[0]) close()
    item.onPick?.()
  }
  return (
    <>
      <button
        type="button"
        className="ask-square"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        ref={button}
        data-menu
        onClick={() => open(!isOpen)}
        onKeyDown={event => {
          if (onKey?.(event)) event.preventDefault()
          else if (event.key === 'ArrowDown' && !isOpen) {
            event.preventDefault()
            open(true)
          }
        }}
      >
        {children}
      </button>
      {isOpen && (
        <FloatingPanel anchor={button}>
          <MenuItems
            id={id}
            label={label}
            items={shown}
            hasBack={within !== undefined}
            onPick={pick}
            onLeave={isEscape => {
              if (isEscape && within) setInner(null)
              else if (isEscape) close()
              else open(false)
            }}
          />
        </FloatingPanel>
      )}
    </>
  )
}

function MenuItems({
  id,
  label,
  items,
  hasBack,
  onPick,
  onLeave,
}: {
  readonly id: string
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly hasBack: boolean
  readonly onPick: (item: MenuItem) => void
  readonly onLeave: (isEscape: boolean) => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [first, second] = entriesOf(menu.current)
    // The way back comes before what an inner menu is for.
    if (hasBack) (second ?? first)?.focus()
    else first?.focus()
  }, [hasBack])
  const press = (event: KeyboardEvent) => {
    const entries = entriesOf(menu.current)
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const next = targetOf(event.key, at, entries)
    if (next) next.focus()
    else if (event.key === 'Escape' || event.key === 'ArrowLeft') onLeave(true)
    else if (event.key === 'ArrowRight') (document.activeElement as HTMLElement).click()
    else if (event.key === 'Tab') return onLeave(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className="ask-menu"
      role="menu"
      id={id}
      aria-label={label}
      tabIndex={-1}
      ref={menu}
      onKeyDown={press}
      onBlur={event => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onLeave(false)
      }}
    >
      {items.map(item => (
        <button
          key={item.name}
          type="button"
          className="ask-menu-item"
          role="menuitem"
          tabIndex={-1}
          disabled={item.isDisabled}
          aria-haspopup={item.items ? 'menu' : undefined}
          onPointerMove={event => event.currentTarget.focus({ preventScroll: true })}
          onClick={() => onPick(item)}
        >
          <span>{item.name}</span>
          {item.items && <span aria-hidden="true">›</span>}
        </button>
      ))}
    </div>
  )
}

function entriesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
}

/** The entry that a key goes to. */
function targetOf(key: string, at: number, entries: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return entries[(at + 1) % entries.length]
  if (key === 'ArrowUp') return entries.at((at - 1) % entries.length)
  if (key === 'Home') return entries[0]
  if (key === 'End') return entries.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const others = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  return others.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))
}
