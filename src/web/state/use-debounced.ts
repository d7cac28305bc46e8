import { useEffect, useState } from 'react'

/** A value once it has been the same for `pause` milliseconds, at once where that is 0; and a way not to wait. */
export function useDebounced<T>(value: T, delay: number): readonly [T, (value: T) => void] {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return [delay === 0 ? value : debounced, setDebounced]
}
