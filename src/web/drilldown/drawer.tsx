import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../shell/icon-button.tsx'
import { texts } from '../texts/en.ts'
import './drawer.css'

const { drilldown } = texts

/** The content of the drawer. */
export interface DrawerContent {
  /** The kind of content, in a few words. */
  readonly kicker: string
  readonly title: ReactNode
  readonly children: ReactNode
}

/**
 * A dialog at the right edge: next to the page on wide screens, else a modal over it.
 *
 * The title gets the focus when `shows` changes. On close, the focus returns to where it was.
 */
export function Drawer({
  isModal,
  shows,
  kicker,
  title,
  close,
  back,
  children,
}: DrawerContent & {
  readonly isModal: boolean
  /** Identifies the content. */
  readonly shows: string
  readonly close: () => void
  /** Shows the previous content; `null` if there is none. */
  readonly back: (() => void) | null
}) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useFocus(dialog, isModal)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for new content
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true })
    body.current?.scrollTo({ top: 0 })
  }, [shows])
  return (
    <dialog
      className={`drilldown-drawer${isModal ? ' drilldown-over' : ''}`}
      ref={dialog}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onClick={event => isModal && isBackdrop(event) && close()}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
    >
      <div className="drilldown-head">
        {back && <IconButton icon="chevron" label={drilldown.back} className="drilldown-back" onClick={back} />}
        <div className="drilldown-titles grow breakable">
          <div className="drilldown-kicker">{kicker}</div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <IconButton icon="close" label={drilldown.close} onClick={close} />
      </div>
      <div className="drilldown-body stack loose scrolls" ref={body}>
        {children}
      </div>
    </dialog>
  )
}

/** Returns whether a click hit the backdrop, which belongs to the dialog. */
function isBackdrop({ target, currentTarget, clientX }: MouseEvent<HTMLDialogElement>): boolean {
  return target === currentTarget && clientX < currentTarget.getBoundingClientRect().left
}

/** Opens the dialog. On close, returns the focus to where it was. */
function useFocus(dialog: { readonly current: HTMLDialogElement | null }, isModal: boolean): void {
  useLayoutEffect(() => {
    const shown = dialog.current!
    let origin = outsideFocus(shown)
    const trackFocus = () => {
      origin = outsideFocus(shown) ?? origin
    }
    if (isModal) shown.showModal()
    else shown.show()
    document.addEventListener('focusin', trackFocus)
    return () => {
      document.removeEventListener('focusin', trackFocus)
      const isHere = outsideFocus(shown) === null
      shown.close()
      if (isHere)
        focusTargets(origin)
          .find(target => target?.isConnected)
          ?.focus({ preventScroll: true })
    }
  }, [dialog, isModal])
}

/** Returns the focused element outside of the dialog; `null` for none. */
function outsideFocus(dialog: HTMLElement): HTMLElement | null {
  const { activeElement } = document
  const isElsewhere = activeElement instanceof HTMLElement && activeElement !== document.body
  return isElsewhere && !dialog.contains(activeElement) ? activeElement : null
}

/** Returns where the focus can return to. A table cell may have been re-rendered. */
function focusTargets(origin: HTMLElement | null): readonly (HTMLElement | null)[] {
  const grid = origin === null ? null : document.querySelector<HTMLElement>('[role="grid"]')
  return [origin, grid, document.getElementById('report')]
}
