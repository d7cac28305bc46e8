import { type PointerEvent, type RefObject, useEffect, useState } from 'react'
import { clampSpan, instantAt, panSpan, zoomSpan } from './span.ts'
import type { TimelineChartProps } from './timeline-props.ts'

/** The distance after which a click becomes a drag. Pixels. */
const MIN_DRAG = 5

interface Drag {
  readonly start: number
  readonly end: number
}

interface UseTimelinePointerOptions extends Pick<TimelineChartProps, 'whole' | 'span' | 'setSpan'> {
  readonly picture: RefObject<SVGSVGElement | null>
  readonly width: number
}

/** Handles the pointer in the timeline: dragging zooms to a part; the wheel pans, and zooms with Ctrl. */
export function useTimelinePointer({ picture, width, span, whole, setSpan }: UseTimelinePointerOptions) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const xIn = ({ clientX }: { readonly clientX: number }) => {
    const left = picture.current?.getBoundingClientRect().left ?? 0
    return Math.min(width, Math.max(0, clientX - left))
  }
  useWheel(picture, event => {
    const at = instantAt(xIn(event), span, width)
    const across = event.shiftKey ? event.deltaY : event.deltaX
    if (event.ctrlKey || event.metaKey) setSpan(zoomSpan(span, 1.002 ** event.deltaY, at, whole))
    else if (Math.abs(across) > 0) setSpan(panSpan(span, across / width, whole))
    else return false
    return true
  })
  const isDrag = drag !== null && Math.abs(drag.end - drag.start) >= MIN_DRAG
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) setDrag({ start: xIn(event), end: xIn(event) })
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag) return
      const next = { start: drag.start, end: xIn(event) }
      setDrag(next)
      // An earlier capture would swallow clicks on the bands.
      if (Math.abs(next.end - next.start) >= MIN_DRAG) picture.current?.setPointerCapture(event.pointerId)
    },
    onPointerUp: () => {
      setDrag(null)
      if (!drag || !isDrag) return
      const ends = [instantAt(drag.start, span, width), instantAt(drag.end, span, width)]
      setSpan(clampSpan({ from: Math.min(...ends), until: Math.max(...ends) }, whole))
    },
    onPointerCancel: () => setDrag(null),
  }
  const drawn = isDrag ? { x: Math.min(drag.start, drag.end), width: Math.abs(drag.end - drag.start) } : null
  return { handlers, drawn }
}

/** Adds a wheel listener that can prevent scrolling; React's cannot. `use` returns whether it handled the event. */
function useWheel(picture: RefObject<SVGSVGElement | null>, use: (event: WheelEvent) => boolean): void {
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      if (use(event)) event.preventDefault()
    }
    const element = picture.current
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })
}
