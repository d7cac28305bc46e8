import { useEffect, useRef, useState } from 'react'

/**
 * Calls `onChange` when the server says that issues were imported or removed. Returns whether it would say so: there are limits, and
 * connections break.
 */
export function useChanges(onChange: () => void): boolean {
  const [isLive, setLive] = useState(false)
  const call = useRef(onChange)
  useEffect(() => {
    call.current = onChange
  })
  useEffect(() => {
    const source = new EventSource('/api/changes')
    source.addEventListener('open', () => setLive(true))
    source.addEventListener('error', () => setLive(false))
    source.addEventListener('change', () => call.current())
    return () => source.close()
  }, [])
  return isLive
}
