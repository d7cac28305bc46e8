import { useEffect, useRef, useState } from 'react'

/**
 * Calls `onChange` when the server says that issues were imported or removed, with the time over which all pages should spread their
 * requests, in milliseconds. Returns whether it would say so: there are limits, and connections break.
 */
export function useChanges(onChange: (spread: number) => void): boolean {
  const [isLive, setLive] = useState(false)
  const call = useRef(onChange)
  useEffect(() => {
    call.current = onChange
  })
  useEffect(() => {
    const source = new EventSource('/api/changes')
    source.addEventListener('open', () => setLive(true))
    source.addEventListener('error', () => setLive(false))
    source.addEventListener('change', ({ data }) => call.current(Number(data)))
    return () => source.close()
  }, [])
  return isLive
}
