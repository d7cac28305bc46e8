import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type DropTarget, dropTarget } from './drop-target.ts'

/** The dragged item, its distance from its original position, and the drop target. */
export interface Drag {
  readonly index: number
  readonly distance: number
  readonly target: DropTarget | null
}

/** How far a pointer moves before it drags; how close to an edge the list scrolls, and how fast. Pixels. */
const [SLOP, EDGE, SPEED] = [4, 36, 8]

/**
 * Drags the items of a list with a mouse, a pen or a finger. Escape cancels.
 *
 * `start` handles pointerdown on an item. The items are the children of `list`; they stay in place during the drag.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  canCombine: boolean,
  onDrop: (index: number, target: DropTarget) => void,
  onCancel: () => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const start = (index: number, { button, isPrimary, pointerId, clientY }: ReactPointerEvent) => {
    if (button !== 0 || !isPrimary) return
    const scroller = scrollerOf(list.current)
    const scrolled = scroller?.scrollTop ?? 0
    let current: Drag | null = null
    let height = clientY

    const show = () => {
      if (!list.current || (current === null && Math.abs(height - clientY) <= SLOP)) return
      const boxes = [...list.current.children].map(child => child.getBoundingClientRect())
      const distance = height - clientY + (scroller?.scrollTop ?? 0) - scrolled
      current = { index, distance, target: dropTarget(boxes, height, index, canCombine) }
      setDrag(current)
    }
    const end = (isDrop: boolean) => {
      const target = current?.target
      if (!isDrop && current) onCancel()
      stop.current?.()
      if (isDrop && target) onDrop(index, target)
    }
    stop.current?.()
    const stopListening = listen(pointerId, {
      move: next => {
        height = next
        show()
      },
      end,
    })
    const stopScrolling = scrollAtEdges(scroller, () => (current ? height : null), show)
    stop.current = () => {
      stopListening()
      stopScrolling()
      stop.current = null
      setDrag(null)
    }
  }
  return { drag, start }
}

/** Follows a pointer until it is released or canceled, or Escape is pressed. Returns a function that stops. */
function listen(
  pointerId: number,
  { move, end }: { readonly move: (height: number) => void; readonly end: (isDrop: boolean) => void },
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const ofPointer = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointerId) act(event)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(false)
  }
  window.addEventListener(
    'pointermove',
    ofPointer(({ clientY }) => move(clientY)),
    { signal },
  )
  window.addEventListener(
    'pointerup',
    ofPointer(() => end(true)),
    { signal },
  )
  window.addEventListener(
    'pointercancel',
    ofPointer(() => end(false)),
    { signal },
  )
  window.addEventListener('keydown', press, { signal, capture: true })
  return () => stop.abort()
}

/** Scrolls while an item is dragged to an edge of the scroll container. Returns a function that stops. */
function scrollAtEdges(scroller: HTMLElement | null, heightOf: () => number | null, onScroll: () => void): () => void {
  let frame = 0
  const step = () => {
    const height = heightOf()
    if (scroller && height !== null) {
      const { top, bottom } = scroller.getBoundingClientRect()
      const by = height < top + EDGE ? -SPEED : height > bottom - EDGE ? SPEED : 0
      scroller.scrollBy(0, by)
      if (by !== 0) onScroll()
    }
    frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let one = element?.parentElement ?? null; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  }
  return null
}
