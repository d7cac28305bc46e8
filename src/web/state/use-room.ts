import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is. Pixels. */
export function useRoom(element: RefObject<Element | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const observed = element.current
    if (!observed) return
    const measure = () => setRoom(observed.getBoundingClientRect().width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return room
}
