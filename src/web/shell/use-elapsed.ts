import { useEffect, useState } from 'react'

/** For how many milliseconds something has been going on, told at 300 and then every second; 0 before, and while not. */
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
