import { useEffect, useRef } from 'react'

/** Handles Ctrl-Enter (run), Ctrl-Z outside of texts (undo) and Escape, unless another handler used the key. On a Mac, Cmd is Ctrl. */
export function useShortcuts(actions: {
  readonly run: () => void
  readonly undo: () => void
  readonly escape: () => void
}): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        latest.current.run()
      }
      if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
        if (isText(event.target)) return
        event.preventDefault()
        latest.current.undo()
      }
      if (event.key === 'Escape') latest.current.escape()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']

/** Returns whether an element edits text, which has an undo of its own. */
function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type)
  return target instanceof HTMLElement && (target.matches('textarea') || target.isContentEditable)
}
