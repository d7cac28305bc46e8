import { type RefObject, useEffect, useState } from 'react'

/** How far from the view an element is loaded. */
const MARGIN = '200px'

/** Returns whether an element has come into view, or close to it. */
export function useWasInView(element: RefObject<Element | null>): boolean {
  const [wasInView, setInView] = useState(false)
  useEffect(() => {
    if (wasInView || !element.current) return
    const observer = new IntersectionObserver(
      entries => setInView(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, wasInView])
  return wasInView
}
