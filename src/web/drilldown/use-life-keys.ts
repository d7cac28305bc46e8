import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { TimelineBand } from '../../service/page-types.ts'
import type { LifePictureProps } from './life-picture.tsx'
import { type StayPlace, stepTo, viewAfter } from './life-steps.ts'
import { around, showing } from './span.ts'

/** What the keyboard does in the picture: arrows go from stay to stay, plus and minus zoom, 0 shows the whole life. */
export function useLifeKeys(
  { timeline, whole, span, look, point }: LifePictureProps,
  picture: RefObject<SVGSVGElement | null>,
) {
  const [at, setAt] = useState<StayPlace>({ lane: 'statuses', index: 0 })
  const wanted = useRef(false)
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    // A band that was out of sight is drawn only now.
    if (!wanted.current) return
    wanted.current = false
    picture.current?.querySelector<SVGElement>(`[data-stay="${at.lane}:${at.index}"]`)?.focus()
  })
  // Not heard in the picture itself: browsers let Tab stop at pictures that listen to focus.
  const note = ({ type, target }: FocusEvent<Element>) => {
    setFocus(type === 'focus')
    const [lane, index] = target.getAttribute('data-stay')?.split(':') ?? []
    if (type === 'focus' && (lane === 'statuses' || lane === 'assignees')) setAt({ lane, index: Number(index) })
  }
  const periodOf = ({ entered, left }: TimelineBand) => [entered, left ?? timeline.until] as const
  const show = (band: TimelineBand) => look(around(...periodOf(band), whole))
  const isSeen = (place: StayPlace) => {
    const band = timeline[place.lane][place.index]
    return band !== undefined && showing(span, ...periodOf(band), whole) === span
  }
  const press = (event: KeyboardEvent) => {
    const band = timeline[at.lane][at.index]
    if (!band || event.ctrlKey || event.metaKey || event.altKey) return
    const next = event.shiftKey ? null : stepTo(at, event.key, timeline)
    const view = next ? null : viewAfter(event, { span, whole, period: periodOf(band) })
    if (next) {
      const reached = timeline[next.lane][next.index]!
      setAt(next)
      point(null)
      look(showing(span, ...periodOf(reached), whole))
      wanted.current = true
    } else if (view) look(view)
    if (next || view) event.preventDefault()
  }
  return { press, note, show, stop: isSeen(at) ? at : firstSeen(), focused: hasFocus ? at : null }

  /** Tab must find something even when the last stop was moved out of sight. */
  function firstSeen(): StayPlace | null {
    const index = timeline.statuses.findIndex((_, index) => isSeen({ lane: 'statuses', index }))
    return index === -1 ? null : { lane: 'statuses', index }
  }
}
