import { useEffect, useState } from 'react'

/** How long typing must pause before something is requested. Milliseconds. */
export const TYPING_DELAY = 250

/**
 * Returns a value once it has not changed for `delay` milliseconds (at once for 0), and a function that skips the
 * delay.
 */
export function useDebounced<T>(value: T, delay: number): readonly [T, (value: T) => void] {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return [delay === 0 ? value : debounced, setDebounced]
}
