import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { TimelineBand } from '../../reports/report/explain/explanation.ts'
import { spanAround, spanShowing } from './span.ts'
import { nextStay, type StayPosition, spanAfterKey } from './timeline-keys.ts'
import type { TimelineChartProps } from './timeline-props.ts'

/** Handles the keyboard in the timeline: arrows move between stays, plus and minus zoom, 0 shows everything. */
export function useTimelineKeys(
  { timeline, whole, span, setSpan, setHovered }: TimelineChartProps,
  picture: RefObject<SVGSVGElement | null>,
) {
  const [current, setCurrent] = useState<StayPosition>({ lane: 'statuses', index: 0 })
  const toFocus = useRef<StayPosition>(null)
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    // A band that was not visible is rendered only now. A late effect of an earlier render knows another stay.
    if (toFocus.current !== current) return
    toFocus.current = null
    picture.current?.querySelector<SVGElement>(`[data-stay="${current.lane}:${current.index}"]`)?.focus()
  })
  // React listens at the root: browsers make an SVG with a focus listener of its own a tab stop.
  const trackFocus = ({ type, target }: FocusEvent<Element>) => {
    setFocus(type === 'focus')
    const [lane, index] = target.getAttribute('data-stay')?.split(':') ?? []
    if (type === 'focus' && (lane === 'statuses' || lane === 'assignees')) setCurrent({ lane, index: Number(index) })
  }
  const periodOf = ({ entered, left }: TimelineBand) => [entered, left ?? timeline.until] as const
  const show = (band: TimelineBand) => setSpan(spanAround(...periodOf(band), whole))
  const isVisible = (position: StayPosition) => {
    const band = timeline[position.lane][position.index]
    return band !== undefined && spanShowing(span, ...periodOf(band), whole) === span
  }
  const press = (event: KeyboardEvent) => {
    const band = timeline[current.lane][current.index]
    if (!band || event.ctrlKey || event.metaKey || event.altKey) return
    const next = event.shiftKey ? null : nextStay(current, event.key, timeline)
    const view = next ? null : spanAfterKey(event, { span, whole, period: periodOf(band) })
    if (next) {
      const reached = timeline[next.lane][next.index]!
      setCurrent(next)
      setHovered(null)
      setSpan(spanShowing(span, ...periodOf(reached), whole))
      toFocus.current = next
    } else if (view) setSpan(view)
    if (next || view) event.preventDefault()
  }
  return {
    press,
    trackFocus,
    show,
    current,
    stop: isVisible(current) ? current : firstVisible(),
    focused: hasFocus ? current : null,
  }

  /** Returns a tab stop even if the last one was scrolled out of view. */
  function firstVisible(): StayPosition | null {
    const index = timeline.statuses.findIndex((_, index) => isVisible({ lane: 'statuses', index }))
    return index === -1 ? null : { lane: 'statuses', index }
  }
}
