import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns whether the page is printed, or shown as it is printed. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => window.matchMedia('print').matches)
  useEffect(() => {
    const media = window.matchMedia('print')
    // The browser prints what is rendered when the event ends.
    const show = () => flushSync(() => setPrinting(true))
    const hide = () => setPrinting(false)
    const change = () => (media.matches ? show() : hide())
    window.addEventListener('beforeprint', show)
    window.addEventListener('afterprint', hide)
    media.addEventListener('change', change)
    return () => {
      window.removeEventListener('beforeprint', show)
      window.removeEventListener('afterprint', hide)
      media.removeEventListener('change', change)
    }
  }, [])
  return isPrinting
}
