import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Whether the browser has begun to print, and has not ended. */
let hasBegun = false

/** Returns whether the page is printed, or shown as it is printed. */
export function isPrinting(): boolean {
  return hasBegun || window.matchMedia('print').matches
}

/** Calls `changed` when printing begins or ends, until the returned function is called. */
export function watchPrinting(changed: () => void): () => void {
  const media = window.matchMedia('print')
  // The browser prints what is rendered when the event ends.
  const change = () => flushSync(changed)
  const begin = () => {
    hasBegun = true
    change()
  }
  const end = () => {
    hasBegun = false
    change()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  media.addEventListener('change', change)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    media.removeEventListener('change', change)
  }
}

/** Returns whether the page is printed, as isPrinting. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watchPrinting, isPrinting)
}
