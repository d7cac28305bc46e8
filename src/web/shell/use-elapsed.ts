import { useEffect, useState } from 'react'

/** Returns how long something has been active: 0 for the first 300 milliseconds, then updated every second. */
export function useElapsed(isActive: boolean): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (!isActive) return
    const from = Date.now()
    const update = () => setElapsed(Date.now() - from)
    const first = setTimeout(update, 300)
    const later = setInterval(update, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(later)
      setElapsed(0)
    }
  }, [isActive])
  return isActive ? elapsed : 0
}
