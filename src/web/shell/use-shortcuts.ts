import { useEffect, useRef } from 'react'

/** Handles Ctrl-Enter or Cmd-Enter (run) and Escape, unless another handler used the key. */
export function useShortcuts(actions: { readonly run: () => void; readonly escape: () => void }): void {
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
      if (event.key === 'Escape') latest.current.escape()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
