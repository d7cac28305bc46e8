import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus in a list of rows: to a row that was added, and to the button that adds one after the focused row was
 * removed. Rows have `data-row`, and the button `data-adds`. Rows of inner lists do not count.
 */
export function useRowFocus(count: number): RefObject<HTMLDivElement | null> & RefObject<HTMLElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const change = count - before.current
    before.current = count
    const own = (selector: string) =>
      [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(
        one => (one.parentElement?.closest('[data-row]') ?? null) === (list.current?.closest('[data-row]') ?? null),
      )
    const button = own('[data-adds]').at(-1)
    if (change > 0 && document.activeElement === button) own('[data-row]').at(-1)?.querySelector('input')?.focus()
    if (change < 0 && document.activeElement === document.body) button?.focus()
  }, [count])
  return list
}
