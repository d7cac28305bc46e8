import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../shell/icon-button.tsx'
import { texts } from '../texts/en.ts'
import './drawer.css'

const { drilldown } = texts

/** What is in the drawer. */
export interface DrawerContent {
  /** What it is, in a few words. */
  readonly kicker: string
  readonly title: ReactNode
  readonly children: ReactNode
}

/**
 * A dialog at the right edge: over the page, or, where there is room, beside it, so that both can be used.
 *
 * Focus goes to its title whenever `shows` changes, and back to where it came from when it closes.
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
  /** What it shows: another value is something else. */
  readonly shows: string
  readonly close: () => void
  /** Shows what was there before; `null` where nothing was. */
  readonly back: (() => void) | null
}) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useFocus(dialog, isModal)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is all that it depends on
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true })
    body.current?.scrollTo({ top: 0 })
  }, [shows])
  return (
    <dialog
      className={`understand-drawer${isModal ? ' understand-over' : ''}`}
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
      <div className="understand-head">
        {back && <IconButton icon="chevron" label={drilldown.back} className="understand-back" onClick={back} />}
        <div className="understand-titles">
          <div className="understand-kicker">{kicker}</div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <IconButton icon="close" label={drilldown.close} onClick={close} />
      </div>
      <div className="understand-body" ref={body}>
        {children}
      </div>
    </dialog>
  )
}

/** What is outside of a modal dialog belongs to it. */
function isBackdrop({ target, currentTarget, clientX }: MouseEvent<HTMLDialogElement>): boolean {
  return target === currentTarget && clientX < currentTarget.getBoundingClientRect().left
}

/** Opens the dialog; when it goes, focus that was in it goes where it came from. */
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

/** The element outside of the dialog that has the focus; `null` for none. */
function outsideFocus(dialog: HTMLElement): HTMLElement | null {
  const { activeElement } = document
  const isElsewhere = activeElement instanceof HTMLElement && activeElement !== document.body
  return isElsewhere && !dialog.contains(activeElement) ? activeElement : null
}

/** Where focus can go back to: a cell of a table may have been drawn anew meanwhile. */
function focusTargets(origin: HTMLElement | null): readonly (HTMLElement | null)[] {
  const grid = origin === null ? null : document.querySelector<HTMLElement>('[role="grid"]')
  return [origin, grid, document.getElementById('report')]
}
