import { Menu as BaseMenu } from '@base-ui/react/menu'
import { type KeyboardEvent, useState } from 'react'
import '../floating/floating.css'
import './menu.css'
import './square.css'

/** An action in a menu, or a submenu. */
export interface MenuItem {
  readonly name: string
  readonly isDisabled?: boolean
  readonly onPick?: () => void
  readonly items?: readonly MenuItem[]
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Handles keys on the button itself; returns whether it did. */
  readonly onKey?: (event: KeyboardEvent) => boolean
}

/** A button that opens a menu of actions. */
export function Menu({ label, items, onKey }: MenuProps) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger
        className="builder-square"
        aria-label={label}
        title={label}
        ref={setButton}
        data-menu
        onKeyDown={event => {
          if (!onKey?.(event)) return
          event.preventDefault()
          event.preventBaseUIHandler()
        }}
      >
        <span className="builder-dots" aria-hidden="true" />
      </BaseMenu.Trigger>
      <MenuPopup label={label} items={items} container={button?.closest('dialog') ?? null} align="end" />
    </BaseMenu.Root>
  )
}

interface MenuPopupProps {
  /** The name of the region, as all content of the page is in one. */
  readonly label: string
  readonly items: readonly MenuItem[]
  /** The dialog around the menu: everything outside of a modal dialog is inert. */
  readonly container: HTMLElement | null
  readonly align: 'start' | 'end'
}

function MenuPopup({ label, items, container, align }: MenuPopupProps) {
  return (
    <BaseMenu.Portal container={container ?? undefined} role="region" aria-label={label}>
      <BaseMenu.Positioner className="floating-position" positionMethod="fixed" align={align} sideOffset={4}>
        <BaseMenu.Popup className="floating-panel builder-menu stack joined">
          {items.map(({ name, isDisabled = false, onPick, items: inner }) =>
            inner ? (
              <BaseMenu.SubmenuRoot key={name}>
                <BaseMenu.SubmenuTrigger className="builder-menu-item line spread loose">
                  {name}
                  <span aria-hidden="true">›</span>
                </BaseMenu.SubmenuTrigger>
                <MenuPopup label={name} items={inner} container={container} align="start" />
              </BaseMenu.SubmenuRoot>
            ) : (
              <BaseMenu.Item
                key={name}
                className="builder-menu-item line spread loose"
                disabled={isDisabled}
                onClick={onPick}
              >
                {name}
              </BaseMenu.Item>
            ),
          )}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  )
}
