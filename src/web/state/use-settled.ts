import { useEffect, useState } from 'react'

/** A value once it has been the same for `pause` milliseconds, at once where that is 0; and a way not to wait. */
export function useSettled<T>(value: T, pause: number): readonly [T, (value: T) => void] {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return [pause === 0 ? value : settled, settle]
}
