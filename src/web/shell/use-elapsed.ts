import { useEffect, useState } from 'react'

/** For how many milliseconds something has been going on, told at 300 and then every second; 0 before, and while not. */
export function useElapsed(isGoingOn: boolean): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (!isGoingOn) return
    const from = Date.now()
    const tell = () => setElapsed(Date.now() - from)
    const first = setTimeout(tell, 300)
    const later = setInterval(tell, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(later)
      setElapsed(0)
    }
  }, [isGoingOn])
  return isGoingOn ? elapsed : 0
}
