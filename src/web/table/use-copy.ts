import { type RefObject, useEffect, useRef } from 'react'

/** Calls `copy` when the user copies while an element has the focus, unless text is selected. */
export function useCopy(element: RefObject<HTMLElement | null>, copy: (clipboard: DataTransfer) => void): void {
  const present = useRef(copy)
  present.current = copy
  useEffect(() => {
    // Without selected text, browsers send the event to the body instead of the focused element.
    const listen = (event: ClipboardEvent) => {
      const isHere = element.current?.contains(document.activeElement) === true
      if (!isHere || event.clipboardData === null || window.getSelection()?.isCollapsed === false) return
      event.preventDefault()
      present.current(event.clipboardData)
    }
    document.addEventListener('copy', listen)
    return () => document.removeEventListener('copy', listen)
  }, [element])
}
